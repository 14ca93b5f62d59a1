package adversary

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
	"gridbox/core/sorting"
	"gridbox/core/study"
)

const (
	// minShare is the share of the disadvantage, ratio - 1, that must remain.
	minShare = 0.9
	// maxTries is the maximum number of smaller instances that are tried.
	maxTries = 6000
	// offers is the maximum number of changes for each try, including invalid ones.
	offers = 4
	// maxRepairs is the maximum number of repairs after a removal.
	maxRepairs = 40
)

// Shrink returns a smaller case with at least nine tenths of the disadvantage.
// It removes ranges of lists, halves first and single elements and pairs last,
// with everything that refers to them, until nothing more can be removed
// (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input,
// 2002). It also leaves out optional fields, lowers counts and shortens
// numbers. The same case gives the same result. A cancelled Shrink returns the
// smallest case so far and the context's error.
func Shrink(ctx context.Context, e engine.Engine, found Case, c Contest, env Env) (Case, error) {
	s, judge := NewShrinking(found, c), newJudge(e, c, env.Programs)
	if env.Tries > 0 {
		s.limit = env.Tries
	}
	for list := s.Next(env.batchSize(s)); len(list) > 0; list = s.Next(env.batchSize(s)) {
		outcomes := make([]Outcome, len(list))
		env.forEach(len(list), func(i int) { outcomes[i] = judge.outcome(ctx, list[i]) })
		if err := ctx.Err(); err != nil {
			return s.Case(), err
		}
		s.AddOutcomes(outcomes)
		env.report(s.tried, s.limit)
	}
	return s.Case(), ctx.Err()
}

// A Shrinking generates the smaller instances to try next and receives their
// outcomes. It generates them as if all were rejected; which one is accepted
// does not depend on how many are generated.
type Shrinking struct {
	contest    Contest
	less       bool
	minRatio   float64
	best       Case
	tried      int
	limit      int // maximum number of smaller instances that are tried
	rejections int // consecutive
	log        []byte
	// steps are the documents after each accepted change, preceded by the original.
	steps []map[string]any
	trial *walk // the changes being tried
}

// Outcomes of a change in the log.
const (
	accepted = '+'
	rejected = '-'
	invalid  = '.' // it gave no valid scenario, so nothing was tried
	open     = '?' // it is being tried
)

// NewShrinking returns a shrinking that starts with a case.
func NewShrinking(found Case, c Contest) *Shrinking {
	s := &Shrinking{contest: c, limit: maxTries, less: study.LowerIsBetter(found.Scenario.Kind, c.Metric), best: found,
		minRatio: 1 + float64(minShare*(found.Ratio-1))}
	small := *found.Scenario
	small.Runs, small.Study, small.View = []scenario.Run{c.A, c.B}, nil, nil
	s.best.Scenario = &small
	s.steps = []map[string]any{nil}
	doc.Decode(doc.Canonical(&small), &s.steps[0])
	return s
}

// Case returns the smallest case so far.
func (s *Shrinking) Case() Case { return s.best }

// TryCount returns the number of smaller instances tried.
func (s *Shrinking) TryCount() int { return s.tried }

// BatchSize returns the number of instances to try together on a number of cores:
// more if many in a row were rejected.
func (s *Shrinking) BatchSize(cores int) int { return max(1, cores, min(16*cores, s.rejections/2)) }

// Next returns at most n smaller instances to try, none if nothing more can be
// removed.
func (s *Shrinking) Next(n int) []*scenario.Scenario {
	s.trial = &walk{Shrinking: s, document: s.steps[0], batchSize: n}
	s.trial.tryAll()
	return s.trial.instances
}

// AddOutcomes adds the outcomes in order. The first that still shows enough is
// accepted, and those after it are discarded.
func (s *Shrinking) AddOutcomes(outcomes []Outcome) {
	i := 0
	for _, verdict := range s.trial.pending {
		if verdict != open {
			s.log = append(s.log, verdict)
			continue
		}
		o := outcomes[i]
		s.tried++
		ratio, ok := o.ratio(s.less)
		if ok && ratio >= s.minRatio && (!math.IsInf(ratio, 1) || math.IsInf(s.minRatio, 1)) {
			s.best = Case{Scenario: s.trial.instances[i], A: o.A, B: o.B, Ratio: ratio}
			s.steps = append(s.steps, s.trial.documents[i])
			s.log = append(s.log, accepted)
			s.rejections = 0
			return
		}
		s.log = append(s.log, rejected)
		s.rejections++
		i++
	}
}

// A walk repeats all changes from the start: those in the log without trying,
// and then new ones.
type walk struct {
	*Shrinking
	document  map[string]any
	at, step  int // positions in the log and in the steps
	batchSize int
	pending   []byte // outcomes of the changes after the log
	instances []*scenario.Scenario
	documents []map[string]any
}

// tryAll tries every change until none is accepted.
func (s *walk) tryAll() {
	for {
		before := s.step
		s.removeAll()
		s.removePairs()
		s.dropFields()
		s.shortenAll()
		if s.step == before || s.isDone() {
			return
		}
	}
}

