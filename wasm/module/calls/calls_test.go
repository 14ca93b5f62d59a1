package calls

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
	"gridbox/wasm/msg"
	"gridbox/wasm/msg/msgtest"
	"gridbox/wasm/serve"
)

// serveRequest returns the answer to one request about one or two documents.
func serveRequest(t *testing.T, ask msg.Request, documents ...[]byte) msg.Answer {
	t.Helper()
	ask.ID = 7
	ask.Document = bytes.Join(documents, nil)
	if len(documents) > 1 {
		about := map[string]string{"first": strconv.Itoa(len(documents[0]))}
		for name, value := range ask.About {
			about[name] = value
		}
		ask.About = about
	}
	p := &msgtest.Pipe{Requests: [][]byte{ask.Bytes()}}
	if err := Serve(p, &serve.Catalog{Engine: engine.All()}); err != nil {
		t.Fatal(err)
	}
	last := p.Answers[len(p.Answers)-1]
	if last.ID != 7 || slices.ContainsFunc(p.Answers[:len(p.Answers)-1], func(a msg.Answer) bool {
		return a.Type != msg.Progress
	}) {
		t.Fatalf("got answers %+v, want progress only and a last answer with ID 7", p.Answers)
	}
	return last
}

// answerOf sends a request and returns the document of its answer. It fails the test if there is none.
func answerOf(t *testing.T, ask msg.Request, documents ...[]byte) []byte {
	t.Helper()
	a := serveRequest(t, ask, documents...)
	if a.Type != Done {
		t.Fatalf("%s: got answer %s with reason %s, %s, faults %v; want done",
			ask.Type, a.Type, a.Reason, a.Text, a.Faults)
	}
	return a.Document
}

func preset(t *testing.T, id string, change func(*scenario.Scenario)) []byte {
	t.Helper()
	s, ok := catalog.FromPreset(id, 7)
	if !ok {
		t.Fatalf("preset %s does not exist", id)
	}
	if change != nil {
		change(s)
	}
	return scenario.Canonical(s)
}

// presets returns one preset of each kind.
func presets(t *testing.T) (ids []string) {
	for _, k := range catalog.Kinds() {
		ids = append(ids, k.Presets[0].ID)
	}
	if len(ids) < 5 {
		t.Fatalf("got presets %v, want one for each of at least 5 kinds", ids)
	}
	return ids
}

func TestAllKindsAreSolvedCheckedDrawnAndLinked(t *testing.T) {
	for _, id := range presets(t) {
		document := preset(t, id, nil)
		result := answerOf(t, msg.Request{Type: Solve}, document)
		r, faults := scenario.ParseResult(result)
		s, _ := scenario.Parse(document)
		if len(faults) > 0 || len(r.Runs) != len(catalog.Runs(s)) {
			t.Fatalf("%s: got faults %v, %d runs; want %d runs", id, faults, len(r.Runs), len(catalog.Runs(s)))
		}
		for i, run := range catalog.Runs(s) {
			want, err := engine.All().Run(t.Context(), s, run, engine.Env{})
			if err != nil || r.Runs[i].Digest != want.Digest {
				t.Errorf("%s: run %d: got digest %s, want %s, error %v", id, i, r.Runs[i].Digest, want.Digest, err)
			}
		}
		if v := answerOf(t, msg.Request{Type: Check}, document, result); string(v) != `{"ok":true,"violations":[]}` {
			t.Errorf("%s: check got %s, want ok without violations", id, v)
		}
		for _, answers := range [][][]byte{{document}, {document, result}} {
			svg := answerOf(t, msg.Request{Type: Draw, About: map[string]string{"width": "120"}}, answers...)
			if !bytes.HasPrefix(svg, []byte("<svg")) && !bytes.HasPrefix(svg, []byte("<?xml")) {
				t.Errorf("%s: draw got %.80s, want an SVG", id, svg)
			}
		}
		link := string(answerOf(t, msg.Request{Type: Link}, document, result))
		back, faults := scenario.OpenLink(link)
		if e, _ := scenario.ParseExpectation(link); len(faults) > 0 || scenario.Digest(back) != r.Scenario ||
			e == nil ||
			*e != scenario.Expecting(r.Runs, catalog.Version) {
			t.Errorf("%s: link %s does not open the scenario with its expected values, faults %v", id, link, faults)
		}
	}
}

