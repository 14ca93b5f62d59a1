package lab

import (
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
)

// schedules returns a page with a solved farm, and its answer as Batsim writes it, with the starts shifted.
func schedules(t *testing.T, later float64) (*page, string) {
	t.Helper()
	p := openPage(t)
	p.lab.Files([]importer.File{newFile("work.csv", "job,cores,runtime,when\na,2,10,0\nb,1,20,5\nc,1,5,6\n")}, "")
	p.work()
	p.lab.Click("importin", "", "", false)
	p.work()
	a := p.s().FocusedAnswer()
	if a == nil || a.Answer == nil {
		t.Fatal("the farm has no answer")
	}
	submitted := map[string]float64{}
	for _, j := range p.s().Problem.Farm.Jobs {
		submitted[j.ID] = j.Submitted
	}
	text := "job_id,submission_time,requested_number_of_resources,starting_time,finish_time\n"
	for _, r := range a.Answer.Solution.(*farm.Solution).Reservations {
		text += r.Job + "," + doc.Number(submitted[r.Job]) + "," + doc.Number(float64(r.Slots)) + "," +
			doc.Number(r.Start+later) + "," + doc.Number(r.Finish+later) + "\n"
	}
	return p, text
}

// A schedule that Batsim recorded is checked against the open farm when it is dropped, and compared with its answer.
func TestAForeignScheduleIsComparedWithOurs(t *testing.T) {
	for _, later := range []float64{0, 3} {
		p, text := schedules(t, later)
		draft, focus := p.s().Draft, p.s().FocusedAnswer().Answer
		p.lab.Files([]importer.File{newFile("their_jobs.csv", text)}, "")
		p.work()
		s := p.s()
		if imports(p) != nil || s.Layout.Dialog != "" || s.Layout.View != comparing || s.Draft != draft {
			t.Fatalf("got dialog %q, view %q, import %+v; want the comparison", s.Layout.Dialog, s.Layout.View,
				imports(p))
		}
		_, theirs := p.pair().Answer(0)
		_, ours := p.pair().Answer(1)
		if theirs == nil || theirs.Label != "their_jobs.csv" || ours != focus {
			t.Fatalf("got answers %+v and %+v, want their_jobs.csv and ours", theirs, ours)
		}
		if got, want := theirs.Metrics["makespan"], ours.Metrics["makespan"]+later; got != want {
			t.Errorf("got makespan %v, want %v", got, want)
		}
		if p.pair().Colour(0) == p.pair().Colour(1) {
			t.Error("both answers have the same colour")
		}
		drawn := ui.HTML(p.view("beside"))
		for _, want := range []string{"their_jobs.csv", "3 jobs checked, no violations", `data-marks="left"`} {
			if !strings.Contains(drawn, want) {
				t.Errorf("the comparison has no %q", want)
			}
		}
		p.command("two", "swap")
		p.work()
		if _, a := p.pair().Answer(1); a != theirs || len(p.pair().Difference.Report.Metrics) == 0 {
			t.Error("after the swap the imported schedule is not the second side")
		}
		p.command("two", "way", "over")
		p.work()
		if !strings.Contains(ui.HTML(p.view("beside")), `data-marks="over"`) {
			t.Error("the answers are not drawn over each other")
		}
	}
}

func TestAForeignScheduleIsBlamed(t *testing.T) {
	p, text := schedules(t, 0)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	cut := strings.Join(lines[:len(lines)-1], "\n") + "\n" // one job is missing
	p.lab.Files([]importer.File{newFile("half.csv", cut)}, "")
	p.work()
	drawn := ui.HTML(p.view("beside"))
	if !strings.Contains(drawn, "1 violation.") || !strings.Contains(drawn, "lacks job") {
		t.Errorf("got %s, want 1 violation: a job is missing", drawn)
	}
}

// A schedule of other jobs is imported as a table, with the reason why it was not checked. A trace may be either, so
// the dialog asks.
func TestWhatIsNoScheduleOfThisFarmIsStillAFile(t *testing.T) {
	p, _ := schedules(t, 0)
	p.lab.Files([]importer.File{newFile("other.csv",
		"job_id,submission_time,requested_number_of_resources,starting_time,finish_time\nz,0,1,0,9\n")}, "")
	p.work()
	b := imports(p)
	if b == nil || b.Busy || !b.Ready || !strings.Contains(b.JudgeFailure, "none of the 1 jobs") {
		t.Fatalf("got import %+v, want it not judged, as it has none of the jobs", b)
	}
	if text := dialogText(p); !strings.Contains(text, "Not judged: none of the 1 jobs") {
		t.Errorf(`got dialog %q, want "Not judged: none of the 1 jobs"`, text)
	}
	trace := "; MaxProcs: 8\n1 0 0 10 2 -1 -1 2 20 -1 1 1 1 -1 1 -1 -1 -1\n"
	p.lab.Files([]importer.File{newFile("a.swf", trace)}, "")
	p.work()
	if b := imports(p); b == nil || b.Report.Schedule != "swf" || !strings.Contains(dialogText(p), "Judge it by") {
		t.Fatalf("got import %+v, want an SWF schedule that can be judged", b)
	}
	p.lab.Click("judge", "", "", false)
	p.work()
	if b := imports(p); b == nil || b.JudgeFailure == "" {
		t.Errorf("got import %+v, want a reason why it is not judged", b)
	}
	blank := openPage(t) // no farm: nothing is offered
	blank.lab.Files([]importer.File{newFile("a.swf", trace)}, "")
	blank.work()
	if strings.Contains(dialogText(blank), "Judge it by") {
		t.Error("a placement offers to judge a schedule of a farm")
	}
}

func dialogText(p *page) string {
	return ui.PlainText(panel.Dialog(p.s(), kinds.OfDraft(p.s()), panel.Keys{}, featureParts))
}
