package reader

import (
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/table"
	"gridbox/wasm/msg"
	"gridbox/wasm/msg/msgtest"
)

var formats = []*importer.Format{table.Format}

func file(name, text string) importer.File { return importer.File{Name: name, Data: []byte(text)} }

// importFiles sends a request to import files over the pipe.
func importFiles(t *testing.T, head msg.ImportHead, files ...importer.File) (got msg.ImportReport, made string) {
	t.Helper()
	hello := msg.Request{ID: 0, Type: msg.Hello, Version: msg.Version}
	ask := msg.Request{ID: 7, Type: msg.Import, Document: msg.ImportRequest(head, files)}
	p := &msgtest.Pipe{Requests: [][]byte{hello.Bytes(), ask.Bytes()}}
	if err := Serve(p, formats, nil); err != nil {
		t.Fatal(err)
	}
	last := p.Answers[len(p.Answers)-1]
	if len(p.Answers) != 3 || p.Answers[0].Type != msg.Ready || p.Answers[1].Type != msg.Begun ||
		last.Type != msg.Imported || last.ID != 7 {
		t.Fatalf("got answers %+v, want ready, begun, and brought with ID 7", p.Answers)
	}
	got, text, err := msg.ReadImported(last.Document)
	if err != nil {
		t.Fatal(err)
	}
	return got, string(text)
}

func TestFilesBecomeAScenarioAndAForm(t *testing.T) {
	jobs := file("jobs.csv", "job,cores,runtime\na,2,10\nb,1,20\n")
	got, made := importFiles(t, msg.ImportHead{}, jobs, file("nodes.csv", "host,cpus\nx,8\n"))
	if got.Kind != "farm" || len(got.Counts) != 2 || !strings.Contains(made, `"id":"x"`) || got.Mapping == "" {
		t.Errorf("got answer %+v with scenario\n%s\nwant kind farm, two counts, a mapping and a node x", got, made)
	}
	if l := got.Form; l == nil || len(l.Sheets) != 2 || l.Sheets[0].List != "jobs" || len(l.Lists) == 0 ||
		l.Sheets[0].Columns[1].Field != "slots" {
		t.Errorf("got look %+v, want two sheets, the first of jobs with its second column as slots", got.Form)
	}
	// An edit of a column changes the mapping, and an earlier mapping is recognised.
	edit := importer.Edit{Part: "field", File: 0, Of: "cores", To: "priority"}
	got, made = importFiles(t, msg.ImportHead{Set: map[string]string{"mapping": got.Mapping}, Edit: &edit}, jobs)
	if !strings.Contains(made, `"priority":2`) || !strings.Contains(made, `"slots":1`) {
		t.Errorf("edit cores to priority: got scenario %s, want priority 2 and slots 1", made)
	}
	_, made = importFiles(t, msg.ImportHead{KnownMappings: []string{"{", got.Mapping}}, jobs)
	if !strings.Contains(made, `"priority":2`) {
		t.Errorf("known mapping: got scenario %s, want its priority 2", made)
	}
	_, made = importFiles(t, msg.ImportHead{Kind: "placement"}, jobs)
	if !strings.Contains(made, `"kind":"placement"`) {
		t.Errorf("got scenario %s, want kind placement", made)
	}
}

func TestEveryEditOfAFormIsTaken(t *testing.T) {
	jobs := file("jobs.csv", "job,cores,from,till\na,2,10,70\nb,1,20,30\n")
	for _, c := range []struct {
		edit importer.Edit
		want string
	}{
		{importer.Edit{Part: "kind", To: "placement"}, `"kind":"placement"`},
		{importer.Edit{Part: "list", To: "machines"}, `"machines":[`},
		{importer.Edit{Part: "unit", Of: "cores", To: "thousandths"}, `"slots":1`},
		{importer.Edit{Part: "value", Of: "duration", To: "77"}, `"duration":77`},
		{importer.Edit{Part: "filter", Of: "job", To: "not a"}, `[{"duration":3600,"id":"b"`},
		{importer.Edit{Part: "filter", Of: "cores", To: "from 2 to 3"}, `[{"duration":3600,"id":"a"`},
		{importer.Edit{Part: "headerless", To: "true"}, `"id":"job"`},
		{importer.Edit{Part: "field", Of: "nothing", To: "slots"}, ""},
		{importer.Edit{Part: "field", Of: "cores", To: "nothing"}, ""},
		{importer.Edit{Part: "list", To: "nothing"}, ""}, {importer.Edit{Part: "list", File: 9, To: "jobs"}, ""},
		{importer.Edit{Part: "unit", Of: "cores", To: "parsec"}, `"slots":2`},
	} {
		got, made := importFiles(t, msg.ImportHead{Edit: &c.edit}, jobs)
		if !strings.Contains(made, c.want) {
			t.Errorf("edit %+v: got scenario %s, want it to contain %s; mapping\n%s", c.edit, made, c.want, got.Mapping)
		}
	}
}

func TestWhatIsUnknownIsNamed(t *testing.T) {
	got, made := importFiles(t, msg.ImportHead{}, file("a.pdf", "%PDF-1.4"))
	if made != "" || len(got.Contents) != 1 || !strings.Contains(got.Contents[0], "PDF") {
		t.Errorf("a PDF: got answer %+v, scenario %q; want no scenario and one unknown that names PDF", got, made)
	}
}

func TestOtherAsksAreRefused(t *testing.T) {
	solve := msg.Request{ID: 1, Type: msg.Solve}
	short := msg.Request{ID: 2, Type: msg.Import, Document: []byte("{\"files\":[{\"name\":\"a\",\"size\":9}]}\nabc")}
	p := &msgtest.Pipe{Requests: [][]byte{[]byte("nonsense"), solve.Bytes(), short.Bytes()}}
	if err := Serve(p, formats, nil); err != nil {
		t.Fatal(err)
	}
	for _, a := range p.Answers {
		if a.Type != msg.Begun && (a.Type != msg.Failed || a.Reason != msg.Refused) {
			t.Errorf("got answer %+v, want failed with reason refused", a)
		}
	}
}

// Invalid requests end with a message, not with a crash.
func FuzzBringAsk(f *testing.F) {
	f.Add(msg.ImportRequest(msg.ImportHead{}, []importer.File{file("a", "b")}))
	f.Add([]byte("{\"files\":[{\"name\":\"a\",\"size\":-1}]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		head, files, err := msg.ReadImportRequest(text)
		if err != nil {
			return
		}
		if _, _, err := msg.ReadImported(Import(head, files, formats)); err != nil {
			t.Fatal(err)
		}
	})
}
