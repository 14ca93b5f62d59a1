package figure

import (
	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/layout"
	"gridbox/core/scenario"
)

// A second is the other problem of a link (&with=), to be compared with the
// figure's own. It is solved by one run, which the second number of beside
// selects.
type second struct {
	source           *scenario.Scenario // as given
	maker            func()             // generates the problem of source; nil once that has begun
	explicit         *scenario.Scenario
	text             []byte
	clusterPositions []layout.Point
	entry            Entry
}

// openSecond reads the second scenario of a link. It ignores one that cannot be read or is of another kind, because
// the first can still be shown.
func (f *Figure) openSecond() {
	if f.Address.Fragment == "" {
		return
	}
	s, faults := scenario.OpenWith(f.Address.Fragment)
	if s == nil || len(faults) > 0 || s.Kind != f.source.Kind || len(catalog.Check(s)) > 0 {
		return
	}
	f.second = &second{source: s, maker: func() { f.makeSecond(s) }}
	if f.beside == "" {
		f.beside = "1,1"
	}
	if catalog.Making(s) <= catalog.MaxAutomaticMs {
		f.second.making()
	}
}

// making generates the problem.
func (x *second) making() {
	now := x.maker
	x.maker = nil
	now()
}

// makeSecond generates the other problem, and solves it after that.
func (f *Figure) makeSecond(s *scenario.Scenario) {
	f.engine.Expand(s.Kind, scenario.Canonical(s), func(explicit []byte, trouble *compute.Trouble) {
		if trouble != nil {
			return
		}
		f.parse(explicit, func(made *scenario.Scenario, faults doc.Faults) {
			if made != nil && len(faults) == 0 {
				f.setSecond(made, explicit)
			}
		})
	})
}

// setSecond sets the other problem and solves it when its run is due.
func (f *Figure) setSecond(made *scenario.Scenario, explicit []byte) {
	runs := catalog.Runs(made)
	i := f.number(1)
	if i < 0 || i >= len(runs) {
		return
	}
	x := f.second
	x.explicit, x.text = made, explicit
	x.entry = Entry{Run: runs[i], Name: catalog.Names(made.Kind, runs)[i],
		Colour: catalog.Colours(made.Kind, runs)[i]}
	switch {
	case f.Phase == Running:
		f.runSecond()
	case f.Phase == Done && x.needsClick(f.clicked):
		f.Phase = Waiting
	case f.Phase == Done:
		f.runSecond()
	}
}

// needsClick reports whether the second problem needs a click before it is generated
// or solved.
func (x *second) needsClick(clicked bool) bool {
	if clicked || x == nil {
		return false
	}
	if x.maker != nil {
		return true
	}
	if x.explicit == nil || x.entry.Answer != nil || x.entry.stop != nil {
		return false
	}
	return !isSmall(x.explicit, x.text) || x.seconds() > catalog.MaxAutomaticMs/1000
}

// seconds estimates how long the second problem takes.
func (x *second) seconds() float64 {
	if x.explicit == nil {
		return catalog.Making(x.source) / 1000
	}
	return catalog.Work(x.explicit, x.entry.Run) / 1000
}

// runSecond solves the second problem once it is there, with the first or after
// it.
func (f *Figure) runSecond() {
	x := f.second
	if x != nil && x.maker != nil && f.clicked {
		x.making()
		return
	}
	if x == nil || x.explicit == nil || x.entry.stop != nil || x.entry.Answer != nil || x.needsClick(f.clicked) {
		return
	}
	x.entry.stop = f.engine.Solve(x.explicit.Kind, x.text, x.entry.Run, func(int, int) {},
		func(answer *scenario.Answer, trouble *compute.Trouble) {
			if x.entry.stop = nil; trouble == nil {
				x.entry.Answer = answer
			}
		})
}

// positions returns the positions of the second problem's clusters.
func (x *second) positions() []layout.Point {
	if x.clusterPositions == nil && x.explicit.Placement != nil {
		x.clusterPositions = arrangeClusters(&x.explicit.Placement.Problem)
	}
	return x.clusterPositions
}
