// Package proof writes certificates of bounds in public proof formats, which independent checkers verify.
package proof

import (
	"errors"
	"math"
	"math/big"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/placement"
)

// MaxPairs is the number of pairs of a job and a cluster up to which a proof is written.
const MaxPairs = 100_000

// VIPR returns the proof, in the format VIPR 1.0, that no placement has a makespan below the returned
// bound. The problem is the mixed integer program of placing each job on one cluster, with its data from
// the nearest copy. The proof is one linear combination of its constraints by the multipliers, one for each
// cluster. Without multipliers the clusters count by their power. All numbers are exact.
func VIPR(p *placement.Problem, multipliers []float64) (text []byte, bound *big.Rat, err error) {
	if len(p.Jobs) == 0 || len(p.Jobs)*len(p.Clusters) > MaxPairs {
		return nil, nil, errors.New("a proof is written for 1 to 100,000 pairs of a job and a cluster")
	}
	w := &writer{times: jobTimes(p), prices: make([]*big.Rat, len(p.Clusters))}
	total := new(big.Rat)
	for c := range p.Clusters {
		w.prices[c] = rational(p.Clusters[c].MIPS)
		if len(multipliers) == len(p.Clusters) {
			w.prices[c] = rational(multipliers[c])
		}
		total.Add(total, w.prices[c])
	}
	if total.Sign() <= 0 {
		return nil, nil, errors.New("the certificate has no multipliers above 0")
	}
	for c := range w.prices {
		w.prices[c].Quo(w.prices[c], total)
	}
	if err := w.number(p); err != nil {
		return nil, nil, err
	}
	return w.write(p)
}

// A writer holds the numbers of one proof. Variable 0 is the makespan.
type writer struct {
	times  [][]*big.Rat // by job and cluster; nil where the job cannot run
	prices []*big.Rat   // by cluster; they add up to 1
	index  [][]int      // of the variable of a job and a cluster; 0 where there is none
	count  int          // of variables
}

// number assigns a variable to every possible pair. It returns an error if a job can run on no
// cluster.
func (w *writer) number(p *placement.Problem) error {
	w.count = 1
	for j := range p.Jobs {
		row, possible := make([]int, len(p.Clusters)), false
		for c := range row {
			if w.times[j][c] != nil {
				row[c], possible = w.count, true
				w.count++
			}
		}
		if !possible {
			return errors.New("job " + p.Jobs[j].ID + " can run on no cluster")
		}
		w.index = append(w.index, row)
	}
	return nil
}

// write returns the text of all sections of the proof and the proven bound. The error is always
// nil.
func (w *writer) write(p *placement.Problem) ([]byte, *big.Rat, error) {
	b := &strings.Builder{}
	b.WriteString("VER 1.0\nVAR " + decimal(w.count) + "\nmakespan\n")
	integers := &strings.Builder{}
	w.eachPair(func(j, c int) {
		b.WriteString("x_" + decimal(j) + "_" + decimal(c) + "\n")
		integers.WriteString(" " + decimal(w.index[j][c]))
	})
	b.WriteString("INT " + decimal(w.count-1) + "\n" + strings.TrimSpace(integers.String()) + "\nOBJ min\n1 0 1\n")
	jobs, clusters := len(p.Jobs), len(p.Clusters)
	b.WriteString("CON " + decimal(jobs+clusters+w.count-1) + " " + decimal(w.count-1) + "\n")
	for j := range p.Jobs {
		terms := &strings.Builder{}
		n := 0
		for c := range p.Clusters {
			if i := w.index[j][c]; i > 0 {
				terms.WriteString(" " + decimal(i) + " 1")
				n++
			}
		}
		b.WriteString("job_" + decimal(j) + " E 1 " + decimal(n) + terms.String() + "\n")
	}
	for c := range p.Clusters {
		terms, n := &strings.Builder{}, 1
		for j := range p.Jobs {
			if i := w.index[j][c]; i > 0 && w.times[j][c].Sign() > 0 {
				terms.WriteString(" " + decimal(i) + " " + w.times[j][c].RatString())
				n++
			}
		}
		b.WriteString("load_" + decimal(c) + " L 0 " + decimal(n) + " 0 -1" + terms.String() + "\n")
	}
	w.eachPair(func(j, c int) {
		i := decimal(w.index[j][c])
		b.WriteString("least_" + i + " G 0 1 " + i + " 1\n")
	})
	bound, terms, n := w.combination(jobs, clusters)
	least := bound.RatString()
	b.WriteString("RTP range " + least + " inf\nSOL 0\nDER 1\nbound G " + least + " 1 0 1 { lin " + decimal(n) + terms +
		" } -1\n")
	return []byte(b.String()), bound, nil
}

