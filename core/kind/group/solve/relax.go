package solve

// relax solves the dual over all groups. It starts with a sample and adds the
// groups that pay at the current multipliers, until none is missing: with a
// million nodes a few thousand groups decide. leads[g] is then the best way to
// use each group at the result.
func (in *instance) relax() (plane, []bestUse) {
	all := in.size()
	d := &dual{instance: in, budget: float64(in.budget)}
	inside := make([]bool, all)
	stride := max(1, all/600)
	count, offers := 0, make([]int64, 0, 1024)
	take := func(g int) {
		if !inside[g] {
			inside[g] = true
			d.active = append(d.active, int32(g))
			count += in.maxNodes(g)
		}
	}
	for ; ; stride = stride / 2 { // enough of them that n nodes can be afforded
		for g := 0; g < all; g += stride {
			take(g)
		}
		if stride == 1 {
			break
		}
		if count < 2*in.n || in.variantStart != nil {
			continue
		}
		offers = offers[:0]
		for _, g := range d.active {
			from, to := in.members(int(g))
			offers = append(offers, in.price[from:to]...)
		}
		if least, _ := sumSmallest(offers, in.n); least < in.budget {
			break
		}
	}
	best := d.minimise(multipliers{})
	leads := make([]bestUse, all)
	for round := 0; ; round++ {
		whole := plane{multipliers: best.multipliers}
		grown := false
		for g := range leads {
			l := in.bestUse(g, best.multipliers)
			leads[g] = l
			if l.profit > 0 {
				whole.value += l.profit
				whole.count += float64(l.nodes)
				whole.cost += float64(l.cost)
				if !inside[g] {
					take(g)
					grown = true
				}
			}
		}
		whole.value += float64(best.lambda*d.budget) + float64(best.mu*float64(in.n))
		if !grown || round == 8 {
			return whole, leads
		}
		best = d.minimise(best.multipliers)
	}
}
