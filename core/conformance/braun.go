package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"gridbox/core/kind/placement"
	mapping "gridbox/core/kind/placement/solve"
	"gridbox/core/sorting"
)

// braun compares makespans on Braun's benchmark with the ones of another implementation, and bounds
// with the linear program's. It returns nil if the folder lacks the benchmark, and an error if a
// file is malformed.
func braun(ctx context.Context, folder fs.FS) (list []Suite, err error) {
	if !exists(folder, "braun/expect.json") {
		return nil, nil
	}
	text, err := fs.ReadFile(folder, "braun/expect.json")
	if err != nil {
		return nil, err
	}
	var expect struct {
		Instances map[string]struct {
			Makespan map[string]float64
			Bound    float64
		}
	}
	if err := json.Unmarshal(text, &expect); err != nil {
		return nil, errors.New("braun/expect.json: " + err.Error())
	}
	const of = "Braun's benchmark, four matrices of 512 x 16"
	s, bounds := Suite{Name: "makespans of heuristics", Source: of}, Suite{Name: "bound within 0.01 % of the LP",
		Source: of}
	for _, name := range sorting.Keys(expect.Instances) {
		p, err := braunProblem(folder, "braun/"+name)
		if err != nil {
			return nil, errors.New(name + ": " + err.Error())
		}
		whole, err := mapping.Solve(ctx, p, mapping.AlgorithmMET, mapping.Options{})
		if err != nil {
			return nil, err
		}
		bounds.bound(name, whole.Bound.Value, expect.Instances[name].Bound)
		for _, rule := range sorting.Keys(expect.Instances[name].Makespan) {
			run, known := braunRules[rule]
			if !known {
				continue
			}
			r, err := mapping.Solve(ctx, p, run.algorithm, mapping.Options{Options: run.options, NoBound: true})
			if err != nil {
				return nil, err
			}
			s.Cases++
			want := expect.Instances[name].Makespan[rule]
			if math.Abs(r.Metrics.Makespan-want) <= closeTo*want {
				s.Agree++
			} else {
				s.Differ = append(s.Differ, name+", "+rule+": "+number(r.Metrics.Makespan)+" instead of "+number(want))
			}
		}
	}
	return []Suite{s, bounds}, nil
}

// braunRules are the runs by their names in expect.json.
var braunRules = map[string]struct {
	algorithm mapping.Algorithm
	options   placement.Options
}{
	"olb": {algorithm: mapping.AlgorithmOLB}, "met": {algorithm: mapping.AlgorithmMET},
	"mct": {algorithm: mapping.AlgorithmMinCompletion}, "minMin": {algorithm: mapping.AlgorithmMinMin},
	"maxMin": {algorithm: mapping.AlgorithmMaxMin}, "duplex": {algorithm: mapping.AlgorithmDuplex},
	"sufferageList":   {algorithm: mapping.AlgorithmSufferage},
	"sufferagePasses": {algorithm: mapping.AlgorithmSufferage, options: placement.Options{Reading: placement.Passes}},
}

// lpShare is the greatest share by which a bound may be below the linear relaxation.
const lpShare = 1e-4

// bound compares a bound with the value of the linear relaxation.
func (s *Suite) bound(name string, is, want float64) {
	s.Cases++
	if is <= want*(1+1e-9) && is >= want*(1-lpShare) {
		s.Agree++
		return
	}
	s.Differ = append(s.Differ, name+": "+number(is)+" instead of "+number(want))
}

// braunProblem reads a matrix: tasks, machines and a number without use, then the times task by
// task. It returns an error if the counts and the times do not agree.
func braunProblem(folder fs.FS, name string) (*placement.Problem, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(string(text))
	if len(words) < 3 {
		return nil, errors.New("is no matrix of times")
	}
	tasks, _ := strconv.Atoi(words[0])
	machines, _ := strconv.Atoi(words[1])
	times := words[3:]
	if tasks < 1 || machines < 1 || len(times) != tasks*machines {
		return nil, errors.New("does not have tasks times machines times")
	}
	p := &placement.Problem{}
	for i := range machines {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "m" + strconv.Itoa(i), MIPS: 1})
	}
	for j := range tasks {
		job := placement.Job{ID: "t" + strconv.Itoa(j)}
		for _, word := range times[j*machines:][:machines] {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, err
			}
			job.Times = append(job.Times, x)
		}
		p.Jobs = append(p.Jobs, job)
	}
	if faults := p.Validate(); len(faults) > 0 {
		return nil, faults
	}
	return p, nil
}