// eachPair visits the pairs that have a variable, in the order of the variables.
func (w *writer) eachPair(visit func(j, c int)) {
	for j := range w.index {
		for c, i := range w.index[j] {
			if i > 0 {
				visit(j, c)
			}
		}
	}
}

// combination returns the bound and the multipliers of the constraints that add up to it: minus the price for each
// load, the least price times time for each job, and the remainder of a variable for its bound.
func (w *writer) combination(jobs, clusters int) (bound *big.Rat, terms string, n int) {
	b := &strings.Builder{}
	bound = new(big.Rat)
	add := func(constraint int, by *big.Rat) {
		if by.Sign() != 0 {
			b.WriteString(" " + decimal(constraint) + " " + by.RatString())
			n++
		}
	}
	least := make([]*big.Rat, jobs)
	for j := range least {
		for c := range w.prices {
			if w.index[j][c] > 0 {
				priced := new(big.Rat).Mul(w.prices[c], w.times[j][c])
				if least[j] == nil || priced.Cmp(least[j]) < 0 {
					least[j] = priced
				}
			}
		}
		bound.Add(bound, least[j])
		add(j, least[j])
	}
	for c := range w.prices {
		add(jobs+c, new(big.Rat).Neg(w.prices[c]))
	}
	w.eachPair(func(j, c int) {
		rest := new(big.Rat).Mul(w.prices[c], w.times[j][c])
		add(jobs+clusters+w.index[j][c]-1, rest.Sub(rest, least[j]))
	})
	return bound, b.String(), n
}

// jobTimes returns the exact time of every job alone on every cluster: its run time and the transfers of its
// datasets. It is nil where the job cannot run or a dataset cannot arrive.
func jobTimes(p *placement.Problem) [][]*big.Rat {
	clusterIndex := map[string]int{}
	for c := range p.Clusters {
		clusterIndex[p.Clusters[c].ID] = c
	}
	seconds := map[string][]*big.Rat{} // by dataset and cluster
	for d := range p.Datasets {
		transfer := distances(p, clusterIndex, p.Datasets[d].At)
		for c := range transfer {
			if transfer[c] != nil {
				transfer[c].Mul(transfer[c], rational(p.Datasets[d].Size))
			}
		}
		seconds[p.Datasets[d].ID] = transfer
	}
	byJob := make([][]*big.Rat, len(p.Jobs))
	for j := range p.Jobs {
		byJob[j] = make([]*big.Rat, len(p.Clusters))
		for c := range p.Clusters {
			t := runTime(p, j, c)
			for _, d := range p.Jobs[j].Datasets {
				if t == nil || seconds[d][c] == nil {
					t = nil
					break
				}
				t.Add(t, seconds[d][c])
			}
			byJob[j][c] = t
		}
	}
	return byJob
}

// runTime returns the time that a job computes on a cluster, nil if it cannot run there.
func runTime(p *placement.Problem, job, cluster int) *big.Rat {
	if !p.Jobs[job].HasTimes() {
		return new(big.Rat).Quo(rational(p.Jobs[job].MI), rational(p.Clusters[cluster].MIPS))
	}
	stated := p.RunTime(job, cluster)
	if math.IsInf(stated, 1) {
		return nil
	}
	return rational(stated)
}

// distances returns the seconds that a megabyte takes from the nearest of some clusters to each,
// nil if it cannot arrive.
func distances(p *placement.Problem, clusterIndex map[string]int, from []string) []*big.Rat {
	best := make([]*big.Rat, len(p.Clusters))
	for _, id := range from {
		best[clusterIndex[id]] = new(big.Rat)
	}
	for changed := true; changed; {
		changed = false
		for l := range p.Links {
			hop := new(big.Rat).Inv(rational(p.Links[l].Bandwidth))
			a, b := clusterIndex[p.Links[l].A], clusterIndex[p.Links[l].B]
			for range 2 {
				if best[a] != nil {
					if far := new(big.Rat).Add(best[a], hop); best[b] == nil || far.Cmp(best[b]) < 0 {
						best[b], changed = far, true
					}
				}
				a, b = b, a
			}
		}
	}
	return best
}

// rational returns the number that a document shows, exactly.
func rational(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(doc.Exact(x))
	return r
}

func decimal(n int) string { return doc.Decimal(float64(n)) }
