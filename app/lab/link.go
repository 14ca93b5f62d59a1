package lab

import (
	"strings"

	"gridbox/app/kind/kinds"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// viewAddress begins the fragments of views.
const viewAddress = "view="

// draftLink returns the address that contains the draft, or the reason why there is none.
func (l *Lab) draftLink() state.LinkReady {
	linked := *l.s.Draft
	var with *scenario.Scenario
	view := &scenario.View{}
	if v := l.s.Draft.View; v != nil {
		view.Hidden = v.Hidden
	}
	switch l.s.Layout.View {
	case "":
		showStep(&l.s, view)
		if view.Step != "" {
			linked.View = view
		}
	default:
		if v := l.shownView(); v.Link != nil {
			with = v.Link(&linked, view)
			linked.View = view
		} else if featureParts.Tab(l.s.Layout.View) != nil {
			view.Panel, linked.View = l.s.Layout.View, view
		}
	}
	if l.s.Layout.NoStudy {
		linked.Study = nil
	}
	fragment, err := scenario.Link(&linked)
	if with != nil {
		fragment, err = scenario.LinkBoth(&linked, with)
	}
	if err != nil {
		return state.LinkReady{Reason: i18n.T("{} Save it as a file instead and send that.", err.Error())}
	}
	if !l.s.Layout.NoAnswers && isSolved(&l.s) {
		fragment += scenario.Expecting(result(&l.s).Runs, catalog.Version).Parameters()
	}
	for _, f := range l.features {
		if f.Link != nil {
			fragment += f.Link.Parameters(&linked, fragment)
		}
	}
	work := cite.Work{Scenario: &linked, Fragment: fragment, Site: l.host.StartState().Site}
	if isSolved(&l.s) {
		work.Answers = result(&l.s).Runs
	}
	return state.LinkReady{Link: work.Address(), Forms: work.Forms()}
}

// showStep makes a link open at the current step, unless it is the last one.
func showStep(s *state.State, v *scenario.View) {
	if v.Step = s.StepText(); v.Step == "" {
		return
	}
	runs := state.Runs(s.Draft)
	if a := s.FocusedAnswer(); a != nil && a.Index < len(runs) {
		v.Run = catalog.Selector(runs, a.Index)
	}
	if t := s.Main(); t.ID != "" {
		v.Select = t.Kind + ":" + t.ID
	}
}

// sharing changes the choices of the share dialog.
func sharing(l *Lab, id, _ string) {
	if id == "code" {
		l.code()
		return
	}
	if id == "figure" {
		l.saveFigure()
		return
	}
	l.do(state.Sharing{Choice: id})
	l.link()
}

// link shows the address in the dialog, and again with further parameters once they are known.
func (l *Lab) link() {
	l.do(l.draftLink())
	for _, f := range l.features {
		if f.Link != nil {
			f.Link.Await(func() {
				if l.s.Layout.Dialog == "share" {
					l.do(l.draftLink())
				}
			})
		}
	}
}

// linkTo returns the address that opens a scenario, "" if it is too long.
func (l *Lab) linkTo(s *scenario.Scenario) string {
	fragment, err := scenario.Link(s)
	if err != nil {
		return ""
	}
	return l.host.StartState().Site + "/lab/" + fragment
}

// openAddress opens the scenario in the page's address, if any, as a new draft. A broken one causes
// a message.
func (l *Lab) openAddress() {
	at := l.host.Address()
	view, named := strings.CutPrefix(at.Fragment, viewAddress)
	switch {
	case at.Preset != "" && at.Fragment == "":
		l.openPreset(at.Preset)
		if featureParts.Tab(at.View) != nil {
			l.do(state.Show{Field: "view", To: at.View})
		}
	case at.Fragment == viewAddress+state.QueueView:
		l.do(state.Show{Field: "answers", To: state.QueueView})
	case named && l.tabOf(view) != nil:
		l.do(state.Show{Field: "view", To: view})
	case named && l.viewOf(view) != nil:
		l.viewOf(view).Open()
	case strings.HasPrefix(at.Fragment, "s") && strings.Contains(at.Fragment, "."):
		l.openLink(at.Fragment)
	case !anchor(at.Fragment):
		l.clearAddress()
		l.do(state.Notify{Text: "Gridbox cannot open the end of this address, #" +
			shorten(at.Fragment) + ". Nothing here has changed.", Error: true})
	}
	if at.Unread != "" {
		l.clearAddress()
		l.appendNotice(state.Notify{Text: i18n.T("Gridbox cannot read this part of the address: ?{}.",
			shorten(at.Unread)), Error: true})
	}
}

// anchor reports whether a fragment is empty or names a place of the page.
func anchor(fragment string) bool {
	return strings.Trim(fragment, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// shorten returns the beginning of a foreign text that fits into a message.
func shorten(text string) string {
	letters := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	if len(letters) > 40 {
		return string(letters[:40]) + "…"
	}
	return string(letters)
}

// openLink opens the scenario of a link's fragment, together with a second one to compare if the link has one. A
// faulty link shows its faults and leaves the draft as it is.
func (l *Lab) openLink(fragment string) {
	l.clearAddress()
	text, view, faults := scenario.LinkText(fragment)
	if len(faults) > 0 {
		l.showLinkError(faults)
		return
	}
	var with *scenario.Scenario
	var second doc.Faults
	parse := func(pause func()) (*scenario.Scenario, doc.Faults) {
		draft, faults := scenario.ParseLinked(text, pause)
		if len(faults) == 0 {
			faults = catalog.CheckRuns(draft)
		}
		if with, second = scenario.OpenSecond(fragment, pause); len(second) == 0 && with != nil {
			second = catalog.CheckRuns(with)
		}
		return draft, faults
	}
	l.drafts.linkedDocument = "a shared scenario"
	l.load("a shared scenario", len(text), parse, func(draft *scenario.Scenario, faults doc.Faults) {
		if len(faults) > 0 {
			l.drafts.restoreAfterLink(func() { l.showLinkError(faults) })
			return
		}
		l.openLinked(fragment, draft, view, with, second)
	})
}

// showLinkError shows that a link cannot be opened.
func (l *Lab) showLinkError(faults doc.Faults) {
	l.do(state.Notify{Text: "The link cannot be opened. Nothing here has changed. Ask for the link again, or open " +
		"the file it was made from.", Detail: faultTexts(faults), Error: true})
}

// openLinked opens the scenario of a link, and its comparison with the second scenario of the link
// if that has no faults.
func (l *Lab) openLinked(fragment string, draft *scenario.Scenario, view *scenario.View, with *scenario.Scenario,
	second doc.Faults) {
	if len(second) > 0 {
		with = nil
		l.do(state.Notify{Text: "The second scenario of the link could not be opened; the first one could.",
			Detail: faultTexts(second), Error: true})
	}
	if draft.View = nil; view != nil && view.Hidden != nil {
		draft.View = &scenario.View{Hidden: view.Hidden}
	}
	notice := state.Notify{}
	if l.drafts.isOwn() {
		notice.Text = "You opened a shared scenario."
	}
	l.drafts.openWithNotice(draft, "open a link", false, notice)
	l.applyView(view)
	l.expect.open(fragment)
	if view == nil {
		view = &scenario.View{}
	}
	for _, f := range l.features {
		if f.OnLinkOpen != nil {
			f.OnLinkOpen(view, with)
		}
	}
}

// clearAddress removes the scenario from the address bar, so that a reload shows the current draft.
func (l *Lab) clearAddress() { l.host.Call("clearAddress") }

// applyView applies the link's view parameters.
func (l *Lab) applyView(v *scenario.View) {
	if v == nil {
		return
	}
	if i, ok := catalog.Pick(l.s.Draft.Kind, state.Runs(l.s.Draft), v.Run); ok {
		l.do(state.FocusRun{Run: l.s.All()[i].ID})
	}
	if v.Select != "" {
		l.do(state.SelectElement{Element: parseKindID(v.Select)})
	}
	if v.Step != "" {
		l.do(state.OpenAt{Text: v.Step})
	}
	if v.Theme != "" {
		l.do(state.Show{Field: "theme", To: v.Theme})
	}
	if featureParts.Tab(v.Panel) != nil {
		l.do(state.Show{Field: "view", To: v.Panel})
	}
	for _, t := range kinds.OfDraft(&l.s).Answers {
		if t.ID == v.Panel {
			l.do(state.Show{Field: "answers", To: v.Panel})
		}
	}
}

func (l *Lab) openPreset(preset string) {
	l.clearAddress()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		l.do(state.Notify{Text: i18n.T("There is no example named {}.", preset), Error: true})
		return
	}
	l.drafts.openDraft(state.FromPreset(kind.ID, preset, 7), i18n.T("open the example {}", preset), true)
	l.drafts.linkedDocument = "an example"
}

// openExample opens a preset of any kind. If the kind is another one, it also leaves the Study view,
// whose screens are about one kind.
func (l *Lab) openExample(preset string) {
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		return
	}
	if kind.ID != l.s.Draft.Kind {
		l.do(state.Show{Field: "view"})
	}
	d := state.FromPreset(kind.ID, preset, 7)
	l.drafts.openDraft(d, i18n.T("open the example {}", d.Title), true)
}

// openKind opens a draft of another kind and shows its picture: the draft on its desk, else the last
// saved one, else the first example.
func (l *Lab) openKind(id string) {
	kind, ok := catalog.ByID(id)
	if !ok || id == l.s.Draft.Kind {
		return
	}
	l.do(state.Show{Field: "view"})
	if d, ok := l.s.Desk[id]; ok {
		l.do(state.Open{Draft: d.Draft, Name: i18n.T("go back to {}", state.TitleInSentence(d.Draft.Title)),
			Sheet: d.Number})
		return
	}
	for _, d := range l.s.Keep.Drafts {
		if d.Kind == id {
			l.drafts.fetch(d.Slot)
			return
		}
	}
	if len(kind.Presets) > 0 {
		d := state.FromPreset(id, kind.Presets[0].ID, 7)
		l.do(state.Open{Draft: d, Name: i18n.T("open the example {}", d.Title)})
		l.drafts.recordOf(l.s.Sheet).original = d
	}
}

// parseKindID parses kind:id.
func parseKindID(text string) state.Ref {
	kind, id, _ := strings.Cut(text, ":")
	return state.Ref{Kind: kind, ID: id}
}
