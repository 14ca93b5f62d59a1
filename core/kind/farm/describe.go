package farm

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/rng"
)

// Kind returns the kind farm.
func Kind() kind.Kind { return kind.New[Problem, Solution](methods{}) }

// methods implements kind.Methods.
type methods struct{ kind.Defaults[Problem] }

// Describe returns the description of the kind.
func (methods) Describe() kind.Description {
	return kind.Description{
		ID: "farm", Name: "Compute farm",
		Question: "Which machine, and when, for every job of a compute farm?",
		Presets:  kind.PresetsOf(Presets()), Metrics: kind.MetricsOf(Metrics{}), Algorithms: algorithms(),
		Policy:        PolicyKind(),
		SettlingEvent: kind.Settles{Event: "place", Role: "job"},
		Noise:         "farm.jobs[*].duration",
	}
}

// Decide returns the machines of a job, and its place among all jobs by first start, from 1. Jobs
// with equal starts have equal places.
func (methods) Decide(s *Solution, job string) kind.Decision {
	d, starts := kind.Decision{QueuePosition: 1}, map[string]float64{}
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if at, known := starts[r.Job]; !known || r.Start < at {
			starts[r.Job] = r.Start
		}
		if r.Job == job && !slices.Contains(d.Names, r.Machine) {
			d.Names = append(d.Names, r.Machine)
		}
	}
	for _, at := range starts {
		if at < starts[job] {
			d.QueuePosition++
		}
	}
	return d
}

// RelatedIDs returns the jobs on which a job depends.
func (methods) RelatedIDs(p *Problem, job string) (list []string) {
	for i := range p.Jobs {
		if p.Jobs[i].ID == job {
			for _, before := range p.Jobs[i].After {
				list = append(list, before.Job)
			}
		}
	}
	return list
}

// Work returns the estimated time of a run in a browser in milliseconds.
func (methods) Work(p *Problem, algorithm string, options map[string]any) float64 {
	var o Options
	doc.Fill(&o, options)
	return p.Effort(algorithm, o)
}

// Roughen multiplies the duration of each job by a random factor from 0.9 to 1.1, and makes all
// slots divisible by three.
func (methods) Roughen(p *Problem, draw *rng.Stream) {
	for i := range p.Machines {
		p.Machines[i].Slots *= 3
	}
	for i := range p.Jobs {
		p.Jobs[i].Duration *= draw.Uniform(0.9, 1.1)
		p.Jobs[i].Slots *= 3
	}
}
