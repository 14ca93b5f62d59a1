package figure

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func TestReadSteps(t *testing.T) {
	for text, want := range map[string]stepRange{
		"3-9": {from: 3, to: 9}, "1-1": {from: 1, to: 1}, "12-20,whole": {from: 12, to: 20, whole: true},
	} {
		if got, ok := readSteps(text); !ok || got != want {
			t.Errorf("readSteps(%s): got %+v, %v; want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "3", "3-", "-3", "0-4", "9-3", "a-b", "3-9-12", "3-9,all", "1e1-20", "whole"} {
		if got, ok := readSteps(text); ok {
			t.Errorf("readSteps(%q): got %+v, want no steps", text, got)
		}
		if text == "" {
			continue
		}
		a, err := ReadAddress("?steps="+text, "", DefaultPreset)
		if err == nil || !strings.Contains(err.Error(), "steps="+text) || a.Steps != "" {
			t.Errorf("steps=%s: got %q, error %v; want an error that quotes it", text, a.Steps, err)
		}
	}
	a, err := ReadAddress("", "#s1.p.x&select=job%3Aj2&steps=3-9%2Cwhole", DefaultPreset)
	if err != nil || a.Steps != "3-9,whole" {
		t.Errorf("steps of a link: got %q, error %v; want 3-9,whole", a.Steps, err)
	}
	if a, _ = ReadAddress("?steps=1-2", "#s1.p.x&steps=3-9", DefaultPreset); a.Steps != "1-2" {
		t.Errorf("got steps %q, want 1-2 of the query ahead of the link", a.Steps)
	}
}

// openAndRun opens an address and computes it, whatever its size.
func openAndRun(t *testing.T, a Address) *Figure {
	t.Helper()
	d := &Direct{}
	f := New(a, "", d)
	f.Open(nil)
	for d.Step() {
		if f.Phase == Waiting {
			f.Run()
		}
	}
	if f.Phase != Done {
		t.Fatalf("%+v: got phase %s, %q; want done", a, f.Phase, f.TroubleText())
	}
	return f
}

// firstJob returns a job of a preset's problem; "" if the kind has no jobs.
func firstJob(t *testing.T, preset string) string {
	t.Helper()
	if jobs := openAndRun(t, Address{Preset: preset}).jobs(); len(jobs) > 0 {
		return jobs[0]
	}
	return ""
}

// A figure locked to steps shows these steps only, in every kind: of one decision, or of the whole run in kinds whose
// runs take many decisions.
func TestAFigureLockedToSteps(t *testing.T) {
	for _, k := range catalog.Kinds() {
		t.Run(k.ID, func(t *testing.T) {
			preset := k.Presets[0].ID
			for _, job := range []string{firstJob(t, preset), ""} {
				most := openAndRun(t, Address{Preset: preset, Steps: "1-99999", Job: job}).LastStep()
				first, last := min(2, most-1), min(4, most)
				stretch := strconv.Itoa(first) + "-" + strconv.Itoa(last)
				f := openAndRun(t, Address{Preset: preset, Steps: stretch, Job: job})
				if !f.Locked() || first < 1 || f.StepNumber() != first {
					t.Fatalf("job %q, steps %s: got step %d, %q; want the first",
						job, stretch, f.StepNumber(), f.Sentence())
				}
				seen := map[string]bool{}
				for want := first; want <= last; want++ {
					got := f.StepNumber()
					if got != want || f.CanBack() != (want > first) || f.CanOn() != (want < last) {
						t.Fatalf("got step %d, back %v, on %v; want step %d of %d to %d",
							got, f.CanBack(), f.CanOn(), want, first, last)
					}
					if !strings.HasPrefix(f.StepOf(), fmt.Sprintf("Step %d of %d to %d", want, first, last)) {
						t.Errorf(`got %q, want "Step %d of %d to %d"`, f.StepOf(), want, first, last)
					}
					if !strings.Contains(f.LabHref(), "&step="+strconv.Itoa(want)) {
						t.Errorf("step %d: got lab link %s, want its step", want, f.LabHref())
					}
					if !strings.Contains(f.Picture(f.StillCanvas()), "<svg") {
						t.Error("got no picture")
					}
					for _, part := range []string{f.Sentence(), f.StepTable()} {
						if pressed := regexp.MustCompile(`<button|data-act|tabindex|\bid=`).FindString(part); pressed != "" {
							t.Errorf("%s has the control %s, want none", part, pressed)
						}
					}
					seen[f.Sentence()] = true
					f.StepBy(1)
				}
				if len(seen) < 2 {
					t.Errorf("got the same sentences %v in all steps", seen)
				}
				for to, want := range map[int]int{-5: first, 0: first, first + 1: first + 1, 99: last} {
					if f.StepTo(to); f.StepNumber() != want {
						t.Errorf("StepTo(%d): got step %d, want %d", to, f.StepNumber(), want)
					}
				}
			}
		})
	}
}

// The result is not shown before its step, and is shown at the last one.
func TestALockedFigureKeepsTheSecret(t *testing.T) {
	a := Address{Preset: DefaultPreset, Job: "j2", Run: "rbhs"}
	winner := ""
	open := openAndRun(t, a)
	for i := range open.solution().Assignments {
		if s := &open.solution().Assignments[i]; s.Job == "j2" {
			winner = s.Cluster
		}
	}
	a.Steps = "1-9999"
	f := openAndRun(t, a)
	if f.answer() != nil || len(f.entries) != 1 {
		t.Error("a locked figure shows its answer or solves other runs")
	}
	verdict := winner + " is ahead of "
	for f.CanOn() {
		if strings.Contains(f.Sentence(), verdict) || strings.Contains(f.Picture(f.StillCanvas()), "chosen") &&
			!strings.Contains(f.Sentence(), "least score") {
			t.Fatalf("step %d reveals the winner: %s", f.StepNumber(), f.Sentence())
		}
		f.StepBy(1)
	}
	if !strings.Contains(f.Sentence(), verdict) {
		t.Errorf("got last sentence %s, want the winner", f.Sentence())
	}
	if late := openAndRun(t, Address{Preset: DefaultPreset, Job: "j2", Steps: "9998-9999"}); late.StepNumber() !=
		f.LastStep() || late.CanBack() || late.CanOn() {
		t.Errorf("steps after the end: got step %d, want the last only", late.StepNumber())
	}
}

// Groups show a window at the last step and not before.
func TestALockedFigureOfGroupsKeepsTheSecret(t *testing.T) {
	f := openAndRun(t, Address{Preset: "gka-22", Steps: "1-9999"})
	for {
		ended := f.lock.Step() == f.lock.Steps()
		if shows := strings.Contains(f.Picture(f.StillCanvas()), " nodes for "); shows != ended {
			t.Fatalf("step %d of %d: got the window shown %v, want it at the end only",
				f.StepNumber(), f.LastStep(), shows)
		}
		if !f.CanOn() {
			return
		}
		f.StepBy(1)
	}
}

// A link contains the run and the thing of its steps.
func TestStepsOfALink(t *testing.T) {
	s := Preset(catalog.Kinds()[0], DefaultPreset, nil)
	s.View = &scenario.View{Run: "min-completion", Select: "job:j3"}
	link, err := scenario.Link(s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ReadAddress("", link+"&steps=5-7", "")
	if err != nil {
		t.Fatal(err)
	}
	f := openAndRun(t, a)
	if f.StepNumber() != 5 || f.JobName() != "j3" || f.entries[0].Run.Algorithm != "min-completion" {
		t.Errorf("got step %d of %s by %s, want 5 of j3 by min-completion",
			f.StepNumber(), f.JobName(), f.entries[0].Run.Algorithm)
	}
	opened, faults := scenario.OpenLink(f.LabHref()[strings.Index(f.LabHref(), "#"):])
	if len(faults) > 0 || opened.View.Step != "5" || opened.View.Select != "job:j3" ||
		opened.View.Run != "min-completion" {
		t.Errorf("got view %+v of the lab link, faults %v; want step 5 of job j3", opened.View, faults)
	}
}

// A figure without an answer says so instead of showing steps.
func TestNoStepsWithoutAnAnswer(t *testing.T) {
	s, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement",
		"placement": {"clusters": [{"id": "a", "mips": 100}, {"id": "b", "mips": 50}],
		"datasets": [{"id": "d", "size": 9, "at": ["a"]}, {"id": "e", "size": 9, "at": ["b"]}],
		"jobs": [{"id": "j", "mi": 10, "datasets": ["d", "e"]}]}}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	link, err := scenario.Link(s)
	if err != nil {
		t.Fatal(err)
	}
	f := openAndRun(t, Address{Fragment: strings.TrimPrefix(link, "#"), Steps: "1-3"})
	if !strings.HasPrefix(f.Sentence(), "There is no answer: ") || f.StepNumber() != 0 || f.CanOn() || f.CanBack() {
		t.Errorf(`got %q, want "There is no answer" and no step`, f.Sentence())
	}
}
