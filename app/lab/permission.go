package lab

import (
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// The permissions that programs and their workers need.

// weightOf returns the weight of a run; programs weigh more.
func weightOf(sc *screen.Screen, s *state.State, r scenario.Run) float64 {
	return sc.WeightOf(s, r) * catalog.LanguageFactor(s.Draft, r)
}

// samePolicies reports whether two lists are identical in memory.
func samePolicies(a, b []scenario.Policy) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// permit sends the permitted programs to workers and the browser.
func (l *Lab) permit() {
	here := map[string]bool{}
	for _, p := range l.s.Programs {
		if l.s.AllowedPrograms[p.Digest] {
			here[p.Digest] = true
		}
	}
	for _, f := range l.features {
		if f.Documents == nil {
			continue
		}
		for _, d := range f.Documents() {
			if d == l.s.Draft {
				continue // its programs are in the state
			}
			for _, p := range d.Policies {
				if digest := scenario.SourceDigest(p.Source); l.s.AllowedPrograms[digest] {
					here[digest] = true
				}
			}
		}
	}
	if list := joinKeys(here); list != l.sentPermissions {
		l.sentPermissions = list
		l.workers.Allow(strings.Fields(list))
	}
	if all := joinKeys(l.s.AllowedPrograms); all != l.storedPermissions {
		l.storedPermissions = all
		l.host.Call("remember", "allowed", all)
	}
}

// maxRemembered is the maximal number of permissions that the browser stores.
const maxRemembered = 400

func joinKeys(set map[string]bool) string {
	list := sorting.Keys(set)
	return strings.Join(list[:min(len(list), maxRemembered)], " ")
}

// Source sets the source of a policy to a text of its editor.
func (l *Lab) Source(id, text string, left bool) {
	was := l.s.Draft
	if l.do(state.SetPolicy{ID: id, Source: text}); l.s.Draft != was {
		l.answerUpdater.requested = nil // large runs wait for another click
	}
	if left {
		l.do(state.LeaveText{})
	}
	l.follow()
}

// permitCommands are the commands on permissions of programs.
var permitCommands = []command{
	{act: "own-ask", make: func(l *Lab, id, _ string) {
		l.do(state.Show{Field: "policy", To: id}, state.Show{Field: "dialog", To: "program"})
	}},
	{act: "own-allow", make: func(l *Lab, id, _ string) {
		for _, p := range l.s.Waiting() {
			if p.ID == id {
				l.answerUpdater.allowRuns(id)
				l.do(state.Allow{Digests: []string{l.s.Programs[id].Digest}}, state.Show{Field: "dialog"})
			}
		}
	}},
}

// needsPermission reports whether a program of one of the runs waits for a permission, and shows a message that names
// it.
func (l *Lab) needsPermission(runs ...scenario.Run) bool {
	for _, r := range runs {
		if p, ok := l.s.PolicyOf(r); ok && l.s.NeedsPermissionFor(p) {
			l.do(state.Show{Field: "policy", To: p.ID}, state.Show{Field: "dialog", To: "program"})
			return true
		}
	}
	return false
}
