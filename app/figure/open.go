package figure

import (
	"cmp"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// Open reads the scenario that the address names. example is the text of the
// example if the address names one, and nil otherwise: links and presets
// contain their own.
func (f *Figure) Open(example []byte) {
	switch {
	case f.Address.Fragment != "":
		const trouble = "The link of this figure cannot be opened."
		text, view, faults := scenario.LinkText(f.Address.Fragment)
		if len(faults) > 0 {
			f.openScenario(nil, faults, trouble)
			return
		}
		f.parse(text, func(s *scenario.Scenario, faults doc.Faults) {
			if s != nil {
				s.View = view
			}
			for i := range faults {
				faults[i].Start, faults[i].End = 0, 0 // the reader has not seen this text
			}
			f.openScenario(s, faults, trouble)
		})
	case f.Address.Example != "":
		f.parse(example, func(s *scenario.Scenario, faults doc.Faults) {
			f.openScenario(s, faults, i18n.T("The example {} has faults.", f.Address.Example))
		})
	default:
		f.openPreset()
	}
}

// longText is the length in bytes from which a document is parsed in pieces, so
// that the page around the figure stays responsive.
const longText = 1 << 16

// A parser is an engine that parses a document without blocking the page, and
// prepares its drawing. The engine of a page is one.
type parser interface {
	Parse(text []byte, prepare func(s *scenario.Scenario, pause func()),
		done func(s *scenario.Scenario, faults doc.Faults))
}

// parse parses a document, a long one without blocking the page if the engine
// can.
func (f *Figure) parse(text []byte, done func(*scenario.Scenario, doc.Faults)) {
	if p, ok := f.engine.(parser); ok && len(text) >= longText {
		p.Parse(text, f.prepare, done)
		return
	}
	done(catalog.Parse(text))
}

// prepare computes in advance the shapes of a large grid's picture.
func (f *Figure) prepare(s *scenario.Scenario, pause func()) {
	if s != nil && s.Placement != nil && f.cache != nil && !scenario.Generates(s) {
		f.cache.Prepare(&s.Placement.Problem, pause)
	}
}

func (f *Figure) openPreset() {
	id := f.Address.Preset
	kind, ok := catalog.PresetKind(id)
	if !ok {
		f.Break(i18n.T("There is no preset {}{}", shorten(id, 40),
			cmp.Or(doc.Suggest(id, catalog.PresetIDs()), ".")), nil)
		return
	}
	f.openScenario(Preset(kind, id, f.Address.Seed), nil, "")
}

// Preset returns the scenario of a preset, with its title and description.
// Another seed than the preset's own draws another instance.
func Preset(kind catalog.Kind, id string, seed *uint64) *scenario.Scenario {
	var n uint64
	if seed != nil {
		n = *seed
	}
	s := scenario.NewGenerated(kind.ID, id, n)
	for _, p := range kind.Presets {
		if p.ID == id {
			s.Title, s.About = p.Title, p.About
		}
	}
	return s
}

// OpenDocument reads a scenario that the page itself contains.
func (f *Figure) OpenDocument(text []byte) {
	f.parse(text, func(s *scenario.Scenario, faults doc.Faults) {
		f.openScenario(s, faults, "The scenario of this page has faults.")
	})
}

// openScenario shows a scenario, or its faults if it has any.
func (f *Figure) openScenario(s *scenario.Scenario, faults doc.Faults, trouble string) {
	if s == nil || len(faults) > 0 {
		f.Break(trouble, faults)
		return
	}
	f.source = s
	if f.beside = f.Address.Beside; f.beside == "" && s.View != nil {
		f.beside = s.View.Comparison
	}
	if f.readLock(); f.lock != nil {
		f.beside = ""
	}
	f.openSecond()
	f.maker = func() {
		f.engine.Expand(s.Kind, scenario.Canonical(s), func(explicit []byte, trouble *compute.Trouble) {
			if trouble != nil {
				f.Break(trouble.Text, trouble.Faults)
				return
			}
			f.show(explicit)
		})
	}
	if f.Phase = Waiting; catalog.Making(s) <= catalog.MaxAutomaticMs {
		f.making()
	}
}

// making generates the problem, which takes a while for a large one.
func (f *Figure) making() {
	f.Phase = Loading
	now := f.maker
	f.maker = nil
	now()
}

// show draws an explicit scenario and begins to solve it.
func (f *Figure) show(text []byte) {
	f.parse(text, func(s *scenario.Scenario, faults doc.Faults) {
		if s == nil || len(faults) > 0 {
			f.Break("The scenario could not be made explicit.", faults)
			return
		}
		f.explicit, f.text, f.clusterPositions = s, text, nil
		if f.Address.Controls != "" || f.Address.fault != "" {
			f.openPanel()
		}
		f.begin(catalog.Runs(s))
	})
}

// LabHref returns the address that opens the same scenario, with the same view,
// in the laboratory. It is empty if the scenario is too long for a link.
func (f *Figure) LabHref() string {
	// Every drawing needs it several times, and packing a link takes
	// milliseconds.
	if now := f.linkState(); f.lab == "" || f.labOf != now {
		f.lab, f.labOf = f.labHref(), now
	}
	return f.lab
}

// linkState returns everything that the link to the laboratory depends on.
func (f *Figure) linkState() linkState {
	return linkState{f.source, f.second, f.lock, f.chosen, f.job, f.StepNumber(), len(f.entries)}
}

// A linkState is the state of the view that the link to the laboratory contains.
type linkState struct {
	source            *scenario.Scenario
	second            *second
	lock              *stepLock
	chosen, job, step int
	entries           int
}

// labHref returns the address that opens the figure's scenario in the laboratory. It omits the view if the link would
// be too long. It returns "" if no link is short enough, or if a figure in a page of its own has no site.
func (f *Figure) labHref() string {
	if f.Alone && f.Base == "" {
		return ""
	}
	if f.source == nil {
		return f.Base + "/lab/"
	}
	s := *f.source
	for _, s.View = range []*scenario.View{f.view(), nil} {
		link, err := scenario.Link(&s)
		if f.second != nil {
			link, err = scenario.LinkBoth(&s, f.second.source)
		}
		if err == nil {
			return f.Base + "/lab/" + link
		}
	}
	return ""
}

// view returns the view with which the laboratory shows the same things.
func (f *Figure) view() *scenario.View {
	v := &scenario.View{Theme: f.Address.Theme}
	if f.source.View != nil {
		v.Hidden = f.source.View.Hidden
	}
	if f.chosen < len(f.entries) {
		v.Run = catalog.Selector(f.runs, f.entries[f.chosen].Place)
	}
	v.Comparison = f.beside
	f.lockView(v)
	if f.job > 0 {
		v.Select = "job:" + f.JobName()
	}
	return v
}

// HomeHref returns the address of the site's first page, "" if there is no
// site.
func (f *Figure) HomeHref() string {
	if f.Alone && f.Base == "" {
		return ""
	}
	return f.Base + "/"
}
