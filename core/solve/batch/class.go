package batch

// An item is one alternative of a job in a problem of choice: it adds z to what
// is limited and g to what is to be least.
type item struct {
	z, g         float64
	zrest, grest float64 // what the two are rounded by, see amount
	index        int32   // the window's place among the job's
}

func (a *item) limited() amount { return amount{a.z, a.zrest} }

func (a *item) goal() amount { return amount{a.g, a.grest} }

// A class is a job's alternatives that can be in a best combination: ordered
// by z, with g falling.
type class []item

func (a *item) before(b *item) bool {
	if apart := a.limited().compare(b.limited()); apart != 0 {
		return apart < 0
	}
	if apart := a.goal().compare(b.goal()); apart != 0 {
		return apart < 0
	}
	return a.index < b.index
}

// reduce orders items and drops those that another one is as good as in both
// numbers; of equal ones the first window stays.
func reduce(items []item) class {
	order(items)
	kept := items[:0]
	for _, x := range items {
		if n := len(kept); n == 0 || x.goal().compare(kept[n-1].goal()) < 0 {
			kept = append(kept, x)
		}
	}
	return class(kept)
}

// order sorts by heap; no two items are equal.
func order(items []item) {
	for i := len(items)/2 - 1; i >= 0; i-- {
		sink(items, i)
	}
	for n := len(items) - 1; n > 0; n-- {
		items[0], items[n] = items[n], items[0]
		sink(items[:n], 0)
	}
}

func sink(items []item, i int) {
	for {
		child := 2*i + 1
		if child >= len(items) {
			return
		}
		if child+1 < len(items) && items[child].before(&items[child+1]) {
			child++
		}
		if !items[i].before(&items[child]) {
			return
		}
		items[i], items[child] = items[child], items[i]
		i = child
	}
}

// hull appends the places of the items on the lower left convex hull of a
// class: those that are best for some price of z.
func (c class) hull(into []int32) []int32 {
	first := len(into)
	for i := range c {
		for len(into)-first >= 2 {
			a, b := &c[into[len(into)-2]], &c[into[len(into)-1]]
			// b stays if it lies below the line from a to c[i].
			if (b.g-a.g)*(c[i].z-a.z) < (c[i].g-a.g)*(b.z-a.z) {
				break
			}
			into = into[:len(into)-1]
		}
		into = append(into, int32(i))
	}
	return into
}
