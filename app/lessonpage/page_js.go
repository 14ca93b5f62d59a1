package lessonpage

import (
	"gridbox/app/compute"
	"gridbox/app/domevent"
	"gridbox/core/scenario"
)

// IsPage reports whether the page is a lesson.
func IsPage() bool { return domevent.Document().Call("querySelector", "form.exercise").Truthy() }

// Main listens for what the page asks for:
//
//	gbcheck     from lessonpage.js: a Try as JSON
//	gblistens   to lessonpage.js: the program is there
//	gbverdict   to lessonpage.js: an Outcome as JSON
func Main() {
	turns := make(chan func(), 64)
	addresses, err := compute.PageAddresses()
	if err != nil {
		notify(Outcome{Trouble: err.Error()})
		return
	}
	kinds := compute.Open(addresses)
	c := &Checker{Notify: notify, Solve: func(s *scenario.Scenario, run scenario.Run, done func(*scenario.Answer,
		string)) {
		kinds.Solve(s.Kind, scenario.Canonical(s), run, nil, func(a *scenario.Answer, trouble *compute.Trouble) {
			turns <- func() { done(a, troubleText(trouble)) }
		})
	}}
	domevent.Serve("gbcheck", turns, c.Check)
}

// troubleText returns the reason why a run was not answered, "" if it was.
func troubleText(trouble *compute.Trouble) string {
	switch {
	case trouble == nil:
		return ""
	case len(trouble.Faults) > 0:
		return trouble.Faults[0].String()
	}
	return trouble.Text
}

func notify(o Outcome) { domevent.Send("gbverdict", o) }
