package draw

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

const (
	// huge is the number of clusters above which only selected and noted clusters have text in
	// the picture. The others show their names as tooltips.
	huge = 600
	// maxLinks is the number of links above which links are drawn in bundles: as a few paths, one
	// for each width, without marks.
	maxLinks = 1500
	// maxOwn is the greatest number of links of selected clusters that are drawn one by one.
	maxOwn = 400
	// bundles is the number of widths of links in a bundled picture.
	bundles = 4
)

// drawBundles draws the widest links in a few paths, and the links of selected clusters as marks.
func (t *topology) drawBundles(m *scene.Builder) {
	width := make([]float64, len(t.drawnLinks))
	low, high := math.Inf(1), 0.0
	for k, i := range t.drawnLinks {
		width[k] = t.linkWidth(i)
		low, high = math.Min(low, width[k]), math.Max(high, width[k])
	}
	step := math.Max(high-low, 1e-9) / bundles
	for b := range bundles {
		begun := false
		for k, i := range t.drawnLinks {
			if min(int((width[k]-low)/step), bundles-1) != b {
				continue
			}
			if !begun {
				m.Open("path", "gb-wire gb-bundle")
				m.Num("stroke-width", low+(float64(b)+0.5)*step)
				m.Value("d", "")
				begun = true
			}
			t.segment(m, t.at[t.tips[i][0]], t.at[t.tips[i][1]])
		}
		if begun {
			m.Close()
		}
	}
	t.drawOwn(m)
}

func (t *topology) segment(m *scene.Builder, a, b picture.Point) {
	m.Tenths("M", a.X, a.Y)
	m.Tenths("L", b.X, b.Y)
}

// drawOwn draws the selected links and those of selected clusters.
func (t *topology) drawOwn(m *scene.Builder) {
	if t.Small || len(t.selected) == 0 {
		return
	}
	own := 0
	for i := range t.p.Links {
		if own < maxOwn && t.joins(i) && (t.touchesSelection(i) || t.isSelected(i)) {
			own++
			t.drawLink(m, i, t.linkWidth(i))
		}
	}
}

// findWidest chooses the links that are drawn if there are too many: first a maximum spanning
// forest by bandwidth, then the widest of the others, up to one and a half for each cluster. They
// stay in the order of the document.
func (n *network) findWidest(p *placement.Problem, pause func()) {
	order := make([]int, 0, len(p.Links))
	for i := range p.Links {
		if n.tips[i][0] >= 0 && n.tips[i][1] >= 0 {
			order = append(order, i)
		}
	}
	limit := max(maxLinks, 3*len(p.Clusters)/2)
	if len(order) <= limit {
		n.drawnLinks = order
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
	parts := placement.NewDisjointSets(len(p.Clusters))
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
	n.omitted = len(order) - len(kept)
	slices.Sort(kept)
	n.drawnLinks = kept
}

// drawThinned writes how many links are not drawn.
func (t *topology) drawThinned(m *scene.Builder) {
	if t.omitted == 0 || t.Small {
		return
	}
	m.Open("text", "gb-thinned")
	m.Nums(scene.XY, 10, t.frame.height-10)
	m.Text(i18n.T("{}; select a cluster to see all of its own", t.sayThinned()))
	m.Close()
}

func (t *topology) sayThinned() string {
	return i18n.T("{} narrower links of {} are not drawn", thousands(t.omitted), thousands(len(t.p.Links)))
}

// thousands formats a whole number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// busiestLinks returns the links whose traffic is shown, at most maxLinks.
func (t *topology) busiestLinks() []int {
	var list []int
	for i := range t.p.Links {
		if picture.Clamp01(t.Traffic[i]) >= 0.005 {
			list = append(list, i)
		}
	}
	if len(list) <= maxLinks {
		return list
	}
	sorting.Stable(list, func(a, b int) int { return sorting.Ascending(t.Traffic[b], t.Traffic[a]) })
	list = list[:maxLinks]
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

// clusterSpacing returns the distance that nine in ten clusters keep from their nearest one. Circles of
// that diameter hardly overlap. It is 0 for a single cluster.
func clusterSpacing(at []picture.Point, width, height float64) float64 {
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
