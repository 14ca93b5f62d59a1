package study

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// A Disturbance is one entry of a study's noise, prepared for disturbing
// instances.
//
// A number is multiplied by exp(sigma z - sigma^2/2), z normal: the factor is
// lognormal with mean 1, and with the requested coefficient of variation cv if
// sigma^2 = ln(1 + cv^2). Replication r draws the factors of an entry from its
// own stream, named by its seed and the entry's path, in the order of the
// document. So replications are independent, all points and runs see the same
// factors, and other entries do not change them.
type Disturbance struct {
	Path string
	CV   float64
	// Numbers is the number of disturbed numbers in the first instance.
	Numbers int

	way          doc.Way
	sigma, shift float64
}

// disturbances returns a study's noise. It returns a fault for each entry whose
// path is no number of the problem or has noise already.
func disturbances(s *scenario.Scenario) (list []Disturbance, faults doc.Faults) {
	seen := map[string]bool{}
	for i, n := range s.Study.Noise {
		here := doc.At("study.noise", i)
		way, why := doc.WayTo(scenario.Scenario{}, n.Path)
		switch {
		case why != "":
		case !strings.HasPrefix(n.Path, s.Kind+".") || strings.HasPrefix(n.Path, s.Kind+".generate"):
			k, _ := catalog.ByID(s.Kind)
			why = "is no number of the problem; noise is on numbers such as " + k.Noise +
				", and what a generator is asked for can be varied"
		case seen[n.Path]:
			why = "has noise twice; keep one of the two"
		}
		seen[n.Path] = true
		if why != "" {
			faults = append(faults, doc.Fault{Path: here + ".path", Value: strconv.Quote(n.Path), Reason: why})
			continue
		}
		variance := rng.Ln(1 + float64(n.CV*n.CV))
		list = append(list, Disturbance{Path: n.Path, CV: n.CV, way: way, sigma: math.Sqrt(variance),
			shift: variance / 2})
	}
	return list, faults
}

// factor draws one factor.
func (d *Disturbance) factor(draw *rng.Stream) float64 {
	return rng.Exp(float64(d.sigma*draw.Normal(0, 1)) - d.shift)
}

// disturb changes an explicit scenario, which may share its lists with others.
// It stores for each entry the number of results that were limited to the
// bounds of their field.
func (p *Plan) disturb(s *scenario.Scenario, held []int32) {
	for i := range p.Noise {
		d := &p.Noise[i]
		if d.CV == 0 {
			continue
		}
		draw := rng.New(s.Seed, "study/noise/"+d.Path, 0)
		t := d.way.Change(s, func(x float64) float64 { return x * d.factor(draw) })
		if held != nil {
			held[i] = int32(t.Limited)
		}
	}
}

// Instance returns the instance of one replication at one point, drawn again
// and disturbed. If held is not nil, it gets for each noise entry the number of
// results that were limited to the bounds of their field.
func (p *Plan) Instance(point, replication int, held []int32) (*scenario.Scenario, error) {
	at := p.Points[point].Scenario
	seed := Seed(at.Seed, replication)
	made := *at
	made.Seed, made.Study = seed, nil
	s := &made
	if scenario.Generates(at) {
		drawn, err := scenario.Draw(at, seed)
		if err != nil {
			return nil, err
		}
		s = drawn
	}
	if !p.noisy {
		return s, nil
	}
	p.disturb(s, held)
	if faults := scenario.Validate(s); len(faults) > 0 {
		return nil, doc.Faults{{Reason: "the noise makes a problem that makes no sense: " + faults[0].String()}}
	}
	return s, nil
}

// count sets how many numbers each entry disturbs. It returns a fault for an
// entry without numbers.
func (p *Plan) count() (faults doc.Faults) {
	if len(p.Noise) == 0 || len(p.Points) == 0 {
		return nil
	}
	first := p.Points[0].Scenario
	if scenario.Generates(first) {
		drawn, err := scenario.Draw(first, Seed(first.Seed, 0))
		if err != nil {
			return nil // the replications report it
		}
		first = drawn
	}
	for i := range p.Noise {
		d := &p.Noise[i]
		if d.Numbers = d.way.Count(first); d.Numbers == 0 {
			faults = append(faults, doc.Fault{Path: doc.At("study.noise", i) + ".path", Value: strconv.Quote(d.Path),
				Reason: "leads to no number of this problem; fields that are left out have no noise"})
		}
	}
	return faults
}

// Factors returns the factors of a replication with a seed, in the order of the
// numbers.
func (d *Disturbance) Factors(seed uint64, n int) []float64 {
	draw, list := rng.New(seed, "study/noise/"+d.Path, 0), make([]float64, n)
	for i := range list {
		list[i] = d.factor(draw)
	}
	return list
}

// Sigma returns the standard deviation of the factors' logarithms.
func (d *Disturbance) Sigma() float64 { return d.sigma }

// GivenPaths returns the paths of the numbers of an entry at a point if the document
// gives all of them, and nil if some are drawn.
func (p *Plan) GivenPaths(d *Disturbance, point int) []string {
	list := d.way.Paths(p.Points[point].Scenario)
	if len(list) != d.Numbers {
		return nil
	}
	return list
}

// Noisy reports whether anything is disturbed.
func (p *Plan) Noisy() bool { return p.noisy }
