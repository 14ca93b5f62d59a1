package present_test

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/features"
	"gridbox/app/lab/feature/present"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// presenting returns a question about a solved preset of a kind.
func presenting(t *testing.T, sc *screen.Screen) state.State {
	t.Helper()
	s := labtest.Solve(t, labtest.Preset(t, sc.Kind, map[string]string{"placement": "five-clusters",
		"window": "twelve-nodes", "batch": "alp-amp-figure-5", "group": "three-sites",
		"farm": "markov-2004"}[sc.Kind]))
	if n, id, _ := screen.Jobs(&s); n > 0 {
		job := id(0)
		if sc.Kind == "farm" {
			job = "18" // the first jobs run already
		}
		s = labtest.Select(s, "job", job)
	}
	return state.Reduce(labtest.Explain(t, s, sc), state.Lecturing{On: true})
}

// part returns the part of the presentation with a class.
func part(s *state.State, sc *screen.Screen, class string) ui.Node {
	for _, n := range ui.Find(panel.Present(s, sc, features.Additions()), func(n ui.Node) bool {
		got, _ := n.Attribute("class")
		return slices.Contains(strings.Fields(got), class)
	}) {
		return n
	}
	return ui.Node{}
}

// normaliseSpace returns a text with single spaces between words.
func normaliseSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// telling lists the marks by which pictures show the chosen thing.
var telling = []string{"gb-flow", "gb-chosen", `gb-price gb-taken`, "gb-pale", "gb-spent"}

// The question names the algorithm, the decision and its inputs. Neither it nor the picture shows the answer. Reveal
// adds the answer and changes nothing else of the question.
func TestAQuestionDoesNotTellItsAnswer(t *testing.T) {
	for _, sc := range kinds.Screens {
		t.Run(sc.Kind, func(t *testing.T) {
			s := presenting(t, sc)
			q := sc.LectureQuestion(&s)
			if q == nil || len(q.Options) < 2 || len(q.Options) > screen.MaxOptions || len(q.Facts) == 0 {
				t.Fatalf("got question %+v, want 2 to %d options and what it needs", q, screen.MaxOptions)
			}
			right, names := 0, map[string]bool{}
			for _, o := range q.Options {
				names[o.Name] = true
				if o.Right {
					right++
				}
			}
			if right == 0 || right == len(q.Options) || len(names) != len(q.Options) {
				t.Errorf("got %d right of %v, want some but not all, with different names", right, q.Options)
			}
			asked := part(&s, sc, "present-ask")
			head := ui.PlainText(asked)
			alg := screen.Algorithm(&s, s.FocusedAnswer()).Name
			if !strings.HasPrefix(head, alg+" ") || !strings.Contains(head, "?") || strings.Contains(head, q.Answer) {
				t.Errorf("got %q, want a question of the algorithm without its answer", head)
			}
			got := ui.HTML(panel.Present(&s, sc, features.Additions()))
			question := got
			if !strings.Contains(got, "How "+alg+" decides.") || strings.Contains(got, q.Reason) ||
				strings.Contains(got, `class="score"`) {
				t.Errorf("the question reveals its answer: %s", got)
			}
			picture := sc.Picture(&s).SVG()
			if n := strings.Count(picture, "gb-number") + strings.Count(picture, "gb-parttext"); n == 0 {
				t.Error("the picture numbers no option")
			}
			for _, mark := range telling {
				if strings.Contains(picture, mark) {
					t.Errorf("the picture of the question has %s, which reveals the answer", mark)
				}
			}
			s = state.Reduce(s, state.Reveal{On: true})
			after := ui.PlainText(part(&s, sc, "present-ask"))
			if normaliseSpace(after) != normaliseSpace(strings.Replace(head, "?", "? "+q.Answer, 1)) {
				t.Errorf("question %q: got %q after the answer, want the answer appended", head, after)
			}
			got = normaliseSpace(ui.PlainText(part(&s, sc, "tell")))
			if !strings.Contains(got, normaliseSpace(q.Reason)) || sc.Picture(&s).SVG() == picture {
				t.Errorf("got %q, want the reason and another picture", ui.PlainText(part(&s, sc, "tell")))
			}
			s = state.Reduce(s, state.Reveal{})
			if ui.HTML(panel.Present(&s, sc, features.Additions())) != question || sc.Picture(&s).SVG() != picture {
				t.Error("hidden again: the question or its picture has changed")
			}
		})
	}
}

