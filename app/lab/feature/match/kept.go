package match

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/lab/feature/study"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/league"
	"gridbox/core/scenario"
)

// A storedChunk is a chunk in the browser's storage, with the question that it belongs to.
type storedChunk struct {
	Question league.Question  `json:"question"`
	Values   [][]league.Value `json:"values"`
}

// storedForm returns a chunk in its stored form.
func (r *execution) storedForm(c compute.Chunk) compute.Chunk {
	c.Part = doc.Canonical(storedChunk{r.request.Question, r.table[c.From:c.To]})
	return c
}

// about returns the entry of a comparison in the library.
func (e *effects) about(screen string) library.Study {
	r := e.execution(screen)
	d := *r.request.Scenario
	d.Study, d.View = nil, nil
	words := "all algorithms against each other"
	if screen == ShakeScreen {
		words = "two algorithms on shaken traces"
	}
	return library.Study{Key: keyOf(screen, r.base), Title: library.DisplayTitle(d.Title), Kind: d.Kind,
		SizeText: words,
		Base:     r.base, Text: string(scenario.Text(&d))}
}

// keyOf names a comparison of a problem in the browser's storage. There is one of each screen.
func keyOf(screen, base string) string {
	digest := strings.TrimPrefix(base, "sha256:")
	return screen + digest[:min(len(digest), 24)]
}

// follow reads the stored comparisons of a problem while the Study view is open.
func (e *effects) follow() {
	s := e.env.State()
	base := study.Slot.Get(s).Base
	if s.Layout.View != "study" || base == "" {
		return
	}
	for _, screen := range []string{LeagueScreen, ShakeScreen} {
		r := e.execution(screen)
		if r.loadedBase == base || r.run != nil || r.base == base {
			continue
		}
		draft := s.Draft
		if study.Find(e.env, keyOf(screen, base),
			func(chunks []compute.Chunk) { e.restore(screen, base, draft, chunks) }) {
			r.loadedBase = base
		}
	}
}

// restore restores a stored comparison: the chunks of the question that was stored last.
func (e *effects) restore(screen, base string, draft *scenario.Scenario, chunks []compute.Chunk) {
	r := e.execution(screen)
	if len(chunks) == 0 || r.run != nil || study.Slot.Get(e.env.State()).Base != base {
		return
	}
	list := make([]storedChunk, len(chunks))
	for i := range chunks {
		if faults := doc.Decode(chunks[i].Part, &list[i]); len(faults) > 0 {
			return
		}
	}
	q := list[len(list)-1].Question
	if q.Instances < 1 || q.Instances > maxInstances || len(q.Runs) < 2 ||
		screen == ShakeScreen && (q.Shake == nil || len(q.Runs) != 2) {
		return
	}
	r.making.End()
	text := textOf(draft, &q)
	*r = execution{text: text, base: base, kind: draft.Kind, loadedBase: base,
		request: league.Request{Scenario: draft, Question: q}, table: make([][]league.Value, q.Instances)}
	for i, k := range list {
		if bytes.Equal(doc.Canonical(k.Question), doc.Canonical(q)) {
			c := chunks[i]
			c.Part = doc.Canonical(k.Values)
			r.addChunk(c)
		}
	}
	if len(r.chunks) == 0 {
		return
	}
	for _, set := range choiceOf(screen, draft, &q) {
		e.do(set)
	}
	e.do(Start{Screen: screen, Base: base, Kind: r.kind, Question: q, Now: e.env.Now(),
		Done: study.Replications(r.chunks), Paused: true})
	e.show(screen)
	e.do(End{Screen: screen})
}

// choiceOf returns the changes that set the choices of a screen to the values of a question. Algorithms are
// identified by equal runs of the draft.
func choiceOf(screen string, d *scenario.Scenario, q *league.Question) (sets []change) {
	set := func(what, of, to string, on bool) {
		sets = append(sets, Set{Screen: screen, Field: what, Of: of, To: to, On: on})
	}
	set("metric", "", q.Metric, false)
	set("instances", "", strconv.Itoa(q.Instances), false)
	cv, family := 0.0, Drawn
	switch {
	case q.Shake != nil:
		cv, family = q.Shake.Strength, Shaken
	case len(q.Noise) > 0:
		cv, family = q.Noise[0].CV, Varied
	}
	set("family", "", family, false)
	if cv > 0 {
		set("strength", "", doc.Number(100*cv), false)
	}
	sides := []string{"a", "b"}
	for _, w := range candidates(d) {
		own, in := doc.Canonical(state.Fighter(d, w)), false
		for i, run := range q.Runs {
			if same := bytes.Equal(own, doc.Canonical(run)); same && screen == ShakeScreen && i < len(sides) {
				set(sides[i], "", w, false)
			} else if same {
				in = true
			}
		}
		if screen == LeagueScreen {
			set("pick", w, "", in)
		}
	}
	return sets
}
