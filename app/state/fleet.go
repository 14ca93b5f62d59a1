package state

import (
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// A Fleet is the draft's study as a job for a cluster: what is wished, and the
// job file that a worker wrote for it.
type Fleet struct {
	Engine, Chunk string // "" for the first of FleetEngines and the usual one
	Cores         int    // of a task; 0 for one
	Price         string // of a core hour, as it was typed
	// Of is the draft that the rest is about.
	Of *scenario.Scenario
	// Unit is how many milliseconds a replication at a point takes a worker of this
	// page, of so many that were Sampled; 0 while unknown.
	Unit    float64
	Sampled int
	Facts   []string
	Script  string
	Wrong   string // why there is no job file
}

// FleetEngines are those that job files are written for.
var FleetEngines = []string{"slurm", "kubernetes", "parallel", "hyperqueue"}

// FleetChunks are how long tasks may take.
var FleetChunks = []string{"5m", "10m", "15m"}

const usualChunk = "10m"

// What a person and the workers say of it.
type (
	// SetFleet sets one place of the wish: engine, chunk, cores or price.
	SetFleet struct{ What, To string }
	// FleetMeasured tells what replications take here.
	FleetMeasured struct {
		Of      *scenario.Scenario
		Unit    float64
		Sampled int
	}
	// FleetWritten brings the job file, or why there is none.
	FleetWritten struct {
		Script, Wrong string
		Facts         []string
	}
)

// Wish is what is wished, with what is usual filled in.
func (f *Fleet) Wish() (engine, chunk string, cores int) {
	engine, chunk, cores = f.Engine, f.Chunk, max(1, f.Cores)
	if engine == "" {
		engine = FleetEngines[0]
	}
	if chunk == "" {
		chunk = usualChunk
	}
	return engine, chunk, cores
}

// Each is what a replication at a point takes, as a word of a command line: with
// three digits, because more are chance.
func (f *Fleet) Each() string {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(f.Unit, 'g', 3, 64), 64)
	return doc.Decimal(max(v, 1e-6)) + "ms"
}

// Hours is how many core hours so many replications at points take.
func (f *Fleet) Hours(units float64) float64 { return units * f.Unit / 3.6e6 }

// Costs is what they cost, by the price that was typed; ok is false without one.
func (f *Fleet) Costs(units float64) (cost float64, ok bool) {
	price, err := strconv.ParseFloat(f.Price, 64)
	return f.Hours(units) * price, err == nil && price > 0 && price < 1e9
}

// TooLarge tells studies that are only planned once somebody agrees.
func TooLarge(d *scenario.Scenario) bool {
	z := study.Measure(Asked(d))
	return z.Points > study.UsualPoints || z.Solves > study.UsualSolves || z.Bytes > study.UsualBytes
}

// Asked is a draft with the study that starting it would write into it.
func Asked(d *scenario.Scenario) *scenario.Scenario {
	asked, st := *d, StudyOf(d)
	asked.Study = &st
	return &asked
}

func (a SetFleet) reduce(s State) State {
	switch a.What {
	case "engine":
		s.Fleet.Engine = a.To
	case "chunk":
		s.Fleet.Chunk = a.To
	case "cores":
		s.Fleet.Cores = max(0, min(atoi(a.To), 1024))
	case "price":
		s.Fleet.Price = a.To
	}
	return s
}

func (a FleetMeasured) reduce(s State) State {
	s.Fleet.Of, s.Fleet.Unit, s.Fleet.Sampled = a.Of, a.Unit, a.Sampled
	s.Fleet.Script, s.Fleet.Facts, s.Fleet.Wrong = "", nil, ""
	return s
}

func (a FleetWritten) reduce(s State) State {
	s.Fleet.Script, s.Fleet.Facts, s.Fleet.Wrong = a.Script, a.Facts, a.Wrong
	return s
}
