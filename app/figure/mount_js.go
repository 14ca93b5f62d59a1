package figure

import (
	"slices"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"gridbox/app/yield"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
)

// mount carries a Figure into the page and draws it whenever it changes.
type mount struct {
	root        *Root
	renderer    *domrender.JSRenderer
	build       *vugu.BuildEnv
	document    js.Value
	islands     map[string]string // the last text of each island
	drawnValues []any             // the readers' values when the figure was last drawn
	sentDigest  string            // the digest that the surrounding page received last
}

// Serve shows a figure in the element #figure until the page is closed. start is called with a function do;
// everything that changes the figure goes through do, which calls its argument under the renderer's lock and then
// draws.
func Serve(f *Figure, start func(do func(func()))) error {
	renderer, err := domrender.New("#figure")
	if err != nil {
		return err
	}
	build, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		return err
	}
	m := &mount{
		root: &Root{f}, renderer: renderer, build: build,
		document: js.Global().Get("document"), islands: map[string]string{},
	}
	m.listen()
	start(m.do)
	for renderer.EventWait() {
		if err := m.draw(); err != nil {
			return err
		}
	}
	return nil
}

// do changes the figure and requests a drawing.
func (m *mount) do(change func()) {
	env := m.renderer.EventEnv()
	env.Lock()
	change()
	env.UnlockRender()
}

// draw renders the markup, then the islands that have changed. While the page shows the still, it draws nothing until
// the figure has as much to show. vugu then finds and keeps the elements that it expects, so nothing moves.
func (m *mount) draw() error {
	f := m.root.Figure
	if m.showsStill() && (f.Phase == Loading || f.Phase == Running) {
		return nil
	}
	if p := f.panel; p != nil {
		// While new values are solved quickly, only the values themselves change on the page.
		if p.next != nil && f.Phase == Done && slices.Equal(p.values, m.drawnValues) {
			return nil
		}
		m.drawnValues = slices.Clone(p.values)
	}
	adopted := m.showsStill()
	built := m.build.RunBuild(m.root)
	for _, n := range built.Out.Out {
		translate(n)
	}
	if err := m.renderer.Render(built); err != nil {
		return err
	}
	if adopted && f.beside == "" && !f.Alone {
		// The same code drew the still in the same state; a still shows one answer.
		m.islands[islandPicture] = f.Picture(f.StillCanvas())
	}
	// The status and the words of a step change in the same turn as the phase.
	m.fill(islandStatus, "textContent", i18n.Text(f.Status()))
	m.fill(islandText, "innerHTML", f.Sentence())
	pause := yield.Pauser() // if the figure changes in a pause, it is drawn again
	area := m.measure()
	pause()
	drawn := f.Picture(area)
	pause()
	m.fill(islandPicture, "innerHTML", drawn)
	pause()
	m.fill(islandNumbers, "innerHTML", f.StepTable())
	width := m.element(islandPicture).Get("parentElement").Get("clientWidth").Float()
	pause()
	m.fill(islandChart, "innerHTML", f.Chart(width))
	m.fill(islandStudy, "innerHTML", f.StudyChart(width))
	if title := i18n.Text(f.Title()) + " · Gridbox"; f.Phase != Loading && m.document.Get("title").String() != title {
		m.document.Set("title", title) // the page's title is of its preset, and a link may show another scenario
	}
	m.sendDigest(f)
	return nil
}

// sendDigest sends the digest of the author's answers to the page around the frame.
func (m *mount) sendDigest(f *Figure) {
	came, parent := f.Expectation(), js.Global().Get("parent")
	if came.Digest == "" || came.Digest == m.sentDigest || parent.Equal(js.Global()) {
		return
	}
	m.sentDigest = came.Digest
	parent.Call("postMessage", map[string]any{"gridbox": "answers", "digest": came.Digest, "by": came.Version}, "*")
}

// showsStill reports whether the page still shows the drawing that the site made
// beforehand.
func (m *mount) showsStill() bool {
	return m.element("figure").Get("dataset").Get("phase").String() == phaseStill &&
		m.document.Get("documentElement").Get("dataset").Get("still").Truthy()
}

// fill sets the content of an island. A focused mark gets the focus again, because the new picture has a mark of the
// same name.
func (m *mount) fill(id, property, text string) {
	if old, ok := m.islands[id]; ok && old == text {
		return
	}
	m.islands[id] = text
	host := m.element(id)
	focus := m.focusedMark(host)
	host.Set(property, text)
	if focus.kind != "" {
		m.refocus(host, focus)
	}
}

type mark struct{ kind, id string }

func (m *mount) focusedMark(host js.Value) mark {
	active := m.document.Get("activeElement")
	if !active.Truthy() || !host.Call("contains", active).Bool() {
		return mark{}
	}
	data := active.Get("dataset")
	return mark{data.Get("kind").String(), data.Get("id").String()}
}

// refocus moves the focus, and the tab stop, to the element in host that a mark names. It does nothing if there is no
// such element.
func (m *mount) refocus(host js.Value, want mark) {
	escape := js.Global().Get("CSS")
	selector := `[data-kind="` + escape.Call("escape", want.kind).String() + `"][data-id="` +
		escape.Call("escape", want.id).String() + `"]`
	found := host.Call("querySelector", selector)
	if !found.Truthy() {
		return
	}
	if stop := host.Call("querySelector", `[tabindex="0"]`); stop.Truthy() {
		stop.Call("setAttribute", "tabindex", "-1")
	}
	found.Call("setAttribute", "tabindex", "0")
	found.Call("focus")
}

// measure returns the area of the picture.
func (m *mount) measure() Canvas {
	host := m.element(islandPicture)
	return m.root.CanvasFor(host.Get("clientWidth").Float(), host.Get("clientHeight").Float())
}

// listen handles the picture's events and changes of its size.
func (m *mount) listen() {
	m.document.Call("addEventListener", "gbpick", js.FuncOf(func(_ js.Value, args []js.Value) any {
		detail := args[0].Get("detail")
		kind, id := detail.Get("kind").String(), detail.Get("id").String()
		m.do(func() { m.root.Pick(picture.Ref{Kind: kind, ID: id}) })
		return nil
	}))
	js.Global().Call("addEventListener", "resize", js.FuncOf(func(js.Value, []js.Value) any {
		m.do(func() {})
		return nil
	}))
}

func (m *mount) element(id string) js.Value {
	return m.document.Call("getElementById", id)
}
