package draw

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

const (
	// huge is the number of clusters above which only those that are selected or
	// noted have text in the picture; the others say their name as a tip.
	huge = 600
	// mostLinks is the number of links above which links are drawn in bundles: as
	// a few paths, one a width, without a mark of their own.
	mostLinks = 1500
	// mostOwn bounds the links of selected clusters that are drawn one by one.
	mostOwn = 400
	// bundles is how many widths the links of a bundled picture have.
	bundles = 4
)

// drawBundles writes the widest links in a few paths and those of selected
// clusters as marks.
func (t *topology) drawBundles(m *svg.Builder) {
	width := make([]float64, len(t.widest))
	low, high := math.Inf(1), 0.0
	for k, i := range t.widest {
		width[k] = t.linkWidth(i)
		low, high = math.Min(low, width[k]), math.Max(high, width[k])
	}
	step := math.Max(high-low, 1e-9) / bundles
	for b := range bundles {
		begun := false
		for k, i := range t.widest {
			if min(int((width[k]-low)/step), bundles-1) != b {
				continue
			}
			if !begun {
				m.Raw(`<path class="gb-wire gb-bundle"`)
				m.Num("stroke-width", low+(float64(b)+0.5)*step)
				m.Raw(` d="`)
				begun = true
			}
			t.segment(m, t.at[t.tips[i][0]], t.at[t.tips[i][1]])
		}
		if begun {
			m.Raw(`"/>`)
		}
	}
	t.drawOwn(m)
}

func (t *topology) segment(m *svg.Builder, a, b picture.Point) {
	m.Raw("M")
	m.Tenth(a.X)
	m.Raw(" ")
	m.Tenth(a.Y)
	m.Raw("L")
	m.Tenth(b.X)
	m.Raw(" ")
	m.Tenth(b.Y)
}

// drawOwn draws links that are selected, or whose cluster is.
func (t *topology) drawOwn(m *svg.Builder) {
	if t.Small || len(t.selected) == 0 {
		return
	}
	own := 0
	for i := range t.p.Links {
		if own < mostOwn && t.joins(i) && (t.touchesSelection(i) || t.isSelected(i)) {
			own++
			t.drawLink(m, i, t.linkWidth(i))
		}
	}
}

// findWidest lists the links that are drawn where there are too many: those that
// hold the grid together, the widest first, and then the widest of the others, one
// and a half a cluster. They stay in the order of the document.
func (n *network) findWidest(p *placement.Problem, pause func()) {
	order := make([]int, 0, len(p.Links))
	for i := range p.Links {
		if n.tips[i][0] >= 0 && n.tips[i][1] >= 0 {
			order = append(order, i)
		}
	}
	limit := max(mostLinks, 3*len(p.Clusters)/2)
	if len(order) <= limit {
		n.widest = order
		return
	}
	compared := 0
	slices.SortFunc(order, func(a, b int) int {
		if compared++; compared%pieces == 0 {
			pause()
		}
		if x, y := p.Links[a].Bandwidth, p.Links[b].Bandwidth; x != y {
			return sorting.Ascending(y, x)
		}
		return a - b
	})
	pause()
	parts := placement.Apart(len(p.Clusters))
	kept, others := make([]int, 0, limit), order[:0:0]
	for _, i := range order {
		if a, b := parts.Root(n.tips[i][0]), parts.Root(n.tips[i][1]); a != b {
			parts[a] = b
			kept = append(kept, i)
		} else {
			others = append(others, i)
		}
	}
	if room := limit - len(kept); room > 0 {
		kept = append(kept, others[:min(room, len(others))]...)
	}
	n.thinned = len(order) - len(kept)
	slices.Sort(kept)
	n.widest = kept
}

// drawThinned says how many links are not drawn.
func (t *topology) drawThinned(m *svg.Builder) {
	if t.thinned == 0 || t.Small {
		return
	}
	m.Raw(`<text class="gb-thinned"`)
	m.Nums(svg.XY, 10, t.frame.height-10)
	m.Raw(">")
	m.Text(t.sayThinned() + "; select a cluster to see all of its own")
	m.Raw("</text>")
}

func (t *topology) sayThinned() string {
	return thousands(t.thinned) + " narrower links of " + thousands(len(t.p.Links)) + " are not drawn"
}

// thousands is a whole number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// busiest lists the links whose traffic is shown, at most as many as have room.
func (t *topology) busiest() []int {
	var list []int
	for i := range t.p.Links {
		if picture.Clamp01(t.Traffic[i]) >= 0.005 {
			list = append(list, i)
		}
	}
	if len(list) <= mostLinks {
		return list
	}
	sorting.Stable(list, func(a, b int) int { return sorting.Ascending(t.Traffic[b], t.Traffic[a]) })
	list = list[:mostLinks]
	slices.Sort(list)
	return list
}

// wordless reports whether a cluster shows no text.
func (t *topology) wordless(i int) bool {
	if len(t.p.Clusters) <= huge {
		return false
	}
	id := t.p.Clusters[i].ID
	_, noted := t.notes[id]
	return !noted && !t.selected[picture.Ref{Kind: picture.Cluster, ID: id}]
}

// closest is the distance that nine in ten clusters keep from their nearest one,
// so that circles as wide hardly overlap; 0 where there is one cluster.
func closest(at []picture.Point, width, height float64) float64 {
	if len(at) < 2 {
		return 0
	}
	side := math.Max(math.Sqrt(math.Max(width*height, 1)/float64(len(at))), 1)
	type cell struct{ x, y int }
	cells := make(map[cell][]int32, len(at))
	home := func(p picture.Point) cell { return cell{int(p.X / side), int(p.Y / side)} }
	for i, p := range at {
		cells[home(p)] = append(cells[home(p)], int32(i))
	}
	gaps := make([]float64, len(at))
	for i, p := range at {
		gaps[i] = 2 * side
		c := home(p)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				near := cells[cell{c.x + dx, c.y + dy}]
				for _, k := range near[:min(len(near), 50)] {
					if int(k) != i {
						q := at[k]
						dx, dy := p.X-q.X, p.Y-q.Y
						gaps[i] = math.Min(gaps[i], math.Sqrt(float64(dx*dx)+float64(dy*dy)))
					}
				}
			}
		}
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/10]
}
