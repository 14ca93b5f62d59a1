package figure

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/picture"
	"gridbox/core/differ"
)

// A figure may show two of its answers side by side or one over the other; the
// attribute beside names them by their numbers: 1,3 or 1,3,over.

// pair is the view of the two answers, once both are there.
func (f *Figure) pair() (v picture.PairView, over, ok bool) {
	words := strings.Split(f.beside, ",")
	if len(words) < 2 || f.explicit == nil {
		return v, false, false
	}
	for i := range v.Sides {
		n, err := strconv.Atoi(strings.TrimSpace(words[i]))
		k := slices.IndexFunc(f.entries, func(e Entry) bool { return e.Place == n-1 })
		if err != nil || k < 0 || f.entries[k].Answer == nil || !f.entries[k].Answer.Feasible {
			return v, false, false
		}
		e := &f.entries[k]
		v.Sides[i] = differ.Side{Scenario: f.explicit, Answer: e.Answer, Name: e.Name}
		v.Colours[i] = e.Colour
	}
	if v.Colours[0] == v.Colours[1] {
		v.Colours[1] = v.Colours[1]%10 + 1
	}
	v.Report = differ.Answers(v.Sides[0], v.Sides[1], "", picture.Number)
	if f.job > 0 {
		v.Selected = differ.Thing{Kind: picture.Job, ID: f.JobName()}
	}
	if p := f.problem(); p != nil {
		v.Places[0], v.Places[1] = f.places(p), f.places(p)
	}
	v.Static = f.still
	return v, len(words) > 2 && words[2] == "over", true
}

// narrowPair is the width of a canvas below which two pictures stand one above
// the other.
const narrowPair = 560

// pairPicture draws the two answers.
func pairPicture(v *picture.PairView, over bool, c Canvas) string {
	v.Width, v.Height = c.Width, c.Height
	if over {
		return `<div class="gb-two fig-over">` + v.Overlaid() + `</div>`
	}
	class := "gb-two fig-stacked"
	if v.Height = c.Height / 2; c.Width >= narrowPair {
		class, v.Width, v.Height = "gb-two fig-sides", c.Width/2, c.Height
	}
	b := &strings.Builder{}
	b.WriteString(`<div class="` + class + `">`)
	for i := range v.Sides {
		b.WriteString(`<div class="fig-half"><p class="fig-side-name"><i class="fig-swatch fig-` + picture.Hue(v.Colours[i]) +
			`"></i> ` + picture.Escape(v.Sides[i].Name) + `</p>` + v.Half(i) + `</div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}
