package slurm

import (
	"math"
	"slices"
	"strconv"
)

func emptyValues(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.NaN()
	}
	return values
}

// findLimit finds the time limit: whole minutes that the elapsed time hardly
// ever exceeds. If no dates determine the elapsed time, it is the column that
// never exceeds the other.
func (g *guesser) findLimit() {
	g.findQueued()
	elapsed := emptyValues(len(g.rows))
	if at := slices.IndexFunc(g.fields, func(f field) bool { return f == fElapsed || f == fElapsedRaw }); at >= 0 {
		elapsed = g.length(at)
	}
	var limits, others []int
	for _, c := range g.free(fLimit, (*column).isSpan) {
		minutes, long, of, positive := true, 0, 0, false
		for i, x := range g.cols[c].span {
			if !isKnown(x) {
				continue
			}
			minutes = minutes && math.Mod(x, 60) == 0 || x == unlimited
			positive = positive || x != 0
			if isKnown(elapsed[i]) {
				of++
				if x == unlimited || x >= elapsed[i] {
					long++
				}
			}
		}
		same, with := equal(g.cols[c].span, elapsed)
		switch {
		case minutes && positive && long*10 >= of*8 && (of == 0 || same < with):
			limits = append(limits, c)
		default:
			others = append(others, c)
		}
	}
	switch {
	case slices.Contains(g.fields, fLimit):
	case len(limits) == 1 || len(limits) > 1 && g.equalSpans(limits):
		g.set(limits[0], fLimit, "whole minutes, and hardly ever shorter than the elapsed time")
	case len(limits) > 1:
		g.reasons[fLimit] = "nothing distinguishes the " + columnList(limits)
	default:
		g.reasons[fLimit] = "no column holds whole minutes that are longer than the elapsed time"
	}
	if slices.Contains(g.fields, fElapsed) || slices.Contains(g.fields, fElapsedRaw) {
		return
	}
	switch list := g.free(fElapsed, (*column).isSpan); {
	case len(list) == 1 && len(others) <= 1:
		g.set(list[0], fElapsed, "the only other column of times; there are no dates to compare")
	case len(list) > 0:
		g.reasons[fElapsed] = "no two columns of dates differ by it, and nothing else distinguishes the " +
			columnList(list)
	}
}

// findQueued finds the elapsed time in a queue, which is 0 for all waiting
// jobs.
func (g *guesser) findQueued() {
	state := slices.Index(g.fields, fState)
	if state < 0 || slices.Contains(g.fields, fElapsed) {
		return
	}
	for _, c := range g.free(fElapsed, (*column).isSpan) {
		waiting, zero := 0, 0
		for i, cell := range g.cols[state].cells {
			if stateOf(cell) == pending {
				if waiting++; !(g.cols[c].span[i] > 0) {
					zero++
				}
			}
		}
		if waiting > 0 && waiting == zero {
			g.set(c, fElapsed, "it is 0 or empty for all jobs that wait")
			return
		}
	}
}

func (g *guesser) equalSpans(list []int) bool {
	for _, c := range list[1:] {
		if same, of := equal(g.cols[list[0]].span, g.cols[c].span); same < of {
			return false
		}
	}
	return true
}

// findCounts finds the numbers of CPUs and of nodes.
func (g *guesser) findCounts() {
	list := g.candidateColumns()
	if slices.Contains(g.fields, fAllocated) {
		g.countsOf(list)
		return
	}
	g.reasons[fCPUs] = "no column of whole numbers may be one" + g.exclusions()
	g.reasons[fNodes] = g.reasons[fCPUs]
	list = g.nodesOf(list)
	if list = g.cpusOf(list); len(list) == 0 {
		return
	}
	list = g.different(list)
	nodes := slices.Index(g.fields, fNodes)
	// Lists of nodes would have determined the number of nodes.
	unlisted := nodes < 0 && !slices.Contains(g.fields, fNodeList) && !slices.Contains(g.fields, fNodeReason)
	switch {
	case unlisted && len(list) == 2 && g.neverExceeds(list[0], list[1]):
		g.pairs(list[0], list[1])
	case unlisted && len(list) == 2 && g.neverExceeds(list[1], list[0]):
		g.pairs(list[1], list[0])
	case len(list) == 1:
		g.set(list[0], fCPUs, "the only column of whole numbers that may be one")
	default:
		g.reasons[fCPUs] = "nothing distinguishes the " + columnList(list) + g.exclusions()
		if nodes < 0 {
			g.reasons[fNodes] = g.reasons[fCPUs]
		}
	}
}

// exclusions returns the columns of numbers that were not considered, with the
// reasons.
func (g *guesser) exclusions() (text string) {
	shown := 0
	for c := range g.cols {
		if why := g.ids[c]; why != "" && g.fields[c] == ignored && shown < 4 {
			text += "; column " + strconv.Itoa(c+1) + " holds " + why
			shown++
		}
	}
	return text
}

func (g *guesser) pairs(nodes, cpus int) {
	g.set(nodes, fNodes, "never more than column "+strconv.Itoa(cpus+1))
	g.set(cpus, fCPUs, "never fewer than column "+strconv.Itoa(nodes+1))
}

