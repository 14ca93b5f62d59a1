package runner

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// The results of a run do not depend on the other runs, their order or their
// labels. Only the bootstrap's streams are named by index, so that the studies
// of earlier builds keep their digests.
func TestCellsOfARunDoNotDependOnTheOthers(t *testing.T) {
	first, cheap := scenario.Run{Algorithm: "first-fit"}, scenario.Run{Algorithm: "min-cost"}
	again := scenario.Run{Algorithm: "min-cost", Label: "again"}
	value := scenario.Run{Algorithm: "multiple-best", Options: map[string]any{"criterion": "value"}}
	cells := func(runs ...scenario.Run) (*study.Plan, *report.Document) {
		p := newPlan(t, "twelve-nodes", scenario.Study{Replications: 40}, runs...)
		return p, report.New(p, run(t, p, Tasks(p, 0, 40, 7)))
	}
	p, alone := cells(cheap)
	want := runCells(p, alone, 0, "")
	for _, runs := range [][]scenario.Run{{cheap, first}, {first, cheap}, {again},
		{value, again, first, cheap, cheap}} {
		p, d := cells(runs...)
		for i, r := range runs {
			if r.Algorithm != "min-cost" {
				continue
			}
			if got := runCells(p, d, i, r.Label); !reflect.DeepEqual(got, want) {
				t.Errorf("run %d of %v: %+v, alone %+v", i, runs, got, want)
			}
		}
	}
}

// runCells returns the cells of a run at the first point, without labels and bootstrap
// draws.
func runCells(p *study.Plan, d *report.Document, place int, label string) (list []report.Cell) {
	for m := range p.Metrics {
		c := d.Cells[m*p.Runs()+place]
		if c.Label != label {
			panic(c.Label + " is not " + label)
		}
		c.Label = ""
		if c.Interval != nil && c.Interval.Method == report.Bootstrap {
			c.Interval = nil
		}
		list = append(list, c)
	}
	return list
}

// Equal runs tie in every replication, and are distinguished in cells, pairs and
// tables by their names.
func TestEqualRunsTie(t *testing.T) {
	p := newPlan(t, "twelve-nodes", scenario.Study{Replications: 10, Metrics: []string{"cost"}},
		scenario.Run{Algorithm: "min-cost"}, scenario.Run{Algorithm: "min-cost"},
		scenario.Run{Algorithm: "min-cost", Label: "=mine"})
	part := run(t, p, Tasks(p, 0, 10, 10))
	d := report.New(p, part)
	for _, pair := range d.Pairs {
		if *pair.Ties != 10 || *pair.MeanDifference != 0 || pair.BLabel != p.Scenario.Runs[pair.BRun].Label {
			t.Errorf("pair of equal runs: got %+v, want 10 ties and the label", pair)
		}
	}
	if want := []string{"MinCost", "MinCost #2", "=mine"}; !slices.Equal(p.Names(0), want) {
		t.Errorf("Names: got %q, want %q", p.Names(0), want)
	}
	lines := strings.Split(strings.TrimSpace(string(d.CSV(p))), "\r\n")
	for i, end := range []string{",run,name", ",0,MinCost", ",1,MinCost #2", ",2,'=mine"} {
		if len(lines) != 4 || !strings.HasSuffix(lines[i], end) {
			t.Errorf("CSV: got %q, want line %d to end with %q", lines, i, end)
		}
	}
	if values := string(report.ValuesCSV(p, part)); strings.Count(values, ",MinCost #2\r\n") != 10 {
		t.Errorf("values: got\n%s\nwant 10 lines of MinCost #2", values)
	}
	if again, faults := report.Parse(d.Text()); len(faults) > 0 || again.Cells[2].Label != "=mine" {
		t.Errorf("report.Parse: got faults %v or another label", faults)
	}
}

// A study may have fifty runs.
func TestFiftyRuns(t *testing.T) {
	runs := make([]scenario.Run, 50)
	for i := range runs {
		runs[i] = scenario.Run{Algorithm: "min-cost", Label: []string{"", "x"}[i%2]}
	}
	p := newPlan(t, "twelve-nodes", scenario.Study{Replications: 2, Metrics: []string{"cost"}}, runs...)
	d := report.New(p, run(t, p, Tasks(p, 0, 2, 2)))
	if len(d.Cells) != 50 || len(d.Pairs) != 50*49/2 {
		t.Errorf("got %d cells and %d pairs, want 50 and %d", len(d.Cells), len(d.Pairs), 50*49/2)
	}
}
