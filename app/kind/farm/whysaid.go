package farm

import (
	"strings"

	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/farm/solve"
)

// inLine names the job that a job waited behind in the order of submission.
func inLine(w *solve.Why) string {
	for _, x := range w.Waits {
		if x.For == "queue" {
			return "It queued behind job " + x.Job + ", which starts at " + picture.Number(x.Until) + " s."
		}
	}
	return ""
}

// overtakes names the jobs of the queue that a job overtook.
func overtakes(w *solve.Why) string {
	if w.Overtaken == 0 {
		return ""
	}
	names := w.Overtakes[:min(3, len(w.Overtakes))]
	text := strings.Join(names, ", ")
	if more := w.Overtaken - len(names); more > 0 {
		text += " and " + ui.Whole(more) + " more"
	}
	before := "waited longer"
	if w.Algorithm == solve.AlgorithmMultifactor {
		before = "a higher priority"
	}
	if w.Overtaken == 1 {
		return "It starts before job " + text + ", which has " + before + " and could not start yet."
	}
	return "It starts before jobs " + text + ", which have " + before + " and could not start yet."
}

// limits names the reservations that a job had to leave in place.
func limits(w *solve.Why) string {
	var list []string
	for _, l := range w.Limits[:min(3, len(w.Limits))] {
		list = append(list, l.Machine+" for job "+l.Job+" at "+picture.Number(l.Start)+" s")
	}
	if len(list) == 0 {
		return ""
	}
	return "It delays no reservation made before; the next is on " + strings.Join(list, ", on ") + "."
}

// searched describes the result of the search for a lower cost.
func searched(w *solve.Why) string {
	s := w.Search
	switch {
	case s == nil:
		return ""
	case len(s.Kept) == 0:
		return "None of " + ui.Whole(s.Tries) + " other job orders costs less than " +
			picture.Number(s.Plain) + "."
	}
	last := s.Kept[len(s.Kept)-1]
	return "Of " + ui.Whole(s.Tries) + " other job orders that were tried, number " + ui.Whole(last.Number) +
		" has the lowest cost: " + picture.Number(s.Cost) + " instead of " + picture.Number(s.Plain) + "."
}