// No algorithm's answer is shown before Reveal, also while its explanation is pending.
func TestNoAnswerShowsBeforeReveal(t *testing.T) {
	for _, sc := range kinds.Screens {
		s := presenting(t, sc)
		for i := range s.Answers {
			on := state.Reduce(s, state.FocusRun{Run: s.Answers[i].ID})
			for _, at := range []state.State{on, labtest.Explain(t, on, sc)} {
				if q := sc.LectureQuestion(&at); at.IsRevealed() || !at.Asking() || q != nil && strings.Contains(
					ui.PlainText(panel.Present(&at, sc, features.Additions())), q.Reason) {
					t.Errorf("%s: the answer of %s is shown before it is revealed", sc.Kind, s.Answers[i].ID)
				}
				for _, mark := range telling {
					if strings.Contains(sc.Picture(&at).SVG(), mark) {
						t.Errorf("%s, %s: the picture has %s before the answer is revealed",
							sc.Kind, s.Answers[i].ID, mark)
					}
				}
			}
		}
	}
}

// Guesses are counted up and down, hidden while they are covered, and compared with the answer.
func TestTheRoomIsCounted(t *testing.T) {
	for _, sc := range kinds.Screens {
		t.Run(sc.Kind, func(t *testing.T) {
			s := presenting(t, sc)
			q := sc.LectureQuestion(&s)
			at := slices.IndexFunc(q.Options, func(o screen.Option) bool { return o.Right })
			wrong := slices.IndexFunc(q.Options, func(o screen.Option) bool { return !o.Right })
			for _, a := range []present.Guess{{At: at, By: 1}, {At: at, By: 1}, {At: wrong, By: 1}, {At: wrong, By: 1},
				{At: wrong, By: -1}, {At: -1, By: 1}, {At: screen.MaxOptions, By: 1}} {
				s = state.Reduce(s, present.Slot.Do(a))
			}
			hands := func() string { return ui.PlainText(part(&s, sc, "hands")) }
			num := func() string { return ui.PlainText(part(&s, sc, "num")) }
			if hands() != "3 guesses" {
				t.Errorf("got %q, want 3 guesses", hands())
			}
			s = state.Reduce(s, present.Slot.Do(present.Cover{}))
			if num() != "?" || hands() != "3 guesses" {
				t.Errorf("covered: got %q, %q; want ?, 3 guesses", num(), hands())
			}
			s = state.Reduce(s, state.Reveal{On: true})
			if num() == "?" || hands() != "2 of 3 right" {
				t.Errorf("revealed: got %q, %q; want a number, 2 of 3 right", num(), hands())
			}
			s = state.Reduce(s, present.Slot.Do(present.Guess{At: at, By: 1}))
			if hands() != "2 of 3 right" {
				t.Errorf("a guess after the answer: got %q, want 2 of 3 right", hands())
			}
			s = state.Reduce(s, present.Slot.Do(present.Count{Right: 2}))
			s = state.Reduce(state.Reduce(s, state.Reveal{}), present.Slot.Do(present.Guess{At: wrong, By: 1}))
			s = state.Reduce(state.Reduce(s, state.Reveal{On: true}), present.Slot.Do(present.Count{Right: 2}))
			if l := present.Slot.Get(&s); l.Total != 4 || l.Right != 2 || l.HasUncounted() {
				t.Errorf("got %d of %d right, want 2 of 4", l.Right, l.Total)
			}
			s = state.Reduce(state.Reduce(s, state.Reveal{}), present.Slot.Do(present.Clear{}))
			if hands() != "0 guesses" {
				t.Errorf("cleared: got %q, want 0 guesses", hands())
			}
		})
	}
}

// The presentation has no title attributes.
func TestNothingPresentedHasATooltip(t *testing.T) {
	for _, sc := range kinds.Screens {
		s := presenting(t, sc)
		for _, at := range []state.State{s, state.Reduce(s, state.Reveal{On: true})} {
			for _, n := range []ui.Node{panel.Present(&at, sc, features.Additions()), panel.Explanation(&at, sc)} {
				if html := ui.HTML(n); strings.Contains(html, "title=") {
					t.Errorf("%s: got a tooltip in %s", sc.Kind, html)
				}
			}
		}
	}
}
