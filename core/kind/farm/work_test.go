package farm

import (
	"math"
	"strings"
	"testing"

	"gridbox/core/doc"
)

func problem(t testing.TB, text string) Problem {
	t.Helper()
	p := Problem{}
	if faults := doc.Decode([]byte(text), &p); faults != nil {
		t.Fatal(faults)
	}
	return p
}

// Every kind of invalid input is reported with its path and how to correct it.
func TestFaults(t *testing.T) {
	const farm = `{"machines": [{"id": "q1", "slots": 1, "memory": 64}, {"id": "q2", "slots": 2, "type": "x"}], `
	for _, c := range []struct{ text, path, reason string }{
		{farm +
			`"jobs": [{"id": "a", "slots": 1, "duration": 1, "after": [{"job": "c"}]}, {"id": "b", "slots": 1, "duration": 1, "after": [{"job": "a"}]},
			{"id": "c", "slots": 1, "duration": 1, "after": [{"job": "b"}]}]}`, "jobs[1].after[0]",
			"a waits for c waits for b waits for a"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 1, "after": [{"job": "a"}]}]}`, "jobs[0].after[0].job",
			"waits for itself"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 1, "after": [{"job": "z"}]}]}`, "jobs[0].after[0].job",
			"does not exist"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 1}, {"id": "a", "slots": 1, "duration": 1}]}`,
			"jobs[1].id", "already the name of jobs[0]"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 1, "running": {"machine": "q3"}}]}`,
			"jobs[0].running.machine", "does not exist"},
		{farm + `"jobs": [{"id": "a", "slots": 2, "duration": 1, "running": {"machine": "q1"}}]}`,
			"jobs[0].running.machine", "has 1 slots; with job a 2"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "memory": 40, "duration": 1, "running": {"machine": "q2"}}]}`,
			"jobs[0].running.machine", "has 0 MB"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "type": "y", "duration": 1, "running": {"machine": "q2"}}]}`,
			"jobs[0].running.machine", `is of type "x"`},
		{farm + `"jobs": [{"id": "a", "slots": 1, "licenses": {"l": 1}, "duration": 1, "running": {"machine": "q2"}}]}`,
			"jobs[0].running.machine", "of licence \"l\" there are 0"},
		{farm +
			`"jobs": [{"id": "a", "slots": 1, "duration": 5, "submitted": -9, "running": {"machine": "q2", "since": -5}}]}`, "jobs[0].running.since", "has ended by 0"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 50, "running": {"machine": "q2", "since": -5}}]}`,
			"jobs[0].running.since", "before the job was submitted"},
		{farm + `"jobs": [{"id": "a", "slots": 2, "duration": 5, "running": {"machine": "q1", "others": ["q2"]}}]}`,
			"jobs[0].running.others", "has partition 1"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 5, "speeds": {"q 9": 2}}]}`, `jobs[0].speeds["q 9"]`,
			"does not exist"},
		{farm +
			`"jobs": [{"id": "a", "slots": 1, "duration": 1}, {"id": "b", "slots": 1, "duration": 1e11}], "links": [{"a": "q1", "b": "q1", "bandwidth": 1}]}`, "links[0]", "joins a machine to itself"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 1e-6}, {"id": "b", "slots": 1, "duration": 1e12}]}`,
			"jobs[0].duration", "too short beside"},
		{farm + `"links": [{"a": "q1", "b": "q2", "bandwidth": 1}, {"a": "q2", "b": "q1", "bandwidth": 1}]}`,
			"links[1]", "a second time, after links[0]"},
		{farm + `"order": ["a"]}`, "order[0]", "does not exist"},
		{farm + `"jobs": [{"id": "a", "slots": 1, "duration": 1}], "order": ["a", "a"]}`, "order[1]",
			"is at order[0] already"},
		{farm + `"policy": {"overrun": 1.001}}`, "policy.overrun", "at least 1.01"},
		{farm + `"policy": {"cycle": 1e-9}}`, "policy.cycle", "0.001"},
	} {
		p := problem(t, c.text)
		faults := p.Validate()
		if len(faults) == 0 || faults[0].Path != c.path || !strings.Contains(faults[0].Reason, c.reason) {
			t.Errorf("got faults %v, want %s: %q", faults, c.path, c.reason)
		}
	}
}

// Values that the rules of the fields forbid are rejected by reading, and by
// Validate for problems made in memory.
func TestRanges(t *testing.T) {
	for _, text := range []string{`{"jobs": [{"id": "a", "slots": 1, "duration": -1}]}`,
		`{"jobs": [{"id": "a", "slots": 0, "duration": 1}]}`,
		`{"jobs": [{"id": "a", "slots": 1, "duration": 1, "memory": -2}]}`, `{"policy": {"spentRatio": 2}}`,
		`{"machines": [{"id": "m", "slots": 1, "speed": 0}]}`} {
		p := Problem{}
		if doc.Decode([]byte(text), &p) == nil {
			t.Errorf("Decode(%s): got no fault", text)
		}
	}
	negative := Problem{Jobs: []Job{{ID: "a", Slots: 1, Duration: -1, Memory: -2}}}
	if faults := negative.Validate(); len(faults) != 2 {
		t.Errorf("negative duration and memory: got faults %v, want 2", faults)
	}
	nan := math.NaN()
	p := Problem{Machines: []Machine{{ID: "m", Slots: 1, Speed: &nan}}, Policy: &Policy{Cycle: &nan}}
	if len(p.Validate()) < 2 {
		t.Errorf("speed and cycle NaN: got faults %v, want 2 at least", p.Validate())
	}
}

// A past deadline and a job that fits nowhere are no faults.
func TestAllowed(t *testing.T) {
	for _, text := range []string{`{}`, `{"jobs": [{"id": "a", "slots": 1, "duration": 1, "deadline": -5}]}`,
		`{"machines": [{"id": "m", "slots": 1}], "jobs": [{"id": "a", "slots": 9, "duration": 1, "deadline": null}]}`} {
		p := problem(t, text)
		if faults := p.Validate(); faults != nil {
			t.Errorf("Validate(%s): got faults %v, want none", text, faults)
		}
	}
}

// Every preset gives a valid problem, the same each time, that can be written
// and read. More jobs do not change the farm and the first jobs.
func TestPresets(t *testing.T) {
	for _, preset := range Presets() {
		spec := Spec{Preset: preset.ID}
		p, faults := Generate(spec, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		if faults := p.Validate(); faults != nil {
			t.Errorf("preset %s: got fault %v, want none", preset.ID, faults[0])
		}
		if faults := doc.Check(&p); faults != nil {
			t.Errorf("preset %s: Check: got fault %v, want none", preset.ID, faults[0])
		}
		again, _ := Generate(spec, 7)
		text := string(doc.Canonical(&p))
		if text != string(doc.Canonical(&again)) {
			t.Errorf("preset %s: a second Generate gives another problem", preset.ID)
		}
		back := problem(t, text)
		if string(doc.Canonical(&back)) != text {
			t.Errorf("preset %s: reading what was written gives another problem", preset.ID)
		}
		if preset.IsFixed() {
			continue
		}
		few := 10
		spec.Jobs = &few
		short, _ := Generate(spec, 7)
		if string(doc.Canonical(short.Machines)) != string(doc.Canonical(p.Machines)) ||
			string(doc.Canonical(short.Jobs)) != string(doc.Canonical(p.Jobs[:10])) {
			t.Errorf("preset %s: fewer jobs change the machines or the first jobs", preset.ID)
		}
		if e := spec.Effective(); e.Machines == nil || *e.Jobs != 10 || e.Cycle == nil {
			t.Errorf("preset %s: Effective does not set all parameters", preset.ID)
		}
	}
}

// Problems that a generator cannot make are rejected before it starts.
func TestSpecFaults(t *testing.T) {
	huge, half, none, many := 2_000_000, 0.5, 0.0, 50.0
	for _, c := range []struct {
		spec Spec
		path string
	}{
		{Spec{Preset: "x"}, "preset"}, {Spec{Preset: "markov-2004", Jobs: &huge}, "preset"},
		{Spec{Preset: "farm-mixed", Jobs: &huge}, "jobs"},
		{Spec{Preset: "farm-mixed", DurationMax: &half}, "durationMin"},
		{Spec{Preset: "farm-mixed", Bandwidth: &none}, "bandwidth"},
		{Spec{Preset: "farm-mixed", Degree: &many}, "degree"},
	} {
		if faults := c.spec.FaultsFor(&Problem{}); len(faults) == 0 || faults[0].Path != "generate."+c.path {
			t.Errorf("%s: got faults %v, want one at generate.%s", c.path, faults, c.path)
		}
	}
}

// FuzzValidate checks that no document crashes the validation.
func FuzzValidate(f *testing.F) {
	for _, preset := range Presets()[:2] {
		p, _ := Generate(Spec{Preset: preset.ID}, 1)
		f.Add(doc.Canonical(&p))
	}
	f.Add(
		[]byte(
			`{"machines": [{"id": "m", "slots": 1}], "jobs": [{"id": "a", "slots": 1, "duration": 1, "after": [{"job": "b"}], "running": {"machine": "m", "others": ["m"]}},
		{"id": "b", "slots": 1, "duration": 1, "after": [{"job": "a"}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := Problem{}
		if doc.Decode(text, &p) == nil {
			for _, fault := range p.Validate() {
				if fault.Reason == "" {
					t.Errorf("Validate(%q): got a fault without a reason", text)
				}
			}
		}
	})
}
