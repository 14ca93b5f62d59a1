package picture

import (
	"gridbox/core/diff"
	"gridbox/core/kind/farm"
)

// Half draws a side of two answers.
func (farmDrawer) Half(v *PairView, side int) half {
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
			if v.shows(side, r.Job) {
				shown.Reservations = append(shown.Reservations, r)
			}
		}
	}
	t := FarmTimeline(FarmView{Problem: &x.Scenario.Farm.Problem, Solution: shown, Until: end, Selected: v.selected(),
		Job: v.Selected.ID, Colour: v.Colours[side], Width: v.Width, Height: v.Height, Static: v.Static,
		Name: v.name(side)})
	t.Curves = nil
	return timelineHalf(t)
}

func timelineHalf(v TimelineView) half {
	t := newTimeline(v)
	h := half{Timeline(v), map[diff.Thing]box{}}
	for row, list := range t.units {
		for _, u := range list {
			y, tall := t.lane(row, u.bars[0])
			thing := diff.Thing(u.bars[0].Ref)
			if _, twice := h.boxes[thing]; !twice && thing.ID != "" {
				h.boxes[thing] = box{t.x(u.start), y, t.x(u.end), y + tall}
			}
		}
	}
	return h
}
