package farm

import (
	"strings"

	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm/solve"
)

// queueText names the job that a job waited behind in the order of submission.
func queueText(w *solve.Explanation) string {
	for _, x := range w.Waits {
		if x.For == "queue" {
			return i18n.T("It queued behind job {}, which starts at {} s.", x.Job, picture.Number(x.Until))
		}
	}
	return ""
}

// overtakeText names the jobs of the queue that a job overtook.
func overtakeText(w *solve.Explanation) string {
	if w.Overtaken == 0 {
		return ""
	}
	names := w.Overtakes[:min(3, len(w.Overtakes))]
	text := strings.Join(names, ", ")
	if more := w.Overtaken - len(names); more > 0 {
		text += i18n.T(" and {} more", ui.Integer(more))
	}
	before := "waited longer"
	if w.Algorithm == solve.AlgorithmMultifactor {
		before = "a higher priority"
	}
	if w.Overtaken == 1 {
		return i18n.T("It starts before job {}, which has {} and could not start yet.", text, before)
	}
	return i18n.T("It starts before jobs {}, which have {} and could not start yet.", text, before)
}

// limitText names the reservations that a job had to leave in place.
func limitText(w *solve.Explanation) string {
	var list []string
	for _, l := range w.Limits[:min(3, len(w.Limits))] {
		list = append(list, i18n.T("{} for job {} at {} s", l.Machine, l.Job, picture.Number(l.Start)))
	}
	if len(list) == 0 {
		return ""
	}
	return i18n.T("It delays no reservation made before; the next is on {}.", strings.Join(list, ", on "))
}

// searchText describes the result of the search for a lower cost.
func searchText(w *solve.Explanation) string {
	s := w.Search
	switch {
	case s == nil:
		return ""
	case len(s.Improvements) == 0:
		return i18n.T("None of {} other job orders costs less than {}.", ui.Integer(s.Tries),
			picture.Number(s.PlainCost))
	}
	last := s.Improvements[len(s.Improvements)-1]
	return i18n.T("Of {} other job orders that were tried, number {} has the lowest cost: {} instead of {}.",
		ui.Integer(s.Tries), ui.Integer(last.Number), picture.Number(s.Cost),
		picture.Number(s.PlainCost))
}
