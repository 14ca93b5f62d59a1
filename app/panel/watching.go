package panel

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/replay"
	"gridbox/core/trace"
)

// mostPhases is how many phases the list offers: those around the one that is on,
// the same for half as many phases, since to name all anew is most of a step.
const mostPhases = 100

// watching are the ways to watch the steps: which, from where, how fast, with
// what beside them.
func watching(s *state.State, sc *screen.Screen) ui.Node {
	t, r := s.Why.Trace, &s.Replay
	if t == nil || len(t.Events) == 0 {
		t = &trace.Log{}
	}
	turn := func(what, name, title string, on, off bool) ui.Node {
		return ui.Button(name, ui.Class("btn sm"), ui.Act("watch", what), ui.Aria("pressed", on), ui.A("title", title),
			ui.Flag("hidden", off))
	}
	phases, none, whole := s.Why.Phases, len(t.Events) == 0, s.Programmed()
	kids := []ui.Node{
		turn("whole", "Whole run", "all that the run decides, one after another", r.Whole, !sc.Wholes || whole),
		ui.IconButton("back", "Phase before (Shift+left arrow)", ui.Act("phase", "back"),
			ui.Flag("hidden", len(phases) < 2)),
		phaseList(phases, s.Why.Step),
		ui.IconButton("forward", "Next phase (Shift+right arrow)", ui.Act("phase", "on"),
			ui.Flag("hidden", len(phases) < 2)),
		turn("fold", "Fold steps", "steps in a row that are alike are one", r.Fold, none),
		turn("loop", "Loop", "begin anew at the end", r.Loop, none),
		ui.Choice(strconv.Itoa(r.Speed), []string{"-1", "0", "1", "2", "3"}, []string{"½×", "1×", "2×", "4×", "8×"},
			ui.A("aria-label", "Speed"), ui.A("data-show", "speed"), ui.Flag("hidden", none)),
		turn("code", "Code", "the algorithm as pseudo-code, with the line of this step", r.Code, len(codeOf(s)) == 0),
	}
	if sc.Searches != nil && !whole {
		kids = append(kids, sc.Searches(s))
	}
	// A form of its own: where another option is chosen, Chromium reads all fields of the form, and
	// those that have none are 100 and more.
	return ui.El("form", ui.Class("watching"), ui.A("aria-label", "How to watch"), kids)
}

// phaseList jumps to a phase.
func phaseList(phases []replay.Phase, step int) ui.Node {
	on := 0
	for i := range phases {
		if phases[i].Step <= step {
			on = i
		}
	}
	from := max(0, min(on/(mostPhases/2)*(mostPhases/2)-mostPhases/4, len(phases)-mostPhases))
	var values, names []string
	for _, p := range phases[from:min(len(phases), from+mostPhases)] {
		values, names = append(values, strconv.Itoa(p.Step)), append(names, p.Name)
	}
	chosen := ""
	if len(phases) > 0 {
		chosen = strconv.Itoa(phases[on].Step)
	} else {
		values, names = []string{""}, []string{"none"}
	}
	return ui.Choice(chosen, values, names, ui.A("aria-label", "Phase"), ui.A("data-show", "phase"),
		ui.Flag("hidden", len(phases) < 2))
}

// trackWidth is into how many columns the track's marks fall.
const trackWidth = 250

// track marks below the slider where the phases begin.
func track(w *state.Why) ui.Node {
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
	if a := s.Focused(); a != nil && !s.Programmed() { // whose code stands in its editor
		return replay.Code(s.Draft.Kind, a.Run.Algorithm)
	}
	return nil
}

// code is the focused run's algorithm as pseudo-code, the line of the step marked.
func code(s *state.State) ui.Node {
	list := ui.El("ol", ui.Class("code"), ui.A("aria-label", "Pseudo-code"))
	all, at := codeOf(s), -1
	if e := screen.Step(s); e != nil {
		at = replay.At(all, e)
	}
	for i, l := range all {
		list.Children = append(list.Children, ui.El("li", ui.Class("d"+strconv.Itoa(l.Depth)),
			ui.If(i == at, ui.A("aria-current", "step")), l.Text))
	}
	return list
}

// ended is what a replay ends on: what was chosen and why; of a whole run what it
// came to, and by which rule.
func ended(s *state.State, sc *screen.Screen) []ui.Node {
	a := s.Focused()
	if !s.Why.Whole || a == nil || a.Answer == nil {
		return sc.Verdict(s)
	}
	alg, text := screen.Algorithm(s, a), ""
	kind, _ := catalog.ByID(s.Draft.Kind)
	for i, m := range kind.Metrics[:min(2, len(kind.Metrics))] {
		text += []string{alg.Name + " comes to: ", ", "}[i] + strings.ToLower(m.Name) + " " +
			ui.Num(a.Answer.Metrics[m.ID])
		if m.Unit != "" {
			text += " " + m.Unit
		}
	}
	if sc.Served != nil {
		served, of := sc.Served(a)
		text += ", " + ui.Whole(served) + " of " + ui.Whole(of) + " jobs served"
	}
	return []ui.Node{ui.Text(text + ". " + alg.About)}
}
