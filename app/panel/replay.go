package panel

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/replay"
	"gridbox/core/scenario"
)

// maxPhases is the maximal number of phases in the list, around the current one. The list changes only after half as
// many phases, because renaming all entries takes most of a step's time.
const maxPhases = 100

// watching returns the controls to the right of the slider of the steps: the replayed decision,
// the algorithm, the button of the pseudo-code, and the menu with more options.
func watching(s *state.State, sc *screen.Screen) ui.Node {
	row := ui.El("div", ui.Class("watching"))
	if sc.Wholes && !s.UsesProgram() {
		row.Children = append(row.Children, decisions(s))
	}
	if a := s.FocusedAnswer(); a != nil {
		row.Children = append(row.Children, ui.El("span", ui.Class("by"), Swatch(a.Colour, a.Letter),
			ui.El("bdi", screen.Algorithm(s, a).Name)))
	}
	if len(codeOf(s)) > 0 {
		row.Children = append(row.Children, ui.Button("Code", ui.Class("btn sm"), ui.Act("watch", "code"),
			ui.Aria("pressed", s.Replay.Code), ui.A("title",
				"the algorithm as pseudo-code, with the line of this step")))
	}
	row.Children = append(row.Children, ui.IconButton("more", "More about the replay", ui.Act("dialog",
		"replay"), opens))
	return row
}

// maxDecisions is the number of jobs in the list of decisions, around the
// current one.
const maxDecisions = 100

// decisions returns the list of possible replays: of the whole run, or of the decision about one job.
func decisions(s *state.State) ui.Node {
	values, names := []string{""}, []string{"Whole run"}
	chosen := s.Explanation.About
	if s.Replay.Whole {
		chosen = ""
	}
	n, id := doc.List(scenario.Problem(s.Problem), "jobs")
	at := 0
	for i := range n {
		if id(i) == s.Explanation.About {
			at = i
		}
	}
	from := max(0, min(at-maxDecisions/2, n-maxDecisions))
	for i := from; i < min(n, from+maxDecisions); i++ {
		values, names = append(values, id(i)), append(names, i18n.T("Job {}", id(i)))
	}
	if !slices.Contains(values, chosen) {
		chosen = ""
	}
	return ui.Choice(chosen, values, names, ui.A("aria-label", "Replayed decision"), ui.A("data-show", "decision"))
}

// replayMenu returns the menu of options of the replay: phases, folding, loop, speed, and whose search is shown.
func replayMenu(s *state.State, sc *screen.Screen) ui.Node {
	phases := s.Explanation.Phases
	turn := func(what, name, title string, on bool) ui.Node {
		return ui.Button(name, ui.Act("watch", what), ui.Aria("pressed", on), ui.A("title", title))
	}
	kids := []ui.Node{
		ui.El("div", ui.Class("acts"), turn("fold", "Fold steps", "equal steps in a row count as one", s.Replay.Fold),
			turn("loop", "Loop", "start again at the end", s.Replay.Loop)),
		ui.FormRow("replay-speed", "Speed", ui.Choice(strconv.Itoa(s.Replay.Speed), []string{"-1", "0", "1", "2", "3"},
			[]string{"½×", "1×", "2×", "4×", "8×"}, ui.A("id", "replay-speed"), ui.A("data-show", "speed"))),
	}
	if len(phases) > 1 {
		kids = append(kids, ui.El("div", ui.Class("phases"),
			ui.IconButton("back", "Previous phase (Shift+left arrow)", ui.Act("phase", "back")),
			phaseList(phases, s.Explanation.Step),
			ui.IconButton("forward", "Next phase (Shift+right arrow)", ui.Act("phase", "on"))))
	}
	if sc.Searches != nil && !s.UsesProgram() {
		kids = append(kids, sc.Searches(s))
	}
	return ui.El("div", ui.Class("replay-menu form"), kids)
}

// phaseList returns the list that jumps to a phase, with at most maxPhases phases around the current step.
func phaseList(phases []replay.Phase, step int) ui.Node {
	on := 0
	for i := range phases {
		if phases[i].Step <= step {
			on = i
		}
	}
	from := max(0, min(on/(maxPhases/2)*(maxPhases/2)-maxPhases/4, len(phases)-maxPhases))
	var values, names []string
	for _, p := range phases[from:min(len(phases), from+maxPhases)] {
		values, names = append(values, strconv.Itoa(p.Step)), append(names, p.Name)
	}
	chosen := ""
	if len(phases) > 0 {
		chosen = strconv.Itoa(phases[on].Step)
	}
	return ui.Choice(chosen, values, names, ui.A("aria-label", "Phase"), ui.A("data-show", "phase"))
}

// trackWidth is the number of columns of the track.
const trackWidth = 250

// track returns marks below the slider where the phases begin.
func track(w *state.Explanation) ui.Node {
	var b strings.Builder
	last := -1
	for _, p := range w.Phases {
		if x := p.Step * trackWidth / len(w.Trace.Events); x != last {
			b.WriteString("M" + strconv.Itoa(x) + " 0v6")
			last = x
		}
	}
	return ui.Raw(`<svg class="track" viewBox="0 0 250 6" preserveAspectRatio="none" aria-hidden="true"><path d="M0 5h250` +
		b.String() + `" fill="none" stroke="currentColor"/></svg>`)
}

func codeOf(s *state.State) []replay.Line {
	if a := s.FocusedAnswer(); a != nil && !s.UsesProgram() { // its code is in the editor
		return replay.Code(s.Draft.Kind, a.Run.Algorithm)
	}
	return nil
}

// code returns the focused run's algorithm as pseudo-code, with the line of the step marked.
func code(s *state.State) ui.Node {
	list := ui.El("ol", ui.Class("code"), ui.A("aria-label", "Pseudo-code"))
	all, at := codeOf(s), -1
	if e := screen.Step(s); e != nil {
		at = replay.LineIndex(all, e)
	}
	for i, l := range all {
		list.Children = append(list.Children, ui.El("li", ui.Class("d"+strconv.Itoa(l.Depth)),
			ui.If(i == at, ui.A("aria-current", "step")), l.Text))
	}
	return list
}

// replayEnd describes the end of a replay: the choice and its reason; for a whole run its result, and the rule behind
// it.
func replayEnd(s *state.State, sc *screen.Screen) []ui.Node {
	a := s.FocusedAnswer()
	if !s.Explanation.Whole || a == nil || a.Answer == nil {
		return sc.Verdict(s)
	}
	alg, text := screen.Algorithm(s, a), ""
	kind, _ := catalog.ByID(s.Draft.Kind)
	for i, m := range kind.Metrics[:min(2, len(kind.Metrics))] {
		text += []string{i18n.T("{} comes to: ", alg.Name), ", "}[i] + strings.ToLower(m.Name) + " " +
			ui.Num(a.Answer.Metrics[m.ID])
		if m.Unit != "" {
			text += " " + m.Unit
		}
	}
	if sc.ServedJobs != nil {
		served, of := sc.ServedJobs(a)
		text += i18n.T(", {} of {} jobs served", ui.Integer(served), ui.Integer(of))
	}
	return []ui.Node{ui.Text(text + ". " + alg.About)}
}
