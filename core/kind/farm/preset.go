package farm

import "gridbox/core/preset"

// A Preset is a ready problem or a set of generator parameters.
type Preset = preset.Preset[Problem, parameters]

// mixedParameters are parameters of our own, because the paper prints no workload except its example:
// machines of 1 to 8 slots, jobs from a minute to three hours, a fifth of them wide.
var mixedParameters = parameters{
	Machines: 20, SlotsMax: 8, MemoryPerSlot: 1024, Types: 2, TypedShare: 0.2, Bandwidth: 100,
	Jobs: 200, DurationMin: 60, DurationMax: 10800, Overestimate: 1, WideShare: 0.2, ParallelShare: 0.05,
	PartsMax: 4, DeadlineShare: 0.2, PreemptibleShare: 0.2, Priorities: 5,
	Licenses: 4, LicensedShare: 0.1,
	Model: modelSimple, Load: 1,
}

// Presets returns the presets in the order of the gallery.
func Presets() []Preset {
	return []Preset{
		{ID: "markov-2004", Title: "Nineteen jobs, five queues",
			About: "The worked example of the paper on two-stage scheduling, with its tables 1 to 3.",
			Draw:  markov2004},
		{ID: "farm-starvation", Title: "A wide job starves",
			About: "A stream of small jobs keeps a wide one waiting as long as there is no advance reservation.",
			Draw:  starvation},
		{ID: "farm-fair-share", Title: "One user floods the farm",
			About: "One user submits 40 jobs within minutes, two others a few short ones. First come, first " +
				"served makes them wait for hours; Multifactor shares the farm between their accounts.",
			Algorithms: []string{"fcfs", "easy", "multifactor"},
			Draw:       fairShareFarm},
		{ID: "farm-mixed", Title: "A mixed farm",
			About: "20 machines and 200 jobs with deadlines, licences, wide, parallel and preemptible jobs " +
				"among them.",
			Parameters: mixedParameters},
		{ID: "farm-stream", Title: "A stream of jobs",
			About: "300 jobs come one by one with run times overestimated up to threefold; all is scheduled again " +
				"every 45 seconds, within the paper's 40 to 50.",
			Parameters: preset.Modify(mixedParameters, func(p *parameters) {
				p.Jobs, p.Machines, p.Interval, p.Overestimate, p.Cycle = 300, 10, 60, 3, 45
			})},
		{ID: "farm-graph", Title: "Jobs that depend on each other",
			About: "Twelve linked machines of different speeds and 120 jobs, most of which wait for the data of " +
				"another.",
			Parameters: preset.Modify(mixedParameters, func(p *parameters) {
				p.Machines, p.SlotsMax, p.Jobs, p.Types, p.Degree, p.SpeedSpread = 12, 4, 120, 1, 11, 0.5
				p.DependentShare, p.DataMax, p.ParallelShare, p.PreemptibleShare = 0.7, 20000, 0, 0
			})},
		{ID: "farm-large", Title: "A thousand machines",
			About: "1,000 machines and 10,000 jobs with advance reservation and backfilling.",
			Parameters: preset.Modify(mixedParameters, func(p *parameters) {
				p.Machines, p.Jobs, p.ParallelShare = 1000, 10000, 0.01
				p.PreemptibleShare, p.Licenses, p.LicensedShare = 0, 0, 0
			})},
		{ID: "lublin-feitelson", Title: "The model of Lublin and Feitelson",
			About: "500 rigid jobs on a machine of 128 slots, by the workload model and the parameters that its " +
				"authors published.",
			Parameters: preset.Modify(mixedParameters, func(p *parameters) {
				p.Model, p.Machines, p.SlotsMax, p.Jobs = modelLublin, 1, 128, 500
				p.MemoryPerSlot, p.Overestimate = 0, 3
				p.Types, p.TypedShare, p.Licenses, p.LicensedShare, p.ParallelShare = 1, 0, 0, 0, 0
				p.WideShare, p.DeadlineShare, p.PreemptibleShare, p.Priorities = 0, 0, 0, 1
			})},
	}
}
