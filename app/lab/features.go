package lab

import (
	"slices"
	"time"

	"gridbox/app/compute"
	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/features"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// featureParts has the parts that features add to views.
var featureParts = func() panel.Additions {
	added := features.Additions()
	added.ScreenOf = kinds.OfDraft
	return added
}()

// featureCommands returns the commands of all features for the table of commands.
func featureCommands() (list []command) {
	for i, f := range features.All(nil) {
		for k, c := range f.Commands {
			entry := command{act: c.Act, reach: c.Reach, sign: c.Sign, help: c.Help, insertBefore: c.InsertBefore,
				canRun: func(l *Lab, id string) bool {
					return (l.live || !c.Live) && (c.CanRun == nil || c.CanRun(&l.s) || id != "" && id == c.Anywhere)
				},
				make: func(l *Lab, id, arg string) { l.features[i].Commands[k].Do(id, arg) }}
			for _, pair := range c.Keys {
				entry.keys = append(entry.keys, key{pair[0], pair[1]})
			}
			list = append(list, entry)
		}
	}
	return list
}

// withFeatureCommands returns the table of commands with those of all features.
func withFeatureCommands(list []command) []command {
	for _, c := range featureCommands() {
		at := slices.IndexFunc(list, func(o command) bool { return o.act == c.insertBefore })
		if at < 0 {
			at = len(list)
		}
		list = slices.Insert(list, at, c)
	}
	return list
}

// featureOffers returns the lines of all features in a part of the list of all commands.
func featureOffers(part string) (list []offer) {
	for _, f := range features.All(nil) {
		for _, o := range f.Offers {
			if o.Part == part {
				list = append(list, offer{name: o.Name, act: o.Act, id: o.ID, keywords: o.Keywords,
					isEnabled: o.IsEnabled})
			}
		}
	}
	return list
}

// featureFields returns the fields of all features that act at the end of the input, or during the input for typing.
func featureFields(typing bool) (list []entry) {
	for i, f := range features.All(nil) {
		for k, field := range f.Fields {
			if field.Typing == typing {
				list = append(list, entry{field.Attribute, func(l *Lab, of string, in feature.Input) {
					l.features[i].Fields[k].Enter(of, in)
				}})
			}
		}
	}
	return list
}

// viewOf returns a feature's view with an ID, nil for none.
func (l *Lab) viewOf(id string) *feature.View {
	for _, f := range l.features {
		if f.View != nil && f.View.ID == id {
			return f.View
		}
	}
	return nil
}

// shownView returns the shown view of a feature, an empty one if another view is shown.
func (l *Lab) shownView() *feature.View {
	if v := l.viewOf(l.s.Layout.View); v != nil {
		return v
	}
	return &feature.View{}
}

// tabOf returns a feature's view of the draft, nil for none.
func (l *Lab) tabOf(view string) *feature.Tab {
	for _, f := range l.features {
		if f.Tab != nil && f.Tab.View == view {
			return f.Tab
		}
	}
	return nil
}

// notifyStored shows a change of the storage in the views of features.
func (l *Lab) notifyStored(now bool) {
	for _, f := range l.features {
		if f.View != nil && f.View.OnStorageChange != nil {
			f.View.OnStorageChange(now)
		}
	}
}

// Scroll records which pixels of the shown list of rows are visible.
func (l *Lab) Scroll(top, bottom int) {
	if v := l.shownView(); v.OnScroll != nil {
		v.OnScroll(top, bottom)
	}
	l.follow()
}

// pickInFeatures reports whether a feature has handled a click on a thing of the picture while presenting.
func (l *Lab) pickInFeatures(t state.Ref) bool {
	return slices.ContainsFunc(l.features, func(f feature.Feature) bool { return f.OnClick != nil && f.OnClick(t) })
}

// pasteInFeatures passes a pasted text, or the reason why there is none, to the features.
func (l *Lab) pasteInFeatures(text, kind, why string) {
	for _, f := range l.features {
		if f.OnPaste != nil {
			f.OnPaste(text, kind, why)
		}
	}
}

// openInFeatures reports whether a feature has opened a file.
func (l *Lab) openInFeatures(name string, text []byte) bool {
	return slices.ContainsFunc(l.features, func(f feature.Feature) bool { return f.File != nil && f.File(name, text) })
}

// env implements [feature.Env].
type env struct{ lab *Lab }

func (e env) State() *state.State                  { return &e.lab.s }
func (e env) Screen() *screen.Screen               { return kinds.OfDraft(&e.lab.s) }
func (e env) RunAll()                              { e.lab.answerUpdater.runAll() }
func (e env) Do(actions ...state.Action)           { e.lab.do(actions...) }
func (e env) Receive(a *feature.Request, f func()) { e.lab.receive(a, f) }
func (e env) Workers() feature.Workers             { return e.lab.workers }
func (e env) Download(name, mime, text string)     { e.lab.download(name, mime, text) }
func (e env) Now() float64                         { return e.lab.host.Now() }
func (e env) CallClosed(adapter string, args ...any) {
	e.lab.callClosed(adapter, args...)
}
func (e env) AfterDraw(f func())                        { e.lab.host.AfterDraw(f) }
func (e env) Call(adapter string, args ...any)          { e.lab.host.Call(adapter, args...) }
func (e env) NeedsPermission(runs ...scenario.Run) bool { return e.lab.needsPermission(runs...) }
func (e env) LinkTo(s *scenario.Scenario) string        { return e.lab.linkTo(s) }
func (e env) Drafts() feature.Drafts                    { return &e.lab.drafts }
func (e env) Enqueue(f func() (then func()))            { e.lab.drafts.enqueue(f) }
func (e env) AfterFunc(wait time.Duration, f func()) {
	e.lab.host.AfterFunc(wait, func() {
		f()
		e.lab.follow()
	})
}

func (e env) Load(place **feature.Request, text []byte, done func(*scenario.Scenario, doc.Faults)) {
	e.lab.loadAs(place, "", len(text), textOf(text), done)
}

func (e env) LoadShown(name string, text []byte, done func(*scenario.Scenario, doc.Faults)) {
	e.lab.load(name, len(text), textOf(text), done)
}

func (e env) Store() *store.Store {
	if e.lab.drafts.lib == nil {
		return nil
	}
	return e.lab.drafts.lib.Store()
}

func (e env) ScreenOf(s *state.State) *screen.Screen { return kinds.OfDraft(s) }

func (e env) Weight(s *state.State, r scenario.Run) float64 { return weightOf(kinds.OfDraft(s), s, r) }

func (e env) Compare(left, right feature.Document) {
	for _, f := range e.lab.features {
		if f.Compare != nil {
			f.Compare(left, right)
		}
	}
}

func (e env) ReadProblem(place **feature.Request, of *scenario.Scenario, text []byte, t *compute.Trouble,
	done func(state.ExpandDone)) {
	e.lab.readProblem(place, of, text, t, done)
}

func (e env) Toggle(view string) bool {
	v := e.lab.viewOf(view)
	if v != nil {
		v.Toggle()
	}
	return v != nil
}

func (e env) OpenDraft(o feature.NewDraft) {
	e.lab.drafts.openWithNotice(o.Draft, o.Name, o.Example, o.Notice)
	if o.Text != nil {
		e.lab.answerUpdater.setText(o.Text)
	}
	if o.Report != "" {
		e.lab.drafts.recordOf(e.lab.s.Sheet).importReport = o.Report
		e.lab.drafts.showReport(o.Report)
	}
}

func (e env) NotifyStored() {
	e.lab.notifyStored(true)
	e.lab.host.Call("announce", "changed", "")
}

func (e env) Archive() feature.Archive { return e.lab.drafts.archive() }
func (e env) Background(f func())      { e.lab.host.Background(f) }
func (e env) GoTo(view string)         { e.lab.goTo(view) }
func (e env) Leave(f func())           { e.lab.leaveBy(f) }

func (e env) Runs() (list []feature.Run) {
	for _, f := range e.lab.features {
		list = append(list, f.Runs...)
	}
	return list
}

func (e env) Export(called string, p feature.Printout, use func(written []byte, notes string)) {
	e.lab.request(called, p, use)
}

func (e env) Print(file, mime, called string, p feature.Printout) { e.lab.print(file, mime, called, p) }