func (s *walk) isDone() bool {
	return len(s.instances) >= s.batchSize || s.tried+len(s.instances) >= s.limit ||
		s.at+len(s.pending) >= offers*s.limit
}

// offer applies a change to the document and reports whether it was accepted.
// With mend, dangling references are removed too.
func (s *walk) offer(mend bool, change func(document map[string]any) bool) (took bool) {
	if s.at < len(s.log) {
		verdict := s.log[s.at]
		if s.at++; verdict == accepted {
			s.step++
			s.document = s.steps[s.step]
		}
		return verdict == accepted
	}
	if s.isDone() {
		return false
	}
	document := s.copyDocument()
	if change(document) {
		if made := valid(document, mend); made != nil {
			s.pending, s.instances, s.documents = append(s.pending, open), append(s.instances, made),
				append(s.documents, document)
			return false
		}
	}
	s.pending = append(s.pending, invalid)
	return false
}

// valid returns the scenario of a changed document, or nil if it is invalid.
// If mend is set, it first repairs document in place, at most maxRepairs
// times.
func valid(document map[string]any, mend bool) *scenario.Scenario {
	for range maxRepairs {
		made, faults := catalog.Parse(doc.Canonical(document))
		if len(faults) == 0 {
			return made
		}
		if !mend || !repair(document, faults) {
			return nil
		}
	}
	return nil
}

// copyDocument returns a copy of the document.
func (s *walk) copyDocument() map[string]any {
	var document map[string]any
	doc.Decode(doc.Canonical(s.document), &document)
	return document
}

// removeAll tries to shorten every list, the longest first.
func (s *walk) removeAll() {
	lists := listsIn(s.document)
	sorting.Stable(lists, func(a, b listAt) int { return len(b.values) - len(a.values) })
	for _, l := range lists {
		for chunk := max(1, len(l.values)/2); chunk >= 1 && !s.isDone(); chunk /= 2 {
			s.remove(l.path, chunk)
		}
	}
}

// remove tries to remove ranges of a list, from its end to its start.
func (s *walk) remove(path string, chunk int) {
	length := func() int {
		for _, l := range listsIn(s.document) {
			if l.path == path {
				return len(l.values)
			}
		}
		return 0
	}
	for end := length(); end > 0 && !s.isDone(); {
		start := max(0, end-chunk)
		if s.offer(true, func(document map[string]any) bool {
			for _, l := range listsIn(document) {
				if l.path == path {
					l.set(slices.Delete(slices.Clone(l.values), start, end))
				}
			}
			return true
		}) {
			end = min(start, length())
			continue
		}
		end = start
	}
}

// maxPaired is the maximum number of elements that are tried in pairs.
const maxPaired = 60

// removePairs tries to remove two elements together, such as a job and the
// machine that only it needs. After a success it starts again.
func (s *walk) removePairs() {
	for again := true; again && !s.isDone(); {
		again = false
		var elements []string
		for _, l := range listsIn(s.document) {
			for i := range l.values {
				elements = append(elements, l.path+"["+strconv.Itoa(i)+"]")
			}
		}
		if len(elements) > maxPaired {
			return
		}
		for i := len(elements) - 1; i > 0 && !again; i-- {
			for k := i - 1; k >= 0 && !again && !s.isDone(); k-- {
				again = s.offer(true, func(document map[string]any) bool {
					return repair(document, doc.Faults{{Path: elements[i]}, {Path: elements[k]}})
				})
			}
		}
	}
}

// dropFields tries to leave out optional fields: of all elements of a list
// together, or else of each one.
func (s *walk) dropFields() {
	for _, l := range listsIn(s.document) {
		for _, name := range fieldsOf(l.values) {
			if s.isDone() {
				return
			}
			if s.dropField(l.path, name, -1) {
				continue
			}
			for i := range l.values {
				s.dropField(l.path, name, i)
			}
		}
	}
}

// fieldsOf returns the fields of a list's elements.
func fieldsOf(values []any) []string {
	all := map[string]any{}
	for _, v := range values {
		if object, ok := v.(map[string]any); ok {
			maps.Copy(all, object)
		}
	}
	return sorting.Keys(all)
}

// dropField tries to leave out a field of one element of a list, or of all for
// -1.
func (s *walk) dropField(path, name string, element int) bool {
	return s.offer(false, func(document map[string]any) (changed bool) {
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
		return changed
	})
}

// maxNumbers is the maximum number of numbers that are shortened; larger
// instances are not read by people anyway.
const maxNumbers = 400

// shortenAll tries to write numbers with fewer digits, and lower counts.
func (s *walk) shortenAll() {
	numbers := numbersIn(s.document)
	if len(numbers) > maxNumbers {
		return
	}
	for _, n := range numbers {
		for _, x := range n.shorter() {
			if s.isDone() {
				return
			}
			if s.offer(true, func(document map[string]any) bool { return doc.Set(document, n.path, x) == "" }) {
				break
			}
		}
	}
}
