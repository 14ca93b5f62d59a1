package batch

import (
	"gridbox/core/kind"
	"gridbox/core/kind/window"
	"gridbox/core/rng"
)

// Kind returns the kind batch.
func Kind() kind.Kind { return kind.New[Problem, Solution](methods{}) }

// methods implements kind.Methods.
type methods struct{ kind.Defaults[Problem] }

// Describe returns the description of the kind.
func (methods) Describe() kind.Description {
	return kind.Description{
		ID: "batch", Name: "Batch",
		Question: "Which windows can each job of a batch have, and which combination of them is best?",
		Presets:  kind.PresetsOf(Presets()), Metrics: kind.MetricsOf(Metrics{}), Algorithms: algorithms(),
		Policy:        PolicyKind(),
		SettlingEvent: kind.Settles{Event: "choose", Role: "job"},
		Noise:         "batch.jobs[*].volume",
	}
}

// Complete extends the horizon to the latest given time, and sets the preset
// that generates the parts which the tables do not contain.
func (methods) Complete(p *Problem, c *kind.Completion) {
	p.EndHorizon(c)
	if p.Horizon == 0 || len(p.Jobs) == 0 || len(p.Nodes) == 0 {
		c.Preset = "alp-amp-2011"
		c.Note(1, "", "what the tables do not say, jobs, nodes or their time, is drawn")
	}
}

// Decide returns the nodes of the chosen window of a job.
func (methods) Decide(s *Solution, job string) kind.Decision {
	for _, c := range s.Chosen {
		if c.Job != job {
			continue
		}
		for i := range s.Alternatives {
			if a := &s.Alternatives[i]; a.Job == job && a.Cycle == c.Cycle && c.Window < len(a.Windows) {
				return kind.Decision{Names: window.NodesOf(a.Windows[c.Window].Slots)}
			}
		}
	}
	return kind.Decision{}
}

// Work returns the estimated time of a run in a browser in milliseconds.
func (methods) Work(p *Problem, _ string, _ map[string]any) float64 { return p.Work() }

// Roughen multiplies the volumes of the jobs by random factors.
func (methods) Roughen(p *Problem, draw *rng.Stream) {
	for i := range p.Jobs {
		p.Jobs[i].Volume *= draw.Uniform(0.9, 1.1)
	}
}
