package panel

import (
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// share returns the dialog that shares the scenario: a preview, the parts to
// include, the address, and the other forms to copy.
func share(s *state.State, added Additions) ui.Node {
	parts := []ui.Node{sharePreview(s, added.Links), shareChoices(s), address(s),
		ui.El("h3", "Picture and page"),
		ui.El("div", ui.Class("acts"), ui.Button("Picture as SVG", ui.Act("save", "picture")), onePageButton(s)),
		ui.El("p", ui.Class("note"), i18n.T("The page is for a paper's supplement or an archive: {}.",
			onePageOutlet.About)),
		files(s)}
	if s.Layout.LinkWhy == "" {
		parts = append(parts, composer(s), forms(s, added))
	}
	return ui.El("div", parts)
}

// address returns the part of the dialog with the link of the scenario, or with the reason why
// there is none. Both have the same height, so that the buttons below do not move.
func address(s *state.State) ui.Node {
	box := ui.El("div", ui.Class("share-address"), ui.El("h3", "Address"))
	if s.Layout.LinkWhy != "" {
		box.Children = append(box.Children, ui.El("p", ui.A("role", "status"), s.Layout.LinkWhy),
			ui.El("div", ui.Class("acts"), ui.Button("Save as a file", ui.Class("primary"), ui.Act("save"))))
		return box
	}
	box.Children = append(box.Children,
		ui.El("div", ui.Class("copy"),
			ui.El("input", ui.A("type", "text"), ui.A("readonly", "true"),
				ui.A("aria-label", "Address of this scenario"), ui.A("id", "share-link"),
				ui.A("data-value", s.Layout.Link), ui.A("value", s.Layout.Link)),
			ui.Button("Copy", ui.Class("primary"), ui.Act("copy", "share-link")),
			ui.Button("Send", ui.Class("send"), ui.Act("send"), ui.A("title", "with an app on this device")),
			ui.Button("QR code", ui.Act("share", "code"), ui.A("title", "of this address, for a phone"))),
		scannable(s),
		ui.El("p", ui.Class("note"), i18n.T("{} characters, which contain the whole scenario; nothing is stored "+
			"anywhere else.",
			ui.Integer(len(s.Layout.Link)))))
	return box
}

// composer returns the link to the page that makes a figure of the address, in which readers may change values.
func composer(s *state.State) ui.Node {
	site, fragment, ok := strings.Cut(s.Layout.Link, "/lab/")
	if !ok {
		return ui.Node{}
	}
	return ui.El("p", ui.El("a", ui.A("href", site+"/compose/"+fragment), ui.A("target", "_blank"),
		ui.A("rel", "noopener"), "Figure with controls…"),
		ui.El("span", ui.Class("note"), " for your page; readers change the numbers that you choose"))
}

// scannable returns the address as a QR code, once a worker has drawn it.
func scannable(s *state.State) ui.Node {
	if s.Layout.Code == "" {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("share-code"), ui.Raw(s.Layout.Code))
}

func onePageButton(s *state.State) ui.Node {
	return ui.Button("Save as one page", ui.Act("out", onePageOutlet.ID),
		ui.Flag("disabled", s.Problem == nil || !s.HasAllAnswers()))
}

// onePageOutlet is the outlet that the share dialog has too.
var onePageOutlet = Outlets()[0]

// sharePreview returns a preview as the recipient will see it, with a picture.
func sharePreview(s *state.State, added []AddedLink) ui.Node {
	var drawn ui.Node
	size := ""
	if s.Problem != nil && s.ProblemOf == s.PosedDraft {
		size = kinds.Size(s.Problem)
		v := picture.View{Scenario: s.Problem, Name: s.Draft.Title, Static: true}
		if a := s.FocusedAnswer(); a != nil && s.IsFresh(*a) {
			v.Answer, v.Colour = a.Answer, a.Colour
		}
		drawn = ui.El("div", ui.Class("share-picture"), ui.A("aria-hidden", "true"), ui.Picture(kinds.Thumb(v)))
	}
	title := s.Draft.Title
	if title == "" {
		title = "Untitled scenario"
	}
	parts := []string{}
	if size != "" {
		parts = append(parts, size)
	}
	parts = append(parts, picture.Count(len(s.Answers), "run"))
	if s.Draft.Study != nil && !s.Layout.NoStudy {
		parts = append(parts, studySize(s.Draft))
	}
	for _, l := range added {
		if s.Layout.View == l.View {
			parts = append(parts, l.ShareContent)
		}
	}
	after := " The page that opens it computes the answers again."
	if includesAnswers(s) {
		after = " The page that opens it computes the answers again and compares them with yours."
	}
	return ui.El("div", ui.Class("share-seen"), drawn, ui.El("div", ui.El("p", ui.El("b", title)),
		ui.El("p", i18n.T("{}. Each recipient gets a copy; your draft does not change.{}",
			strings.Join(parts, ", "), after))))
}

// studySize returns a short description of a study's size.
func studySize(d *scenario.Scenario) string {
	switch z := study.Measure(d); {
	case z.Replications != 1:
		return i18n.T("a study of {}", picture.Count(d.Study.Replications, "replication"))
	case z.Points != 1:
		return i18n.T("a study of {} points", ui.Amount(z.Points))
	}
	return "a study of this one instance"
}

func includesAnswers(s *state.State) bool { return !s.Layout.NoAnswers && s.HasAllAnswers() }

// shareChoices returns the choices of the parts that the address contains.
func shareChoices(s *state.State) ui.Node {
	choice := func(name, id, title string, on, may bool) ui.Node {
		return ui.Button(name, ui.Act("share", id), ui.A("aria-pressed", strconv.FormatBool(on && may)),
			ui.A("title", title), ui.Flag("disabled", !may))
	}
	parts := []ui.Node{choice("Digest of the answers", "answers",
		"lets the page that opens the address compare its answers with yours",
		!s.Layout.NoAnswers, s.HasAllAnswers())}
	if s.Draft.Study != nil {
		parts = append(parts, choice("The study", "study", "includes the settings of the study", !s.Layout.NoStudy,
			true))
	}
	return ui.El("div", ui.Class("acts"), ui.A("role", "group"), ui.A("aria-label", "Included in the link"), parts)
}

// forms returns the texts to copy, one of them shown.
func forms(s *state.State, added Additions) ui.Node {
	list := s.Layout.Forms
	if len(list) < 2 {
		return ui.Node{}
	}
	chosen := list[1] // the first is the address
	for _, f := range list[1:] {
		if f.ID == s.Layout.Form {
			chosen = f
		}
	}
	var tabs []ui.Node
	for _, f := range list[1:] {
		tabs = append(tabs, ui.Button(f.Name, ui.Act("share", f.ID), ui.A("title", f.About),
			ui.A("aria-pressed", strconv.FormatBool(f.ID == chosen.ID))))
	}
	return ui.El("div", ui.El("h3", "For pages and papers"),
		ui.El("div", ui.Class("acts share-forms"), ui.A("role", "group"), ui.A("aria-label", "Form"), tabs),
		ui.El("p", ui.Class("note"), chosen.Name+": "+chosen.About+"."),
		ui.El("pre", ui.Class("share-text"), ui.A("id", "share-text"), ui.A("tabindex", "0"), ui.A("role", "group"),
			ui.A("aria-label", chosen.Name), chosen.Text),
		ui.El("div", ui.Class("acts"), ui.Button("Copy", ui.Act("copy", "share-text")),
			figureButton(s, chosen.ID, added)))
}

// figureButton returns the button that saves the LaTeX text together with its
// figure.
func figureButton(s *state.State, form string, added Additions) ui.Node {
	if form != "latex" {
		return ui.Node{}
	}
	return ui.Button("Save PDF and TeX", ui.Act("share", "figure"), ui.A("title",
		"the figure and this text in one archive"),
		ui.Flag("disabled", !CanPrint(s, added)))
}

// CanPrint reports whether there is a figure to save: the figure of a feature's view, or the
// picture of answers that are up to date.
func CanPrint(s *state.State, added Additions) bool {
	if t := added.Tab(s.Layout.View); t != nil {
		return t.CanPrint(s)
	}
	return s.Problem != nil && s.HasAllAnswers()
}
