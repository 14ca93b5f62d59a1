package lab

import (
	"strings"
	"testing"

	"gridbox/core/importer"
)

// The meaning of a column without a header is a choice in the dialog, and another choice changes the import.
func TestColumnsWithoutAHeaderAreChoices(t *testing.T) {
	const rows = "501|200|u|COMPLETED|2024-01-01T10:00:00|2024-01-01T10:05:00|2024-01-01T11:05:00|01:00:00|4|n[1]\n" +
		"502|200|u|COMPLETED|2024-01-01T10:01:00|2024-01-01T10:06:00|2024-01-01T11:16:00|01:10:00|4|n[1]\n"
	p := openPage(t)
	p.lab.Files([]importer.File{newFile("bare.txt", rows)}, "")
	p.work()
	column := func() (a importer.AnsweredQuestion) {
		for _, a := range imports(p).Report.Report.Answers {
			if a.Name == "column.NCPUS" {
				return a
			}
		}
		return a
	}
	a := column()
	if !a.Guess || a.Answer != "none" || !strings.Contains(a.About, "nothing distinguishes the columns 2 and 9") ||
		!dialogHas(p, "import-column.NCPUS") {
		t.Fatalf("got choice %+v, want a guess of none between columns 2 and 9", a)
	}
	for _, choice := range a.Choices {
		if strings.HasPrefix(choice, "9 ") {
			setControl(p, "set.column.NCPUS", choice)
		}
	}
	if a := column(); a.Assumed || !strings.HasPrefix(a.Answer, "9 ") {
		t.Errorf("got choice %+v, want column 9, not assumed", a)
	}
	p.lab.Click("importin", "", "", false)
	p.settle()
	p.work()
	if d := p.s().Draft; d.Farm == nil || len(d.Farm.Jobs) != 2 || d.Farm.Jobs[0].Slots != 4 ||
		d.Farm.Machines[0].Slots != 8 {
		t.Errorf("got farm %+v, want 2 jobs, the first of 4 slots, and machines of 8", d.Farm)
	}
}
