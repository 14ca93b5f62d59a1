package figure

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/draw/compare"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// A figure may show two of its answers side by side or one over the other; the parameter beside has their numbers:
// 1,3 or 1,3,over. The second may be the answer to another problem, which the link contains too; see [second].

// number returns one of the two numbers of beside, counted from 0, or a
// negative number if it is missing.
func (f *Figure) number(i int) int {
	words := strings.Split(f.beside, ",")
	if i >= len(words) {
		return -1
	}
	n, err := strconv.Atoi(strings.TrimSpace(words[i]))
	if err != nil {
		return -1
	}
	return n - 1
}

// side returns the entry on one side, with its problem. If the link has a
// second problem, the right side belongs to that.
func (f *Figure) side(i int) (*Entry, *scenario.Scenario, []layout.Point) {
	if i == 1 && f.second != nil {
		x := f.second
		if x.explicit == nil {
			return nil, nil, nil
		}
		return &x.entry, x.explicit, x.positions()
	}
	k := slices.IndexFunc(f.entries, func(e Entry) bool { return e.Place == f.number(i) })
	if k < 0 {
		return nil, nil, nil
	}
	if p := f.problem(); p != nil {
		return &f.entries[k], f.explicit, f.positions(p)
	}
	return &f.entries[k], f.explicit, nil
}

// pair returns the view of the two answers, once both are there.
func (f *Figure) pair() (v compare.View, over, ok bool) {
	if f.beside == "" || f.explicit == nil {
		return v, false, false
	}
	for i := range v.Sides {
		e, of, places := f.side(i)
		if e == nil || e.Answer == nil || !e.Answer.Feasible {
			return v, false, false
		}
		v.Sides[i] = diff.Side{Scenario: of, Answer: e.Answer, Name: e.Name}
		v.Colours[i], v.Positions[i] = e.Colour, places
	}
	if f.second != nil && v.Sides[0].Name == v.Sides[1].Name {
		for i, s := range []*scenario.Scenario{f.source, f.second.source} {
			v.Sides[i].Name = [...]string{"First", "Second"}[i]
			if s.Title != "" && f.source.Title != f.second.source.Title {
				v.Sides[i].Name = s.Title
			}
		}
	}
	if v.Colours[0] == v.Colours[1] {
		v.Colours[1] = v.Colours[1]%catalog.Hues + 1
	}
	v.Report, _ = diff.Answers(v.Sides[0], v.Sides[1], "", picture.Number)
	if f.job > 0 {
		v.Selected = kind.Ref{Kind: picture.Job, ID: f.JobName()}
	}
	v.Static, v.Drawer = f.still, kinds.Of(v.Sides[0].Scenario.Kind)
	words := strings.Split(f.beside, ",")
	return v, len(words) > 2 && words[2] == "over", true
}

// narrowPair is the width of a canvas below which the two pictures are placed
// one above the other.
const narrowPair = 560

// pairPicture draws the two answers.
func pairPicture(v *compare.View, over bool, c Canvas) string {
	v.Width, v.Height = c.Width, c.Height
	if over {
		return `<div class="gb-two fig-over">` + svg(v.Overlaid()) + `</div>`
	}
	class := "gb-two fig-stacked"
	if v.Height = c.Height / 2; c.Width >= narrowPair {
		class, v.Width, v.Height = "gb-two fig-sides", c.Width/2, c.Height
	}
	b := &strings.Builder{}
	b.WriteString(`<div class="` + class + `">`)
	for i := range v.Sides {
		b.WriteString(`<div class="fig-half"><p class="fig-side-name"><i class="fig-swatch fig-` + picture.Hue(v.Colours[i]) +
			`"></i> ` + scene.Escape(v.Sides[i].Name) + `</p>` + svg(v.DrawSide(i)) + `</div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}
