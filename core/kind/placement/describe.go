package placement

import (
	"gridbox/core/kind"
	"gridbox/core/rng"
)

// Kind returns the kind placement.
func Kind() kind.Kind { return kind.New[Problem, Solution](methods{}) }

// methods implements kind.Methods.
type methods struct{ kind.Defaults[Problem] }

// Describe returns the description of the kind.
func (methods) Describe() kind.Description {
	return kind.Description{
		ID: "placement", Name: "Placement",
		Question: "On which cluster does each job run, and from where do its data come?",
		Presets:  kind.PresetsOf(Presets()), Metrics: kind.MetricsOf(Metrics{}), Algorithms: algorithms(),
		Policy:        PolicyKind(),
		SettlingEvent: kind.Settles{Event: "place", Role: "job"},
		Noise:         "placement.jobs[*].mi",
		PictureOnly:   []string{"placement.clusters[*].x", "placement.clusters[*].y"},
	}
}

// Decide returns the cluster of a job.
func (methods) Decide(s *Solution, job string) kind.Decision {
	for i := range s.Assignments {
		if a := &s.Assignments[i]; a.Job == job {
			return kind.Decision{Names: []string{a.Cluster}}
		}
	}
	return kind.Decision{}
}

// RelatedIDs returns the datasets of a job.
func (methods) RelatedIDs(p *Problem, job string) []string {
	for i := range p.Jobs {
		if p.Jobs[i].ID == job {
			return p.Jobs[i].Datasets
		}
	}
	return nil
}

// ElementName returns the words for a link, which are the names of its ends.
func (methods) ElementName(p *Problem, list string, index int) string {
	if list != "links" || index >= len(p.Links) {
		return ""
	}
	return "the link " + p.Links[index].A + " – " + p.Links[index].B
}

// Work returns the estimated time of a run in a browser in milliseconds.
func (methods) Work(p *Problem, algorithm string, _ map[string]any) float64 { return p.Work(algorithm) }

// Roughen multiplies the work of each job by a random factor from 0.9 to 1.1.
func (methods) Roughen(p *Problem, draw *rng.Stream) {
	for i := range p.Jobs {
		p.Jobs[i].MI *= draw.Uniform(0.9, 1.1)
	}
}
