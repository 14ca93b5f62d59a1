package proof

import (
	"errors"
	"math/big"

	"gridbox/core/doc"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// A Pseudo is a pseudo-Boolean formula without a solution, in the format OPB, and its refutation in the format
// VeriPB 2.0.
type Pseudo struct {
	Formula, Proof []byte
	Claim          string // statement of the formula, which the proof refutes
}

const (
	maxVariables = 2000 // of a pseudo-Boolean formula
	maxStates    = 3000 // of a refutation
)

var (
	errLarge  = errors.New("a pseudo-Boolean proof is written for at most " + decimal(maxVariables) + " variables")
	errSearch = errors.New("the pseudo-Boolean proof needs more than " + decimal(maxStates) + " states")
)

// placements returns the proof for a placement, nil for an answer of another kind.
func placements(s *scenario.Scenario, a *scenario.Answer) (*Pseudo, error) {
	if s.Placement == nil {
		return nil, nil
	}
	return placementPseudo(&s.Placement.Problem, a.Bound.Value, multipliers(a))
}

// placementPseudo returns the proof that no placement has a makespan below a bound, less the relative tolerance of
// certificates, 1e-10. The multipliers are those of the certificate, one for each cluster; others are replaced by the
// powers of the clusters.
func placementPseudo(p *placement.Problem, bound float64, multipliers []float64) (*Pseudo, error) {
	if len(p.Jobs) == 0 || len(p.Jobs)*len(p.Clusters) > maxVariables {
		return nil, errLarge
	}
	g := &placing{jobs: len(p.Jobs), clusters: len(p.Clusters)}
	limit := new(big.Rat).Mul(rational(bound), big.NewRat(1e10-1, 1e10))
	g.scaleTimes(jobTimes(p), limit)
	weights := make([]*big.Rat, g.clusters)
	for c := range weights {
		weights[c] = rational(p.Clusters[c].MIPS)
		if len(multipliers) == g.clusters {
			weights[c] = rational(multipliers[c])
		}
	}
	g.weights = wholes(weights)
	rows := g.rows()
	s := &Pseudo{Claim: "a placement whose makespan is below " + doc.Exact(bound) + " s times 1 - 1e-10"}
	about := s.Claim + "\nx1 is the first job on the first cluster, x2 the first job on the second, and so on\n"
	s.Formula = formula(about, g.jobs*g.clusters, rows)
	if s.Proof = refutation(g.jobs*g.clusters, rows, g, maxStates); s.Proof == nil {
		return nil, errSearch
	}
	return s, nil
}

// A placing is the formula of a placement. Variable j * clusters + c is job j on cluster c. The
// constraints are: each job is placed; the load of each cluster is below the limit; impossible
// pairs are not used.
type placing struct {
	jobs, clusters int
	times          [][]*big.Int // by job and cluster in units of a common denominator; nil where the job cannot run
	limit          *big.Int     // the greatest load in these units
	weights        []*big.Int   // by cluster
}

// scaleTimes sets times and the limit in units of their common denominator. A load is below the limit, so it is at most
// the greatest whole number below.
func (g *placing) scaleTimes(times [][]*big.Rat, limit *big.Rat) {
	unit := big.NewInt(1)
	for _, row := range times {
		for _, t := range row {
			if t != nil {
				unit = multiple(unit, t.Denom())
			}
		}
	}
	g.limit = new(big.Int).Mul(limit.Num(), unit)
	g.limit.Sub(g.limit, big.NewInt(1))
	g.limit.Div(g.limit, limit.Denom())
	for _, row := range times {
		list := make([]*big.Int, len(row))
		for c, t := range row {
			if t != nil {
				list[c] = new(big.Int).Mul(t.Num(), new(big.Int).Quo(unit, t.Denom()))
			}
		}
		g.times = append(g.times, list)
	}
}

// rows returns the constraints of the model: each job has a cluster, no load exceeds the limit, and
// impossible pairs are 0.
func (g *placing) rows() (list []linear) {
	one := big.NewInt(1)
	for j := range g.jobs {
		by := map[int]*big.Int{}
		for c := range g.clusters {
			by[j*g.clusters+c] = one
		}
		list = append(list, newLinear(by, one))
	}
	for c := range g.clusters {
		by := map[int]*big.Int{}
		for j := range g.jobs {
			if t := g.times[j][c]; t != nil {
				by[j*g.clusters+c] = new(big.Int).Neg(t)
			}
		}
		list = append(list, newLinear(by, new(big.Int).Neg(g.limit)))
	}
	for j := range g.jobs {
		for c := range g.clusters {
			if g.times[j][c] == nil {
				list = append(list, newLinear(map[int]*big.Int{j*g.clusters + c: big.NewInt(-1)}, new(big.Int)))
			}
		}
	}
	return list
}

// sum adds up the loads by their weights and, for each job that is not placed, its least weighted time where it may
// run.
func (g *placing) sum(values []int8) (list []use) {
	for j := range g.jobs {
		var least *big.Int
		for c := range g.clusters {
			switch values[j*g.clusters+c] {
			case 1:
				least = new(big.Int)
			case 0:
				if w := g.weightedTime(j, c); least == nil || w.Cmp(least) < 0 {
					least = w
				}
			}
		}
		if least != nil && least.Sign() > 0 {
			list = append(list, use{j, least})
		}
	}
	for c, w := range g.weights {
		if w.Sign() > 0 {
			list = append(list, use{g.jobs + c, w})
		}
	}
	return list
}

func (g *placing) weightedTime(job, cluster int) *big.Int {
	return new(big.Int).Mul(g.weights[cluster], g.times[job][cluster])
}

// branch returns the possible clusters of the open job whose second least weighted time is the greatest.
func (g *placing) branch(values []int8) (best []literal) {
	var widest *big.Int
	for j := range g.jobs {
		var open []literal
		var least, second *big.Int
		placed := false
		for c := range g.clusters {
			v := j*g.clusters + c
			placed = placed || values[v] == 1
			if values[v] != 0 {
				continue
			}
			open = append(open, literal(2*v))
			w := g.weightedTime(j, c)
			switch {
			case least == nil || w.Cmp(least) < 0:
				least, second = w, least
			case second == nil || w.Cmp(second) < 0:
				second = w
			}
		}
		if !placed && second != nil && (widest == nil || second.Cmp(widest) > 0) {
			widest, best = second, open
		}
	}
	return best
}

// multiple returns the least common multiple of two numbers.
func multiple(a, b *big.Int) *big.Int {
	shared := new(big.Int).GCD(nil, nil, a, b)
	return new(big.Int).Mul(a, shared.Quo(b, shared))
}

// wholes returns numbers in the ratio of some, rounded to 15 digits of the greatest.
func wholes(list []*big.Rat) []*big.Int {
	most := new(big.Rat)
	for _, x := range list {
		if x.Cmp(most) > 0 {
			most = x
		}
	}
	out := make([]*big.Int, len(list))
	for i, x := range list {
		out[i] = new(big.Int)
		if most.Sign() > 0 {
			scaled := new(big.Rat).Quo(x, most)
			scaled.Mul(scaled, big.NewRat(1e15, 1))
			out[i].Quo(scaled.Num(), scaled.Denom())
		}
	}
	return out
}
