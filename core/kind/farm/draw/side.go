package draw

import (
	"gridbox/core/draw/compare"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind"
	"gridbox/core/kind/farm"
)

// DrawSide draws one of two answers.
func (Drawer) DrawSide(v *compare.View, side int) compare.SidePicture {
	x, end := &v.Sides[side], 0.0
	for i := range v.Sides {
		if s, ok := v.Sides[i].Answer.Solution.(*farm.Solution); ok {
			for k := range s.Reservations {
				end = max(end, s.Reservations[k].Finish)
			}
		}
	}
	shown := &farm.Solution{}
	if s, ok := x.Answer.Solution.(*farm.Solution); ok {
		for _, r := range s.Reservations {
			if v.HasDecided(side, r.Job) {
				shown.Reservations = append(shown.Reservations, r)
			}
		}
	}
	t := Rows(MachinesView{Problem: &x.Scenario.Farm.Problem, Solution: shown, MinEnd: end, Selected: v.Marks(),
		Job: v.Selected.ID, Colour: v.Colours[side], Width: v.Width, Height: v.Height, Static: v.Static,
		Name: v.Name(side)})
	t.Curves = nil
	return timelineHalf(t)
}

// timelineHalf draws a timeline and returns it with the box of each named element. If an element
// has several bars, the box is around the first unit of bars.
func timelineHalf(v timeline.View) compare.SidePicture {
	t := timeline.NewLayout(v)
	h := compare.SidePicture{Picture: timeline.Draw(v), Boxes: map[kind.Ref]picture.Box{}}
	for row, list := range t.Units {
		for _, u := range list {
			y, tall := t.Lane(row, u.Bars[0])
			thing := kind.Ref(u.Bars[0].Ref)
			if _, twice := h.Boxes[thing]; !twice && thing.ID != "" {
				h.Boxes[thing] = picture.Box{X0: t.X(u.Start), Y0: y, X1: t.X(u.End), Y1: y + tall}
			}
		}
	}
	return h
}
