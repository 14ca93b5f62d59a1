package cluster

import (
	"strconv"

	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// State is the draft's study as a job for a cluster: the settings, and the job file that a worker wrote for them.
type State struct {
	Engine, Chunk string // "" for the first of Engines and for usualChunk
	Cores         int    // per task; 0 for one
	Price         string // of a core hour, as it was typed
	// Draft is the draft that the fields below belong to.
	Draft *scenario.Scenario
	// Unit is the mean time in milliseconds that a worker of this page needs for a replication at a point, over
	// Sampled of them; 0 while unknown.
	Unit    float64
	Sampled int
	Facts   []string
	Script  string
	Wrong   string // why there is no job file
}

// Slot has the state of the feature.
var Slot = state.NewSlot[State](nil)

// Engines are the systems that job files are written for, Chunks the durations of tasks.
var (
	Engines = []string{"slurm", "kubernetes", "parallel", "hyperqueue"}
	Chunks  = []string{"5m", "10m", "15m"}
)

const usualChunk = "10m"

// maxCores is the maximum number of cores of a task.
const maxCores = 1024

// The settings of a user, as chosen or typed, and the reports of workers.
type (
	// SetEngine chooses one of Engines.
	SetEngine struct{ Engine string }
	// SetChunk chooses one of Chunks.
	SetChunk struct{ Chunk string }
	SetCores struct{ Text string }
	SetPrice struct{ Text string }
	// Measurement is the time that replications take here.
	Measurement struct {
		Draft   *scenario.Scenario
		Unit    float64
		Sampled int
	}
	// JobFile is the job file, or the reason why there is none.
	JobFile struct {
		Script, Wrong string
		Facts         []string
	}
)

func (a SetEngine) Change(_ *state.State, own State) State {
	own.Engine = a.Engine
	return own
}

func (a SetChunk) Change(_ *state.State, own State) State {
	own.Chunk = a.Chunk
	return own
}

func (a SetCores) Change(_ *state.State, own State) State {
	n, err := strconv.Atoi(a.Text)
	if err != nil {
		n = 0
	}
	own.Cores = max(0, min(n, maxCores))
	return own
}

func (a SetPrice) Change(_ *state.State, own State) State {
	own.Price = a.Text
	return own
}

func (a Measurement) Change(_ *state.State, own State) State {
	own.Draft, own.Unit, own.Sampled = a.Draft, a.Unit, a.Sampled
	own.Script, own.Facts, own.Wrong = "", nil, ""
	return own
}

func (a JobFile) Change(_ *state.State, own State) State {
	own.Script, own.Facts, own.Wrong = a.Script, a.Facts, a.Wrong
	return own
}

// Wish returns the settings, with defaults filled in.
func (f *State) Wish() (engine, chunk string, cores int) {
	engine, chunk, cores = f.Engine, f.Chunk, max(1, f.Cores)
	if engine == "" {
		engine = Engines[0]
	}
	if chunk == "" {
		chunk = usualChunk
	}
	return engine, chunk, cores
}

// UnitTime returns the time of a replication at a point as an argument of the command line, with three digits, because
// further ones are noise.
func (f *State) UnitTime() string {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(f.Unit, 'g', 3, 64), 64)
	return doc.Decimal(max(v, 1e-6)) + "ms"
}

// Hours returns the core hours of a number of replications at points.
func (f *State) Hours(units float64) float64 { return units * f.Unit / 3.6e6 }

// Costs returns their cost by the price that was typed; ok is false without a price.
func (f *State) Costs(units float64) (cost float64, ok bool) {
	price, err := strconv.ParseFloat(f.Price, 64)
	return f.Hours(units) * price, err == nil && price > 0 && price < 1e9
}
