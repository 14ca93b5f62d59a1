package worst

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

const (
	// stays is the share of the disadvantage, ratio - 1, that must stay.
	stays = 0.9
	// mostTries bounds how many smaller instances are tried.
	mostTries = 6000
	// mostRepairs bounds how often what a removal left dangling is removed.
	mostRepairs = 40
)

// Shrink makes a case smaller as long as at least nine tenths of the
// disadvantage stay: it removes stretches of lists, halves first and single
// elements and pairs last, with whatever refers to them, until nothing more can
// go (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input,
// 2002), leaves out fields that need not be there, lowers counts and shortens
// numbers. The same case gives the same result. A cancelled Shrink gives the smallest case so far and the context's
// error.
func Shrink(ctx context.Context, e engine.Engine, found Case, c Contest, env Env) (Case, error) {
	s := &shrinker{ctx: ctx, judge: newJudge(e, found.Scenario.Kind, c), env: env, best: found, least: 1 + float64(stays*(found.Ratio-1))}
	small := *found.Scenario
	small.Runs, small.Study, small.View, small.Seed = []scenario.Run{c.A, c.B}, nil, nil, found.Scenario.Seed
	s.best.Scenario = &small
	doc.Decode(doc.Canonical(&small), &s.document)
	for {
		before := s.best.Scenario
		s.removeAll()
		s.removePairs()
		s.plainAll()
		s.shortenAll()
		if s.best.Scenario == before || s.over() {
			return s.best, ctx.Err()
		}
	}
}

// A shrinker holds the smallest case so far, as a plain document too.
type shrinker struct {
	ctx      context.Context
	judge    *judge
	env      Env
	best     Case
	least    float64
	document map[string]any
	tried    int
}

func (s *shrinker) over() bool { return s.tried >= mostTries || s.ctx.Err() != nil }

// offer takes a changed document as the new best if it is a valid scenario that
// still shows enough. The document becomes the shrinker's.
func (s *shrinker) offer(document map[string]any) bool {
	s.tried++
	s.env.tell(s.tried, mostTries)
	var made *scenario.Scenario
	for range mostRepairs {
		var faults doc.Faults
		made, faults = catalog.Parse(doc.Canonical(document))
		if len(faults) == 0 {
			break
		}
		made = nil
		if !repair(document, faults) {
			return false
		}
	}
	if made == nil {
		return false
	}
	c, ok := s.judge.on(s.ctx, made)
	if !ok || !(c.Ratio >= s.least) || math.IsInf(c.Ratio, 1) && !math.IsInf(s.least, 1) {
		return false
	}
	s.best, s.document = c, document
	return true
}

// copied is a copy of the document that may be changed.
func (s *shrinker) copied() map[string]any {
	var document map[string]any
	doc.Decode(doc.Canonical(s.document), &document)
	return document
}

// removeAll tries to shorten every list, the longest first.
func (s *shrinker) removeAll() {
	lists := listsIn(s.document)
	slices.SortStableFunc(lists, func(a, b listAt) int { return len(b.values) - len(a.values) })
	for _, l := range lists {
		for chunk := max(1, len(l.values)/2); chunk >= 1 && !s.over(); chunk /= 2 {
			s.remove(l.path, chunk)
		}
	}
}

// remove tries to remove stretches of a list, from its end to its start.
func (s *shrinker) remove(path string, chunk int) {
	length := func() int {
		for _, l := range listsIn(s.document) {
			if l.path == path {
				return len(l.values)
			}
		}
		return 0
	}
	for end := length(); end > 0 && !s.over(); {
		start := max(0, end-chunk)
		document := s.copied()
		for _, l := range listsIn(document) {
			if l.path == path {
				l.set(slices.Delete(slices.Clone(l.values), start, end))
			}
		}
		if s.offer(document) {
			end = min(start, length())
			continue
		}
		end = start
	}
}

// mostPaired bounds how many elements are tried in pairs.
const mostPaired = 60

// removePairs tries to remove two elements at once, such as a job and the
// machine that only it needs. A success starts anew.
func (s *shrinker) removePairs() {
	for again := true; again && !s.over(); {
		again = false
		var elements []string
		for _, l := range listsIn(s.document) {
			for i := range l.values {
				elements = append(elements, l.path+"["+strconv.Itoa(i)+"]")
			}
		}
		if len(elements) > mostPaired {
			return
		}
		for i := len(elements) - 1; i > 0 && !again; i-- {
			for k := i - 1; k >= 0 && !again && !s.over(); k-- {
				document := s.copied()
				again = repair(document, doc.Faults{{Path: elements[i]}, {Path: elements[k]}}) && s.offer(document)
			}
		}
	}
}

// plainAll tries to leave out fields that need not be there: of all elements of
// a list at once, or else of one after another.
func (s *shrinker) plainAll() {
	for _, l := range listsIn(s.document) {
		for _, name := range fieldsOf(l.values) {
			if s.over() {
				return
			}
			if s.without(l.path, name, -1) {
				continue
			}
			for i := range l.values {
				s.without(l.path, name, i)
			}
		}
	}
}

// fieldsOf lists the fields that a list's elements have.
func fieldsOf(values []any) []string {
	all := map[string]any{}
	for _, v := range values {
		if object, ok := v.(map[string]any); ok {
			maps.Copy(all, object)
		}
	}
	return sorted(all)
}

// without tries to leave out a field of one element of a list, or of all for -1.
func (s *shrinker) without(path, name string, element int) bool {
	document, changed := s.copied(), false
	for _, l := range listsIn(document) {
		if l.path != path {
			continue
		}
		for i, v := range l.values {
			object, ok := v.(map[string]any)
			if _, there := object[name]; ok && there && (element < 0 || element == i) {
				delete(object, name)
				changed = true
			}
		}
	}
	if !changed {
		return false
	}
	if _, faults := catalog.Parse(doc.Canonical(document)); len(faults) > 0 {
		return false // the field is needed
	}
	return s.offer(document)
}

// mostNumbers bounds how many numbers are shortened; an instance with more is
// not read by a person anyway.
const mostNumbers = 400

// shortenAll tries to write numbers with fewer digits, and counts lower.
func (s *shrinker) shortenAll() {
	numbers := numbersIn(s.document)
	if len(numbers) > mostNumbers {
		return
	}
	for _, n := range numbers {
		for _, x := range n.shorter() {
			if s.over() {
				return
			}
			document := s.copied()
			if doc.Set(document, n.path, x) == "" && s.offer(document) {
				break
			}
		}
	}
}
