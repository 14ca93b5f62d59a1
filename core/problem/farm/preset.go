package farm

import "gridbox/core/preset"

// A Preset is a ready problem or a ready set of generator parameters.
type Preset = preset.Preset[Problem, parameters]

// mixed is a farm of our own making, for the paper prints no workload but its
// example: machines of 1 to 8 slots, jobs from a minute to three hours, a
// fifth of them wide.
var mixed = parameters{
	machines: 20, slotsMax: 8, memoryPerSlot: 1024, types: 2, typedShare: 0.2, bandwidth: 100,
	jobs: 200, durationMin: 60, durationMax: 10800, overestimate: 1, wideShare: 0.2, parallelShare: 0.05,
	partsMax: 4, deadlineShare: 0.2, preemptibleShare: 0.2, priorities: 5,
	licenses: 4, licensedShare: 0.1,
}

// Presets lists every preset in the order of the gallery.
func Presets() []Preset {
	return []Preset{
		{ID: "markov-2004", Title: "Nineteen jobs, five queues",
			About: "The worked example of the paper on two-stage scheduling, with its tables 1 to 3.",
			Draw:  markov2004},
		{ID: "farm-starvation", Title: "A wide job starves",
			About: "A stream of small jobs keeps a wide one waiting as long as there is no advance reservation.",
			Draw:  starvation},
		{ID: "farm-mixed", Title: "A mixed farm",
			About:      "20 machines and 200 jobs with deadlines, licences, wide, parallel and preemptible jobs among them.",
			Parameters: mixed},
		{ID: "farm-stream", Title: "A stream of jobs",
			About: "300 jobs come one by one with run times overestimated up to threefold; all is scheduled again every 45 seconds, within the paper's 40 to 50.",
			Parameters: preset.With(mixed, func(p *parameters) {
				p.jobs, p.machines, p.interval, p.overestimate, p.cycle = 300, 10, 60, 3, 45
			})},
		{ID: "farm-graph", Title: "Jobs that depend on each other",
			About: "Twelve linked machines of different speeds and 120 jobs, most of which wait for the data of another.",
			Parameters: preset.With(mixed, func(p *parameters) {
				p.machines, p.slotsMax, p.jobs, p.types, p.degree, p.speedSpread = 12, 4, 120, 1, 11, 0.5
				p.dependentShare, p.dataMax, p.parallelShare, p.preemptibleShare = 0.7, 20000, 0, 0
			})},
		{ID: "farm-large", Title: "A thousand machines",
			About: "1,000 machines and 10,000 jobs with advance reservation and backfilling.",
			Parameters: preset.With(mixed, func(p *parameters) {
				p.machines, p.jobs, p.parallelShare, p.preemptibleShare, p.licenses, p.licensedShare = 1000, 10000, 0.01, 0, 0, 0
			})},
	}
}
