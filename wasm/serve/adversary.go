package serve

import (
	"bytes"
	"context"
	"errors"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
	"gridbox/wasm/msg"
)

// A searchState is the state of a search. Like a mergedStudy it may be lost at any time: it is restored from
// the outcomes of all batches.
type searchState struct {
	key       string
	batches   int
	kind      string
	spec      adversary.Spec
	cores     int
	search    *adversary.Search
	result    adversary.Result     // when the search is over
	shrinking *adversary.Shrinking // from then on
	list      []*scenario.Scenario
}

// Search adds the new outcomes and returns the next instances to try.
func (c *Catalog) Search(_ context.Context, t TallyRequest) ([]byte, error) {
	lines := bytes.Split(t.Text, []byte{'\n'})
	if len(lines) < 2 {
		return nil, errors.New("a search needs a scenario")
	}
	if t.Have > 0 && (c.search == nil || c.search.key != t.Key || c.search.batches != t.Have) {
		return nil, ErrLacking
	}
	if t.Have == 0 {
		c.search = nil
		h, err := newSearch(t.Key, lines[0], lines[1])
		if err != nil {
			return nil, err
		}
		c.search = h
	}
	for _, line := range lines[2:] {
		outcomes, err := adversary.ReadOutcomes(string(line))
		if err == nil {
			err = c.search.addOutcomes(outcomes)
		}
		if err != nil {
			return nil, err
		}
	}
	return c.search.progress(), nil
}

// newSearch returns the search that line describes for the scenario in text. It returns an error if either is
// malformed, the scenario is too large, or the search does not fit it.
func newSearch(key string, line, text []byte) (*searchState, error) {
	head := msg.SearchHead{}
	if faults := doc.Decode(line, &head); len(faults) > 0 {
		return nil, faults
	}
	s, faults := scenario.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := SizeLimit(s); err != nil {
		return nil, err
	}
	h := &searchState{key: key, kind: s.Kind, cores: max(1, head.Cores),
		spec: adversary.Spec{Contest: contestOf(&head), Tries: head.Tries, Paths: head.Paths}}
	if err := adversary.Check(s, &h.spec).Err(); err != nil {
		return nil, err
	}
	h.search = adversary.NewSearch(s, h.spec)
	h.list = h.search.Next()
	return h, nil
}

// contestOf converts a head to a contest.
func contestOf(head *msg.SearchHead) adversary.Contest {
	return adversary.Contest{A: head.A, B: head.B, Metric: head.Metric}
}

// addOutcomes adds the outcomes of a batch and creates the next one.
func (h *searchState) addOutcomes(outcomes []adversary.Outcome) error {
	if h.shrinking != nil && len(outcomes) != len(h.list) { // the outcomes were computed with another number of cores
		h.list = h.shrinking.Next(len(outcomes))
	}
	if len(outcomes) != len(h.list) {
		return errors.New("the outcomes are not those of the instances")
	}
	h.batches++
	if h.shrinking == nil {
		h.search.AddOutcomes(outcomes)
		if h.list = h.search.Next(); len(h.list) > 0 {
			return nil
		}
		if _, ratio := h.search.Worst(); ratio <= 1 {
			return nil
		}
		h.result = h.search.Result()
		h.shrinking = adversary.NewShrinking(h.result.Case, h.spec.Contest)
	} else {
		h.shrinking.AddOutcomes(outcomes)
	}
	h.list = h.shrinking.Next(h.shrinking.BatchSize(h.cores))
	return nil
}

// progress returns the progress of the search and the next instances to try.
func (h *searchState) progress() []byte {
	progress := msg.SearchProgress{Over: len(h.list) == 0}
	progress.Tried, progress.Compared = h.search.TryCounts()
	o, ratio := h.search.Worst()
	if ratio > 1 {
		progress.A, progress.B, progress.Bad = o.A, o.B, adversary.Badness(ratio)
	}
	lines := [][]byte{nil}
	for _, x := range h.list {
		lines = append(lines, doc.Canonical(x))
	}
	switch {
	case h.shrinking != nil:
		c := h.shrinking.Case()
		progress.Sizes, progress.SmallSizes = adversary.Sizes(h.result.Scenario), adversary.Sizes(c.Scenario)
		progress.Shrunk = h.shrinking.TryCount()
		progress.A, progress.B, progress.Bad = c.A, c.B, adversary.Badness(c.Ratio)
		if progress.Over {
			lines = append(lines, scenario.Text(adversary.Describe(&h.result, &c, &h.spec.Contest)))
		}
	case progress.Over:
		found := h.search.Result()
		progress.None = adversary.Unbroken(h.kind, &h.spec.Contest, &found)
	}
	lines[0] = doc.Canonical(progress)
	return bytes.Join(lines, []byte{'\n'})
}

// Duel tries two runs on every scenario.
func (c *Catalog) Duel(ctx context.Context, text []byte, report func(done, total int)) ([]byte, error) {
	lines := bytes.Split(text, []byte{'\n'})
	head := msg.SearchHead{}
	if faults := doc.Decode(lines[0], &head); len(faults) > 0 {
		return nil, faults
	}
	list := make([]*scenario.Scenario, len(lines)-1)
	for i, line := range lines[1:] {
		s, faults := scenario.Parse(line)
		if err := faults.Err(); err != nil {
			return nil, err
		}
		list[i] = s
	}
	done := 0
	outcomes, err := adversary.Try(ctx, c.Engine, list, contestOf(&head), adversary.Env{Programs: c.programs()},
		func() {
			done++
			report(done, len(list))
		})
	if err != nil {
		return nil, err
	}
	return []byte(adversary.WriteOutcomes(outcomes)), nil
}
