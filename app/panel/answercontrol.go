package panel

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// control returns the line below the table: run, progress, cancel, choose.
func control(s *state.State, sc *screen.Screen) ui.Node {
	line := ui.El("div", ui.Class("control"))
	switch {
	case s.Busy():
		done, total, left := Progress(s)
		bar := ui.El("progress", ui.A("aria-label", "Progress"), ui.A("max", "1000"))
		text := "solving"
		if total > 0 {
			bar = ui.El("progress", ui.A("aria-label", "Progress"), ui.A("max", strconv.Itoa(total)),
				ui.A("value", strconv.Itoa(done)))
		}
		if left != "" {
			text = left
		}
		if sc.Weight(s) > 1 {
			line.Children = append(line.Children, bar, ui.El("span", ui.Class("left"), text))
		} else {
			line.Children = append(line.Children, ui.El("span", ui.Class("left"), text))
		}
		line.Children = append(line.Children, ui.Button("Cancel", ui.Act("cancel"), ui.A("title", "Esc")))
	case waitsForRun(s):
		text := "This problem is large. Press Run to solve it."
		switch {
		case hasStale(s):
			text = "The problem has changed. These answers are for the former one."
		case hasAnswer(s):
			text = "Long runs start only when you press Run."
		}
		line.Children = append(line.Children, ui.El("span", ui.Class("left"), ui.A("role", "status"), text),
			ui.Button("Run", ui.Class("primary"), ui.Act("run"), ui.A("title", "Ctrl+Enter")))
	default:
		line.Children = append(line.Children, ui.El("span", ui.Class("left"), ui.A("role", "status"), validityNote(s)))
	}
	line.Children = append([]ui.Node{addAlgorithm()}, line.Children...)
	return line
}

// waitsForRun reports whether a click on Run would renew a missing or old answer.
func waitsForRun(s *state.State) bool {
	for i := range s.Answers {
		if !s.IsFresh(s.Answers[i]) && !isPolicyBlocked(s, &s.Answers[i]) {
			return true
		}
	}
	return false
}

// isPolicyBlocked reports whether a run needs a policy that waits for permission, or failed because of its policy.
// Other parts show that, and the other runs have answers.
func isPolicyBlocked(s *state.State, a *state.Answer) bool {
	return s.NeedsPermission(a.Run) || a.Run.Algorithm == policy.AlgorithmOwn && a.Status == state.Failed
}

func hasStale(s *state.State) bool {
	for _, a := range s.Answers {
		if s.IsStale(a) {
			return true
		}
	}
	return false
}

func hasAnswer(s *state.State) bool {
	for _, a := range s.Answers {
		if a.Answer != nil {
			return true
		}
	}
	return false
}

// Progress adds up the progress of the runs under way and estimates the time left.
func Progress(s *state.State) (done, total int, left string) {
	share, parts, elapsed := 0.0, 0.0, 0.0
	for _, a := range s.Answers {
		switch a.Status {
		case state.Waiting:
			parts++
		case state.Running:
			parts++
			if a.Total > 0 {
				share += float64(a.Done) / float64(a.Total)
			}
			elapsed = max(elapsed, a.Updated-a.Started)
		}
	}
	if parts == 0 || share == 0 {
		return 0, 0, ""
	}
	part := share / parts
	if elapsed > 500 && part > 0.02 {
		seconds := int(elapsed/part*(1-part)/1000) + 1
		left = i18n.T("about {} s left", ui.Integer(seconds))
	}
	return int(part * 1000), 1000, left
}

// validityNote returns a note that the answers belong to the last valid values, if a shown value is invalid, and
// otherwise checksNote.
func validityNote(s *state.State) string {
	if s.Text != nil && len(s.Text.Faults) > 0 {
		return "The text has a fault. These answers use the last valid text."
	}
	for path := range s.InvalidFields {
		if strings.HasPrefix(path, s.Draft.Kind+".") || path == "seed" {
			return "A value is invalid. These answers still use the last valid one."
		}
	}
	return checksNote(s)
}

// checksNote describes the checks and the total time of all shown runs. It returns "" while a run has no answer, and
// names the algorithms whose answers are refuted.
func checksNote(s *state.State) string {
	ms, refuted := 0.0, []string(nil)
	for i := range s.Answers {
		a := &s.Answers[i]
		if isPolicyBlocked(s, a) {
			continue
		}
		if a.Answer == nil {
			return ""
		}
		ms += a.Answer.ElapsedMs
		if c := a.Answer.Check; c != nil && !c.OK {
			refuted = append(refuted, screen.Algorithm(s, a).Name)
		}
	}
	if len(refuted) > 0 {
		return i18n.T("solved, but the checker refutes {}", strings.Join(refuted, ", "))
	}
	if ms == 0 {
		return "solved and checked"
	}
	return i18n.T("solved and checked in {} ms", ui.Num(ms))
}

// troubles lists failed runs, with the reason and what to do.
func troubles(s *state.State) ui.Node {
	var items []ui.Node
	for _, a := range s.Answers {
		if a.Status != state.Failed || a.Text == "" {
			continue
		}
		name := ui.El("b", screen.Algorithm(s, &a).Name)
		item := ui.El("li", name, ": "+a.Text)
		for _, f := range a.Faults {
			if scenario.IsInSource(f) && len(a.Faults) == 1 {
				item = ui.El("li", name, ": "+f.Reason)
				continue
			}
			item.Children = append(item.Children, ui.El("p", f.String()))
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("troubles"), ui.A("role", "alert"), ui.El("ul", items),
		ui.El("div", ui.Class("acts"), ui.Button("Run again", ui.Act("run"))))
}
