package report

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

// An Effect is the part of the variation of a metric between the points of a study's grid that goes with
// one varied path: the variance of the means of its values, as a share of the variance of the means of all
// points (the first-order sensitivity index of Sobol'). The interval is that of a bootstrap over
// replications, which all points share.
type Effect struct {
	Path  string  `json:"path"`
	Run   int     `json:"run"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// From and To are the values of the path with the least and the greatest mean, LowMean and HighMean.
	From     any     `json:"from"`
	To       any     `json:"to"`
	LowMean  float64 `json:"lowMean"`
	HighMean float64 `json:"highMean"`
}

// effectWork is the greatest number of values read by the bootstrap of one run.
const effectWork = 40_000_000

// Effects returns the effects of all varied paths on a metric, run by run, the greatest first. Only
// replications in which a run has a value at every point count. A run without two of them, or whose means
// do not vary, has no effects.
func Effects(plan *study.Plan, part study.Values, metric int) (list []Effect) {
	if len(plan.Paths) == 0 || len(plan.Points) < 2 {
		return nil
	}
	limit, _ := End(plan, part)
	for run := range plan.Runs() {
		rows := common(plan, part, metric, run, limit)
		if len(rows) == 0 || len(rows[0]) < 2 {
			continue
		}
		list = append(list, effectsOf(plan, rows, run)...)
	}
	return list
}

// common returns the values of a run by point, for the replications that every point has.
func common(plan *study.Plan, part study.Values, metric, run, limit int) [][]float64 {
	at := make([]map[int32]float64, len(plan.Points))
	count := map[int32]int{}
	for point := range plan.Points {
		c := part.Column(point, run, metric, limit)
		at[point] = make(map[int32]float64, len(c.Values))
		for i, r := range c.Replications {
			at[point][r] = c.Values[i]
			count[r]++
		}
	}
	rows := make([][]float64, len(plan.Points))
	for _, r := range sorting.Keys(count) {
		if count[r] < len(rows) {
			continue
		}
		for point := range rows {
			rows[point] = append(rows[point], at[point][r])
		}
	}
	return rows
}

// effectsOf returns the effects of the paths on one run, the greatest share first, with bootstrap
// intervals. Rows has, by point, the values of the same replications. It returns nil if all points
// have the same mean.
func effectsOf(plan *study.Plan, rows [][]float64, run int) (list []Effect) {
	n := len(rows[0])
	once := make([]int, n)
	for r := range once {
		once[r] = r
	}
	means := pointMeans(rows, once)
	if variance(means) == 0 {
		return nil
	}
	samples := max(99, min(999, effectWork/(n*len(rows))))
	drawn := make([][]float64, len(plan.Paths)) // shares by path and sample
	draw := rng.New(plan.Scenario.Seed, "study/effects", uint64(run))
	for range samples {
		for r := range once {
			once[r] = draw.IntN(n)
		}
		sample := pointMeans(rows, once)
		for k := range plan.Paths {
			share, _ := effect(plan, sample, k)
			drawn[k] = append(drawn[k], share)
		}
	}
	tail := float64((1 - confidence(plan)) / 2)
	for k, path := range plan.Paths {
		e := Effect{Path: path, Run: run}
		var groups []group
		e.Share, groups = effect(plan, means, k)
		slices.Sort(drawn[k])
		e.Low, e.High = quantileOf(drawn[k], tail), quantileOf(drawn[k], 1-tail)
		least, most := groups[0], groups[0]
		for _, g := range groups {
			if g.mean < least.mean {
				least = g
			}
			if g.mean > most.mean {
				most = g
			}
		}
		e.From, e.LowMean, e.To, e.HighMean = least.value, least.mean, most.value, most.mean
		list = append(list, e)
	}
	sorting.Stable(list, func(a, b Effect) int { return sorting.Ascending(b.Share, a.Share) })
	return list
}

// pointMeans returns the mean of every point over the given replications.
func pointMeans(rows [][]float64, replications []int) []float64 {
	means := make([]float64, len(rows))
	for point, values := range rows {
		sum := 0.0
		for _, r := range replications {
			sum += values[r]
		}
		means[point] = sum / float64(len(replications))
	}
	return means
}

// A group has the points with one value of a path.
type group struct {
	value any
	mean  float64
	count int
}

// effect returns the share of a path in the variance of the points' means, and the means of its values.
func effect(plan *study.Plan, means []float64, path int) (share float64, groups []group) {
	index := map[string]int{}
	for point, mean := range means {
		value := plan.Points[point].Values[path]
		key := string(doc.Canonical(value))
		at, known := index[key]
		if !known {
			at = len(groups)
			index[key] = at
			groups = append(groups, group{value: value})
		}
		groups[at].mean += mean
		groups[at].count++
	}
	whole := 0.0
	for _, mean := range means {
		whole += mean
	}
	whole /= float64(len(means))
	between := 0.0
	for i := range groups {
		g := &groups[i]
		g.mean /= float64(g.count)
		between += float64(float64(g.count) * (g.mean - whole) * (g.mean - whole))
	}
	if total := variance(means) * float64(len(means)); total > 0 {
		share = min(1, between/total)
	}
	return share, groups
}

// variance returns the variance of a list, divided by its length.
func variance(list []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range list {
		mean += x
	}
	mean /= float64(len(list))
	for _, x := range list {
		sum += float64((x - mean) * (x - mean))
	}
	return sum / float64(len(list))
}

// quantileOf returns the quantile of a sorted list, the nearest element.
func quantileOf(list []float64, p float64) float64 {
	return list[min(len(list)-1, int(p*float64(len(list))))]
}
