package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/solve"
	"gridbox/core/policy"
)

// A scheduler pairs a scheduler of another project with the equivalent run of Gridbox.
type scheduler struct {
	algorithm solve.Algorithm
	options   farm.Options
	formulas  string                    // of a policy
	estimate  func(j *farm.Job) float64 // nil leaves it unchanged
}

// schedulers maps names of pyss and of the archive to the schedulers that Gridbox has, too.
// Variants with perfect or doubled estimates use the estimates given.
func schedulers() map[string]scheduler {
	run := func(j *farm.Job) float64 { return j.Duration }
	twice := func(j *farm.Job) float64 { return 2 * j.Duration }
	double := func(j *farm.Job) float64 { return 2 * *j.Estimate }
	return map[string]scheduler{
		"fcfs":                {algorithm: solve.AlgorithmFCFS},
		"easy":                {algorithm: solve.AlgorithmEASY},
		"perfect":             {algorithm: solve.AlgorithmEASY, estimate: run},
		"double":              {algorithm: solve.AlgorithmEASY, estimate: double},
		"double-perfect":      {algorithm: solve.AlgorithmEASY, estimate: twice},
		"conservative":        {algorithm: solve.AlgorithmConservative},
		"double-conservative": {algorithm: solve.AlgorithmConservative, estimate: double},
		"easy-sjbf":           {algorithm: solve.AlgorithmSJBF},
		"reverse":             {algorithm: solve.AlgorithmSJBF, options: farm.Options{BackfillOrder: farm.LastCome}},
		"lookahead":           {algorithm: solve.AlgorithmLookahead},
		"greedy":              {algorithm: solve.AlgorithmGreedy},
		"easy-plus-plus":      {algorithm: solve.AlgorithmEASYPlusPlus},
		"easy-plus-plus, once": {algorithm: solve.AlgorithmEASYPlusPlus,
			options: farm.Options{Predict: farm.PredictOnce}},
		"alpha": {algorithm: solve.AlgorithmEASYPlusPlus,
			options: farm.Options{Predict: farm.PredictShare}},
		"maui":               {algorithm: solve.AlgorithmOwn, formulas: "job: -w\nbackfill: -w"},
		"maui.size":          {algorithm: solve.AlgorithmOwn, formulas: "job: -w\nbackfill: n"},
		"maui.admin_vs_user": {algorithm: solve.AlgorithmOwn, formulas: "job: -priority\nbackfill: -memory"},
	}
}

// absent holds the reasons for which schedulers of pyss are left out.
var absent = map[string]string{
	"head-double": "Gridbox has no option that doubles only the estimate of the first job of the queue",
	"tail-double": "Gridbox has no option that doubles only the estimates of backfilled jobs",
	"shrink":      "Gridbox has no option that halves estimates",
	"own-maui":    "no formula of a policy counts how often a job was overtaken",
}

// A pyssCase lists files with the same expected results for one scheduler with options.
type pyssCase struct {
	Scheduler string
	Options   struct {
		Score  string
		Orders []string
		Delay  float64
	}
	Files []string
}

// pyss runs the unit tests of pyss, in which the name of each job states the second in which it ends.
func pyss(ctx context.Context, folder fs.FS) (list []Suite, err error) {
	if !exists(folder, "pyss/cases.json") {
		return nil, nil
	}
	text, err := fs.ReadFile(folder, "pyss/cases.json")
	if err != nil {
		return nil, err
	}
	var cases struct{ Cases []pyssCase }
	if err := json.Unmarshal(text, &cases); err != nil {
		return nil, err
	}
	for _, c := range cases.Cases {
		for _, file := range c.Files {
			if err := c.file(ctx, folder, file, &list); err != nil {
				return nil, errors.New(file + ": " + err.Error())
			}
		}
	}
	return list, nil
}

// file runs one file and counts it in the suite of its scheduler.
func (c *pyssCase) file(ctx context.Context, folder fs.FS, file string, list *[]Suite) error {
	name, known := c.Scheduler, schedulers()
	if strings.HasPrefix(file, "own-maui") {
		name = "own-maui"
	}
	at := slices.IndexFunc(*list, func(s Suite) bool { return s.Name == name })
	if at < 0 {
		at = len(*list)
		*list = append(*list, Suite{Name: name, Source: "pyss, unit tests (44a2423)", Reason: absent[name]})
	}
	suite := &(*list)[at]
	how, ok := known[file]
	if !ok {
		how, ok = known[name]
	}
	if !ok {
		return nil
	}
	if c.Options.Score == "processors" {
		how.options.Score = farm.ScoreSlots
	}
	if how.options.Delay = c.Options.Delay; len(c.Options.Orders) == 5 {
		how.options.Orders = farm.FiveOrders
	}
	p, ends, err := pyssProblem(folder, file)
	if err != nil {
		return err
	}
	finish, err := how.finishes(ctx, p)
	if err != nil {
		return err
	}
	suite.Cases++
	for i, x := range finish {
		if x != ends[i] {
			suite.Differ = append(suite.Differ, file+": job "+p.Jobs[i].ID+" ends at "+number(x)+", expected "+
				number(ends[i]))
			return nil
		}
	}
	suite.Agree++
	return nil
}

// finishes solves a problem of jobs in one part and returns when each ends.
func (s *scheduler) finishes(ctx context.Context, p *farm.Problem) (list []float64, err error) {
	for i := range p.Jobs {
		if s.estimate != nil {
			x := s.estimate(&p.Jobs[i])
			p.Jobs[i].Estimate = &x
		}
	}
	if faults := p.Validate(); len(faults) > 0 {
		return nil, faults
	}
	r, err := solve.Solve(ctx, p, s.algorithm, solve.Options{Options: s.options, Formulas: s.policy(), NoBound: true})
	if err != nil {
		return nil, err
	}
	if !r.Feasible || len(r.Solution.Reservations) != len(p.Jobs) {
		return nil, errors.New("there is no schedule")
	}
	for i := range r.Solution.Reservations {
		list = append(list, r.Solution.Reservations[i].Finish)
	}
	return list, nil
}

func (s *scheduler) policy() *policy.Formulas {
	if s.formulas == "" {
		return nil
	}
	own := farm.PolicyKind()
	f, _ := own.Read(s.formulas, nil)
	return f
}

// pyssProblem reads a file, and the second in which each job must end. It returns an error if a job
// has too few columns or an invalid number.
func pyssProblem(folder fs.FS, file string) (p *farm.Problem, ends []float64, err error) {
	text, err := fs.ReadFile(folder, "pyss/"+file)
	if err != nil {
		return nil, nil, err
	}
	p = &farm.Problem{Machines: []farm.Machine{{ID: "machine", Slots: 100, Memory: 1e9}}}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		if len(f) < 8 {
			return nil, nil, errors.New("a job has " + strconv.Itoa(len(f)) + " columns instead of 8")
		}
		f[1], _, _ = strings.Cut(f[1], ".")
		n := make([]float64, 7)
		for i := range n {
			x, wrong := strconv.ParseFloat(f[i], 64)
			n[i], err = x, cmp.Or(err, wrong)
		}
		if err != nil {
			return nil, nil, err
		}
		ends = append(ends, n[1])
		// Maui's qualities of service are stored in fields that a formula can read.
		p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(len(ends)), Submitted: n[0], Estimate: &n[2],
			Slots: int(n[3]), Duration: n[4], Priority: n[5], Memory: n[6], User: f[7]})
	}
	return p, ends, nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