// candidateColumns returns the columns of whole numbers that may count CPUs or nodes.
func (g *guesser) candidateColumns() (list []int) {
	elapsed, limit := slices.Index(g.fields, fElapsed), slices.Index(g.fields, fLimit)
	for c := range g.cols {
		col := &g.cols[c]
		if g.fields[c] != ignored || !col.isWhole() || g.ids[c] != "" || col.max < 1 || col.max > 1e7 {
			continue
		}
		if elapsed >= 0 {
			if same, of := equal(col.whole, g.cols[elapsed].span); of > 0 && same == of {
				continue // the elapsed time in seconds
			}
		}
		if limit >= 0 {
			minutes := emptyValues(len(g.rows))
			for i, x := range g.cols[limit].span {
				minutes[i] = x / 60
			}
			if same, of := equal(col.whole, minutes); of > 0 && same == of {
				continue // the limit in minutes
			}
		}
		list = append(list, c)
	}
	return list
}

// countsOf finds the columns that agree with the allocated resources. If CPUs
// and nodes are equal in all rows, neither column is used, because the
// resources determine both.
func (g *guesser) countsOf(list []int) {
	cpus, nodes := g.resource(fAllocated, "cpu"), g.resource(fAllocated, "node")
	agree := func(want []float64) (found []int) {
		for _, c := range list {
			if same, of := equal(g.cols[c].whole, want); of > 0 && same == of {
				found = append(found, c)
			}
		}
		return found
	}
	withCPUs, withNodes := agree(cpus), agree(nodes)
	g.reasons[fCPUs] = "it equals the allocated resources"
	g.reasons[fNodes] = g.reasons[fCPUs]
	if same, of := equal(cpus, nodes); of > 0 && same == of {
		return
	}
	if len(withCPUs) > 0 {
		g.set(withCPUs[0], fCPUs, "it agrees with cpu= of the resources that were allocated")
	}
	if len(withNodes) > 0 {
		g.set(withNodes[0], fNodes, "it agrees with node= of the resources that were allocated")
	}
}

// nodesOf finds the column that counts the nodes of the node lists, and returns
// the other columns.
func (g *guesser) nodesOf(list []int) []int {
	at := slices.IndexFunc(g.fields, func(f field) bool { return f == fNodeList || f == fNodeReason })
	if at < 0 {
		return list
	}
	counts := emptyValues(len(g.rows))
	for i, cell := range g.cols[at].cells {
		if names, all := nodes(cell, 10_000); all && len(names) > 0 {
			counts[i] = float64(len(names))
		}
	}
	var found []int
	for _, c := range list {
		if same, of := equal(g.cols[c].whole, counts); of > 0 && same == of {
			found = append(found, c)
		}
	}
	if len(g.different(found)) != 1 {
		return list
	}
	g.set(found[0], fNodes, "it counts the nodes of column "+strconv.Itoa(at+1)+" in all rows")
	return slices.DeleteFunc(list, func(c int) bool {
		if slices.Contains(found, c) {
			return true
		}
		for i, x := range g.cols[c].whole {
			if x < counts[i] {
				return true // a job has at least one CPU on each node
			}
		}
		return false
	})
}

// cpusOf finds the column whose product with the elapsed time is another
// column, sacct's CPUTime. It returns the other columns, none if it was found.
func (g *guesser) cpusOf(list []int) []int {
	at := slices.Index(g.fields, fElapsed)
	if at < 0 {
		return list
	}
	for _, c := range list {
		for y := range g.cols {
			if g.fields[y] != ignored || !g.cols[y].isSpan() && !g.cols[y].isWhole() || g.cols[c].max < 2 {
				continue
			}
			want, several := emptyValues(len(g.rows)), 0
			for i, x := range g.cols[at].span {
				if x > 0 {
					want[i] = float64(x * g.cols[c].whole[i])
					if g.cols[c].whole[i] > 1 && isKnown(g.length(y)[i]) {
						several++
					}
				}
			}
			if same, of := equal(want, g.length(y)); several > 1 && same == of {
				g.set(c, fCPUs, "times the elapsed time it is column "+strconv.Itoa(y+1)+" in all rows")
				return nil
			}
		}
	}
	return list
}

// different returns one of each set of columns that are equal in all rows.
func (g *guesser) different(list []int) (some []int) {
	for _, c := range list {
		if !slices.ContainsFunc(some, func(other int) bool {
			same, of := equal(g.cols[c].whole, g.cols[other].whole)
			return of > 0 && same == of
		}) {
			some = append(some, c)
		}
	}
	return some
}

// neverExceeds reports whether a column never exceeds another column that varies, and
// is less in some row. A constant column may be the number of a group.
func (g *guesser) neverExceeds(small, large int) bool {
	if g.cols[large].distinct < 2 {
		return false
	}
	less := false
	for i, x := range g.cols[small].whole {
		y := g.cols[large].whole[i]
		if x > y {
			return false
		}
		less = less || x < y
	}
	return less
}
