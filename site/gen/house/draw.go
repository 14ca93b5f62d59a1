package house

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Sizes in units of the drawing, which are pixels if it is not scaled down.
const (
	boxHeight = 38
	floorStep = 78 // distance between layers
	boxGap    = 14
	margin    = 6
	letter    = 7.2 // approximate width of a letter of a name
	narrow    = 74  // width of the narrowest box
)

// A box is a vertex of the layered graph: a package group, or a dummy vertex where a long edge
// crosses a layer (component -1).
type box struct {
	x, y, width float64
	floor       int
	arrows      []int // indices of the boxes below to which it has an edge
}

const gapWidth = 6

func (b *box) middle() float64 { return b.x + b.width/2 }

// Draw writes the plan as SVG: layers from the top down, each with the components that have that rank.
// The title of a component is the first sentence of its package's documentation, and the description
// lists all edges for screen readers.
func (p Plan) Draw(w io.Writer, id, name string) {
	boxes, width, height := p.layout()
	fmt.Fprintf(w, `<svg class="house" width="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-name %s-words">`,
		doc.Decimal(width), doc.Decimal(width), doc.Decimal(height), id, id)
	fmt.Fprintf(w, `<title id="%s-name">%s</title><desc id="%s-words">%s</desc>`,
		id, html.EscapeString(name), id, html.EscapeString(p.describe()))
	fmt.Fprintf(w, `<defs><marker id="%s-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" `+
		`orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>`, id)
	for i := range p.Components {
		for k := range boxes[i].arrows {
			fmt.Fprintf(w, `<path class="arrow" marker-end="url(#%s-head)" d="%s"/>`, id, p.path(boxes, i, k))
		}
	}
	for i, r := range p.Components {
		b := boxes[i]
		about := r.About
		if about == "" {
			about = r.Folder
		}
		fmt.Fprintf(w, `<g><title>%s</title><rect x="%s" y="%s" width="%s" height="%d" rx="6"/>`,
			html.EscapeString(about), doc.Decimal(b.x), doc.Decimal(b.y), doc.Decimal(b.width), boxHeight)
		fmt.Fprintf(w, `<text x="%s" y="%s">%s</text><text class="lines" x="%s" y="%s">%s</text></g>`,
			doc.Decimal(b.middle()), doc.Decimal(b.y+16), html.EscapeString(p.label(i)), doc.Decimal(b.middle()),
			doc.Decimal(b.y+30),
			lines(r.Lines))
	}
	io.WriteString(w, "</svg>")
}

// path returns the SVG path of a component's k-th edge: down to the next layer, through the dummy
// vertices of the layers between, to the middle of the target.
func (p Plan) path(boxes []box, room, k int) string {
	from := &boxes[room]
	// Edges leave side by side, ordered by their targets.
	x, y := from.x+from.width*float64(k+1)/float64(len(from.arrows)+1), from.y+boxHeight
	way := "M" + doc.Decimal(x) + " " + doc.Decimal(y)
	for to := from.arrows[k]; ; to = boxes[to].arrows[0] {
		b := &boxes[to]
		end := b.y
		if to < len(p.Components) {
			end-- // length of the arrowhead
		}
		half := (end - y) / 2
		way += fmt.Sprintf("C%s %s %s %s %s %s", doc.Decimal(x), doc.Decimal(y+half), doc.Decimal(b.middle()),
			doc.Decimal(end-half),
			doc.Decimal(b.middle()), doc.Decimal(end))
		if to < len(p.Components) {
			return way
		}
		x, y = b.middle(), b.y+boxHeight
		way += "V" + doc.Decimal(y)
	}
}

// layout assigns a box to every component and dummy vertices to every long edge. The boxes of a layer
// are ordered by the mean position of their predecessors, the barycentre heuristic, to avoid
// crossings.
func (p Plan) layout() (boxes []box, width, height float64) {
	boxes = make([]box, len(p.Components))
	top := 0
	for i, r := range p.Components {
		top = max(top, r.Floor)
		boxes[i] = box{floor: r.Floor, width: max(narrow, letter*float64(len(p.label(i)))+16)}
	}
	for i, r := range p.Components {
		for _, to := range r.Arrows {
			above := i
			for f := r.Floor - 1; f > boxes[to].floor; f-- {
				boxes = append(boxes, box{floor: f, width: gapWidth})
				boxes[above].arrows = append(boxes[above].arrows, len(boxes)-1)
				above = len(boxes) - 1
			}
			boxes[above].arrows = append(boxes[above].arrows, to)
		}
	}
	floors := make([][]int, top+1)
	for i := range boxes {
		floors[boxes[i].floor] = append(floors[boxes[i].floor], i)
		boxes[i].y = margin + float64(top-boxes[i].floor)*floorStep
	}
	for _, floor := range floors {
		width = max(width, minWidth(boxes, floor)+2*margin)
	}
	for f := top; f >= 0; f-- {
		wish := map[int]float64{}
		for _, i := range floors[f] {
			wish[i] = preferredMiddle(boxes, i, width/2)
		}
		slices.SortStableFunc(floors[f], func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
		placeLayer(boxes, floors[f], wish, width)
	}
	for i := range boxes {
		slices.SortStableFunc(boxes[i].arrows,
			func(a, b int) int { return cmp.Compare(boxes[a].middle(), boxes[b].middle()) })
	}
	return boxes, width, 2*margin + float64(top)*floorStep + boxHeight
}

// minWidth returns the minimum width of a layer.
func minWidth(boxes []box, floor []int) float64 {
	sum := -float64(boxGap)
	for _, i := range floor {
		sum += boxes[i].width + boxGap
	}
	return sum
}

// preferredMiddle returns the preferred centre of a box: the mean position of its predecessors.
func preferredMiddle(boxes []box, i int, otherwise float64) float64 {
	sum, count := 0.0, 0
	for k := range boxes {
		if slices.Contains(boxes[k].arrows, i) {
			sum, count = sum+boxes[k].middle(), count+1
		}
	}
	if count == 0 {
		return otherwise
	}
	return sum / float64(count)
}

// placeLayer places the boxes of a layer from left to right, each as close to its preferred centre as
// the boxes before and the space for those after allow.
func placeLayer(boxes []box, floor []int, wish map[int]float64, width float64) {
	rest, x := minWidth(boxes, floor), float64(margin)
	for _, i := range floor {
		b := &boxes[i]
		b.x = min(max(x, wish[i]-b.width/2), width-margin-rest)
		x = b.x + b.width + boxGap
		rest -= b.width + boxGap
	}
}

// label returns the label of a box: the folder without the common prefix.
func (p Plan) label(i int) string {
	shared := path.Dir(p.Components[0].Folder)
	for _, r := range p.Components {
		if !strings.HasPrefix(r.Folder, shared+"/") {
			return p.Components[i].Folder
		}
	}
	return strings.TrimPrefix(p.Components[i].Folder, shared+"/")
}

// describe describes the plan in sentences.
func (p Plan) describe() string {
	var out strings.Builder
	for _, r := range p.Components {
		if len(r.Arrows) == 0 {
			continue
		}
		names := make([]string, len(r.Arrows))
		for k, to := range r.Arrows {
			names[k] = p.Components[to].Folder
		}
		slices.Sort(names)
		fmt.Fprintf(&out, "%s uses %s. ", r.Folder, strings.Join(names, ", "))
	}
	return strings.TrimSpace(out.String())
}

func lines(n int) string {
	if n < 1000 {
		return strconv.Itoa(n) + " lines"
	}
	return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k lines"
}
