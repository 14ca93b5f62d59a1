package paper

import (
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// A reservation is one row of the paper's tables: a part of a job on a queue.
type reservation struct {
	queue, job    string
	part          int
	start, finish float64
}

// table3 is the paper's final schedule, its table 3. Tables 1 and 2 are its
// state after the first steps, whose rows do not change later.
var table3 = []reservation{
	{"q1", "3", 1, 0, 10800}, {"q1", "19", 1, 14400, 18720}, {"q1", "17", 1, 18720, 21120},
	{"q2", "5", 1, 0, 9600}, {"q2", "19", 2, 14400, 18720}, {"q2", "16", 1, 18720, 21120},
	{"q3", "1", 1, 0, 8400}, {"q3", "19", 3, 14400, 18720}, {"q3", "15", 1, 18720, 21120},
	{"q3", "13", 1, 21120, 21720},
	{"q4", "4", 1, 0, 7200}, {"q4", "6", 1, 9600, 14400}, {"q4", "19", 4, 14400, 18720}, {"q4", "9", 1, 18720, 21120},
	{"q5", "2", 1, 0, 6000}, {"q5", "10", 1, 0, 10800}, {"q5", "18", 1, 10800, 14400}, {"q5", "19", 5, 14400, 18720},
	{"q5", "8", 1, 16320, 18720}, {"q5", "14", 1, 16320, 18720}, {"q5", "7", 1, 20520, 21120},
	{"q5", "11", 1, 20520, 21120}, {"q5", "12", 1, 20520, 21120},
}

// Runs of the example.
const (
	runPublished = iota
	runPrintedOrder
	runEarliest
)

// markov returns the worked example of the paper on the compute farm, its
// section 4 and appendix.
func markov() Paper {
	options := func(mode, order string) scenario.Run {
		return scenario.Run{Algorithm: "two-stage", Options: map[string]any{"mode": mode, "order": order}}
	}
	p := Paper{ID: "markov-2004", Kind: "farm", Title: "Two-stage scheduling of a compute farm",
		Citation: "Markov: Two Stage Optimization of Job Scheduling and Assignment in Heterogeneous Compute Farms. " +
			"FTDCS 2004, 119-124, doi 10.1109/FTDCS.2004.1316602",
		Setting: "The tables give every start and finish. The rule and the order behind them are our reading: the " +
			"one of those tried that gives all 23 rows " +
			"(options mode published, order tables).",
		Experiments: []Experiment{{ID: "markov-2004", About: "the worked example: 5 queues, 19 jobs",
			Scenario: presetStudy("markov-2004", 0,
				scenario.Study{Replications: 1, Metrics: []string{"makespan"}}, options("published", "tables"),
				options("published", "static"), options("earliest", "static"))}},
		Drawing: &Drawing{Where: "tables 1 to 3", Preset: "markov-2004", Run: options("published", "tables"),
			Caption: "The paper prints tables and no figure; this is our answer. Tables 1 and 2 show its first " +
				"steps."},
		schedule: table3,
	}
	rule :=
		"jobs to the queue that is free first, as late as the makespan allows, the long ones of the last block first"
	const early = "every job as early as it fits, gaps included, as step 6 says"
	const printedOrder = "the same rule with the static order as printed"
	p.Rows = append(p.Rows, rowsOf(runPublished, "rows").withReading(rule),
		endOf(runPublished, "end").withReading(rule))
	for _, x := range table3 {
		p.Rows = append(p.Rows, x.row(appendix))
	}
	p.Rows = append(p.Rows,
		rowsOf(runPrintedOrder, "").asRejected("printed-order-rows", printedOrder),
		endOf(runPrintedOrder, "").asRejected("printed-order-end", printedOrder),
		rowsOf(runEarliest, "").asRejected("earliest-rows", early),
		endOf(runEarliest, "").asRejected("earliest-end", early))
	return p
}

const appendix = "table 3"

// rowsOf returns the row for the number of rows of the table that a run
// reproduces.
func rowsOf(run int, id string) Row {
	return newRow(id, appendix, "Rows of the final schedule that come out", "", "Final schedule after step 6",
		exactClaim(23), rows(run)).withJudged("the table's 23 rows, counted by us")
}

// endOf returns the row for the end of a run's last job.
func endOf(run int, id string) Row {
	return newRow(id, appendix, "The last job ends", "s", "21720", exactClaim(21720), ends(run))
}

// row returns the row for the start of one part of a job on its queue.
func (x reservation) row(where string) Row {
	name := x.job
	if x.job == "19" {
		name += "-" + strconv.Itoa(x.part)
	}
	return newRow("job-"+name, where, "Job "+name+" on queue "+x.queue[1:]+" starts", "s",
		decimal(x.start)+" to "+decimal(x.finish), exactClaim(x.start),
		func(r *Results) Estimate {
			for _, y := range reservations(r, runPublished) {
				if y.Job == x.job && y.Machine == x.queue && y.Finish-y.Start == x.finish-x.start &&
					(x.job != "19" || y.Part == x.part) {
					return certain(y.Start)
				}
			}
			return Estimate{}
		})
}

// answer returns the answer of a run of the example, or nil if it is missing.
func answer(r *Results, run int) *scenario.Answer {
	if r.onRead != nil {
		r.onRead(0)
	}
	if run >= len(r.answers[0]) {
		return nil
	}
	return &r.answers[0][run]
}

func reservations(r *Results, run int) []farm.Reservation {
	a := answer(r, run)
	if a == nil {
		return nil
	}
	s, ok := a.Solution.(*farm.Solution)
	if !ok {
		return nil
	}
	return s.Reservations
}

// rows returns the number of rows of the table in a run's schedule.
func rows(run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		count := 0.0
		if answer(r, run) == nil {
			return Estimate{}
		}
		for _, x := range table3 {
			for _, y := range reservations(r, run) {
				if y.Job == x.job && y.Machine == x.queue && y.Start == x.start && y.Finish == x.finish {
					count++
					break
				}
			}
		}
		return certain(count)
	}
}

// certain returns the estimate of a value without randomness.
func certain(x float64) Estimate { return Estimate{Value: x, Low: x, High: x, Count: 1} }

func ends(run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		a := answer(r, run)
		if a == nil {
			return Estimate{}
		}
		x := a.Metrics["makespan"]
		return certain(x)
	}
}
