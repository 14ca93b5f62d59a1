package shell

import (
	"net/url"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/chart"
	"gridbox/app/state"
	"gridbox/core/doc"
)

// What the page must do that Go cannot say in elements goes through the
// adapters in assets/js, which hang on window.gridbox.

func adapter(name string) app.Value { return app.Window().Get("gridbox").Get(name) }

// closest finds the element around, or at, the target that matches.
func closest(target app.Value, selector string) app.Value {
	if !target.Truthy() || !target.Get("closest").Truthy() {
		return app.Null()
	}
	return target.Call("closest", selector)
}

// attribute reads an attribute; an absent one is empty.
func attribute(el app.Value, name string) string {
	if !el.Truthy() || !el.Get("getAttribute").Truthy() {
		return ""
	}
	v := el.Call("getAttribute", name)
	if !v.Truthy() {
		return ""
	}
	return v.String()
}

func matches(query string) bool {
	return app.Window().Call("matchMedia", query).Get("matches").Bool()
}

// A mirror remembers what the adapters were given last, so that they are given
// only what changed.
type mirror struct {
	chart, held string
	drawn       string // the key of what the chart was made of
	written     string // that of the editor's text
}

// sync brings what attributes cannot say in line with the state: the contents
// of fields that are not being typed into, the open dialog, the picture's
// gestures, editor, chart and theme.
func (m *mirror) sync(s *state.State) {
	news := map[string]any{"theme": s.Look.Theme, "dialog": s.Look.Dialog, "title": s.Draft.Title, "view": s.Look.View}
	if key := s.Key(state.OfAnswers, state.OfLook, state.OfDraft, state.OfMatrix); key != m.drawn {
		m.drawn = key
		c := screenOf(s).Chart(s, s.Look.Chart)
		if both := chartText(c); both != m.chart {
			m.chart = both
			news["chart"] = both
		}
	}
	if key := s.Key(state.OfText, state.OfLook, state.OfDraft); s.Look.Side == "document" && key != m.written {
		m.written = key
		news["text"], news["faults"] = s.ShownText(), "[]"
		if s.Text != nil && len(s.Text.Faults) > 0 {
			news["faults"] = string(doc.Canonical(s.Text.Faults))
		}
	}
	held := ""
	if s.Text != nil && len(s.Text.Faults) > 0 {
		held = s.Text.Text
	}
	if held != m.held {
		m.held = held
		adapter("page").Call("hold", held)
	}
	adapter("page").Call("sync", news)
}

// chartText is a chart in both themes, empty where there is nothing to draw.
func chartText(c chart.Chart) string {
	if c.Empty() {
		return ""
	}
	return `{"light":` + string(c.JSON(chart.Light)) + `,"dark":` + string(c.JSON(chart.Dark)) + `}`
}

// heldText is the document's text with faults that this tab was left with. No
// draft can hold it, so the tab's session does.
func heldText() string { return adapter("page").Call("held").String() }

// goTo puts the cursor to a place of the document's text, in bytes.
func goTo(from, to int) { adapter("page").Call("goTo", from, to) }

// jump puts the focus on a part of the page.
func jump(id string) { adapter("page").Call("jump", id) }

func zoom(how string) { adapter("page").Call("zoom", how) }

func chooseFile() { adapter("page").Call("chooseFile") }

func copyText(id string) { adapter("page").Call("copy", id) }

func download(name, mime, text string) { adapter("page").Call("download", name, mime, text) }

func focusField(name string) { adapter("page").Call("focusField", name) }

func remember(key, value string) { adapter("page").Call("remember", key, value) }

// base is the path before the site's own addresses.
func base() string {
	return app.Window().Get("document").Get("documentElement").Get("dataset").Get("base").String()
}

// origin is scheme and host of this page.
func origin() string { return app.Window().Get("location").Get("origin").String() }

func address() *url.URL { return app.Window().URL() }

// clearAddress takes the scenario out of the address bar once it is open, so
// that a reload shows the draft as it was left.
func clearAddress() { adapter("page").Call("clearAddress") }

func saveImage(name string) { adapter("page").Call("savePicture", name) }

// studyAddress is the fragment by which the page opens on the screen of
// studies.
const studyAddress = "view=study"

// exportSpec hands out a chart that is drawn nowhere.
func exportSpec(name, how, spec string) { adapter("page").Call("exportSpec", name, how, spec) }

func exportChart(name, how string) { adapter("page").Call("exportChart", name, how) }

// embedded is the first scenario as the page carries it.
func embedded() []byte {
	el := app.Window().GetElementByID("gridbox-first")
	if !el.Truthy() {
		return nil
	}
	return []byte(el.Get("textContent").String())
}

func remembered(key string) string { return adapter("page").Call("remembered", key).String() }

// clock is the page's own, in milliseconds.
func clock() float64 { return app.Window().Get("performance").Call("now").Float() }