func TestAResultThatWasChangedIsFound(t *testing.T) {
	document := preset(t, "five-clusters", nil)
	result := answerOf(t, msg.Request{Type: Solve}, document)
	r, _ := scenario.ParseResult(result)
	r.Runs[0].Metrics["makespan"] += 1
	changed, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var v Verdict
	if err := json.Unmarshal(answerOf(t, msg.Request{Type: Check}, document, changed), &v); err != nil {
		t.Fatal(err)
	}
	if v.OK || len(v.Violations) < 2 || !strings.HasPrefix(v.Violations[0].Path, "runs[0]") {
		t.Errorf("got verdict %+v, want at least 2 violations, the first in runs[0]", v)
	}
}

// drawnPreset is a small preset whose replications all differ.
const drawnPreset = "rbhs-mixed"

// However a study is divided, its document is that of the command line.
func TestAStudyInPartsIsTheStudy(t *testing.T) {
	document := preset(t, drawnPreset, func(s *scenario.Scenario) {
		s.Study = &scenario.Study{Replications: 7}
	})
	size, err := strconv.Atoi(string(answerOf(t, msg.Request{Type: Size}, document)))
	if err != nil || size != 7 {
		t.Fatalf("size of the study: got %d, error %v; want 7", size, err)
	}
	s, _ := scenario.Parse(document)
	plan, faults := study.New(s, study.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	tasks := slices.Values(runner.Tasks(plan, 0, 7, 7))
	part, err := runner.Run(t.Context(), engine.All(), plan, tasks, runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	want := report.New(plan, part).Text()
	for _, cuts := range [][]int{{0, 7}, {0, 1, 7}, {0, 3, 5, 6, 7}} {
		var parts [][]byte
		for i := range cuts[1:] {
			parts = append(parts, answerOf(t, msg.Request{Type: Part, From: cuts[i], To: cuts[i+1]}, document))
		}
		slices.Reverse(parts)
		if got := answerOf(t, msg.Request{Type: Report}, document, bytes.Join(parts, []byte("\n"))); !bytes.Equal(got,
			want) {
			t.Errorf("cut at %v: got %.300s,\nwant %.300s", cuts, got, want)
		}
	}
}

func draw(name, value string) msg.Request {
	return msg.Request{Type: Draw, About: map[string]string{name: value}}
}

func TestWhatIsWrongIsReported(t *testing.T) {
	good := preset(t, "five-clusters", nil)
	result := answerOf(t, msg.Request{Type: Solve}, good)
	for _, x := range []struct {
		request   msg.Request
		documents [][]byte
		reason    string
		message   string
	}{
		{msg.Request{Type: "dance"}, [][]byte{good}, msg.Refused, `knows no "dance"`},
		{msg.Request{Type: Solve}, [][]byte{[]byte(`{"format":"gridbox"`)}, msg.Faulty, ""},
		{msg.Request{Type: Solve}, [][]byte{[]byte(`{"format":"gridbox","version":1,"kind":"none"}`)}, msg.Faulty, ""},
		{msg.Request{Type: Check}, [][]byte{good, []byte("{}")}, msg.Faulty, ""},
		{msg.Request{Type: Size}, [][]byte{good}, msg.Faulty, ""},
		{draw("first", "99999999"), [][]byte{good}, msg.Refused, "where the first"},
		{draw("run", "rbsh"), [][]byte{good, result}, msg.Refused, "no run"},
		{draw("chart", "speed"), [][]byte{good, result}, msg.Refused, "no metric"},
		{draw("width", "2"), [][]byte{good}, msg.Refused, "20 to 1000"},
		{draw("width", "wide"), [][]byte{good}, msg.Refused, "above 0"},
	} {
		a := serveRequest(t, x.request, x.documents...)
		if a.Type != msg.Failed || a.Reason != x.reason || !strings.Contains(a.Text, x.message) {
			t.Errorf("%s of %.60s: got %s, reason %s, text %q; want failed, reason %s, text with %q",
				x.request.Type, x.documents, a.Type, a.Reason, a.Text, x.reason, x.message)
		}
		if x.reason == msg.Faulty && len(a.Faults) == 0 {
			t.Errorf("%s of %.60s: got no faults, want at least one", x.request.Type, x.documents)
		}
	}
}
