package solve

// maxEnumerated is the number of subsets at a start up to which all are
// enumerated, for criteria that are not additive.
const maxEnumerated = 3000

// explore searches the subsets for a criterion that is not additive.
func (c *custom) explore(k int, start float64) {
	if combinations(len(c.nodes), c.instance.n) <= maxEnumerated {
		c.enumerate(k, start, make([]int32, 0, c.instance.n), 0, 0)
		return
	}
	c.stats.Searched++
	first := c.cheapestOwnSubset(k)
	if first == nil {
		c.recordPruned(start, "budget", 0)
		return
	}
	c.exchange(k, start, first)
}

// combinations returns m over n, or a number above maxEnumerated.
func combinations(m, n int) int {
	n = min(n, m-n)
	x := 1
	for i := 1; i <= n; i++ {
		if x = x * (m - n + i) / i; x > maxEnumerated {
			return x
		}
	}
	return x
}

// enumerate evaluates every subset within the budget.
func (c *custom) enumerate(k int, start float64, chosen []int32, from int, weight int64) {
	if weight > c.instance.groups[k].capacity {
		return
	}
	if len(chosen) == c.instance.n {
		c.spend(c.instance.n)
		if c.hasNodeOfGroup(k, chosen) {
			c.offer(k, start, append([]int32(nil), chosen...))
		}
		return
	}
	for at := from; at <= len(c.nodes)-(c.instance.n-len(chosen)); at++ {
		i := c.nodes[at]
		c.enumerate(k, start, append(chosen, i), at+1, weight+c.instance.weights[i])
	}
}

func (c *custom) hasNodeOfGroup(k int, nodes []int32) bool {
	for _, i := range nodes {
		if int(c.instance.group[i]) == k {
			return true
		}
	}
	return false
}

// cheapestOwnSubset returns the cheapest subset with a node of the group's own, or
// nil if it exceeds the budget. The candidates are in the order of their
// prices.
func (c *custom) cheapestOwnSubset(k int) []int32 {
	nodes := append([]int32(nil), c.nodes[:c.instance.n]...)
	for _, i := range c.nodes[c.instance.n:] {
		if c.hasNodeOfGroup(k, nodes) {
			break
		}
		if int(c.instance.group[i]) == k {
			nodes[c.instance.n-1] = i
		}
	}
	if !c.hasNodeOfGroup(k, nodes) || c.weight(nodes) > c.instance.groups[k].capacity {
		return nil
	}
	return nodes
}

// exchange improves a subset by the best exchange of one node, until none
// improves it.
func (c *custom) exchange(k int, start float64, nodes []int32) {
	value, weight := c.value(nodes), c.weight(nodes)
	trial := append([]int32(nil), nodes...)
	for range 10 * c.instance.n {
		if c.spend(len(nodes) * len(c.nodes) * c.instance.n) {
			break
		}
		to, from, best := int32(-1), 0, value
		for at := range nodes {
			for _, i := range c.nodes {
				if contains(nodes, i) ||
					weight-c.instance.weights[nodes[at]]+c.instance.weights[i] > c.instance.groups[k].capacity {
					continue
				}
				copy(trial, nodes)
				trial[at] = i
				if v := c.value(trial); finite(v) && (v > best || !finite(best)) && c.hasNodeOfGroup(k, trial) {
					to, from, best = i, at, v
				}
			}
		}
		if to < 0 || c.ctx.Err() != nil {
			break
		}
		weight += c.instance.weights[to] - c.instance.weights[nodes[from]]
		nodes[from], value = to, best
	}
	c.offer(k, start, nodes)
}

func contains(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
