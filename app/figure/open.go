package figure

import (
	"cmp"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Open takes in what the address names: the text of the example when it names
// one, nothing otherwise, as links and presets carry themselves.
func (f *Figure) Open(example []byte) {
	switch {
	case f.Address.Fragment != "":
		const trouble = "The link of this figure cannot be opened."
		text, view, faults := scenario.LinkText(f.Address.Fragment)
		if len(faults) > 0 {
			f.take(nil, faults, trouble)
			return
		}
		f.parse(text, func(s *scenario.Scenario, faults doc.Faults) {
			if s != nil {
				s.View = view
			}
			for i := range faults {
				faults[i].Start, faults[i].End = 0, 0 // nobody has seen this text
			}
			f.take(s, faults, trouble)
		})
	case f.Address.Example != "":
		f.parse(example, func(s *scenario.Scenario, faults doc.Faults) {
			f.take(s, faults, "The example "+f.Address.Example+" has faults.")
		})
	default:
		f.openPreset()
	}
}

// longText is the length in bytes from which a document is parsed in pieces, so that the
// page around the figure does not stand still.
const longText = 1 << 16

// A parser is an engine that parses a document while the page goes on, and prepares
// what is to be drawn of it. The engine of a page is one.
type parser interface {
	Parse(text []byte, prepare func(s *scenario.Scenario, pause func()),
		done func(s *scenario.Scenario, faults doc.Faults))
}

// parse parses a document; a long one while the page goes on, where the engine can.
func (f *Figure) parse(text []byte, done func(*scenario.Scenario, doc.Faults)) {
	if p, ok := f.engine.(parser); ok && len(text) >= longText {
		p.Parse(text, f.prepare, done)
		return
	}
	done(catalog.Parse(text))
}

// prepare finds what the picture of a large grid draws.
func (f *Figure) prepare(s *scenario.Scenario, pause func()) {
	if s != nil && s.Placement != nil && f.kept != nil && !scenario.Generates(s) {
		f.kept.Prepare(&s.Placement.Problem, pause)
	}
}

func (f *Figure) openPreset() {
	id := f.Address.Preset
	kind, ok := catalog.PresetKind(id)
	if !ok {
		f.Break("There is no preset "+shorten(id, 40)+cmp.Or(doc.Suggest(id, presets()), "."), nil)
		return
	}
	f.take(Preset(kind, id, f.Address.Seed), nil, "")
}

// Preset is the scenario that a preset stands for, with its title and
// description. Another seed than the preset's own draws another instance.
func Preset(kind catalog.Kind, id string, seed *uint64) *scenario.Scenario {
	var n uint64
	if seed != nil {
		n = *seed
	}
	s := scenario.Generated(kind.ID, id, n)
	for _, p := range kind.Presets {
		if p.ID == id {
			s.Title, s.About = p.Title, p.About
		}
	}
	return s
}

func presets() []string {
	var ids []string
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// OpenDocument takes in a scenario that the page itself holds.
func (f *Figure) OpenDocument(text []byte) {
	f.parse(text, func(s *scenario.Scenario, faults doc.Faults) {
		f.take(s, faults, "The scenario of this page has faults.")
	})
}

// take shows a scenario that has no faults, and the faults of one that has.
func (f *Figure) take(s *scenario.Scenario, faults doc.Faults, trouble string) {
	if s == nil || len(faults) > 0 {
		f.Break(trouble, faults)
		return
	}
	f.source = s
	if f.beside = f.Address.Beside; f.beside == "" && s.View != nil {
		f.beside = s.View.Beside
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
	if f.Phase = Waiting; catalog.Making(s) <= catalog.Moment {
		f.making()
	}
}

// making has the problem made, which takes a generator of much a while.
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
		f.explicit, f.text, f.arranged = s, text, nil
		if f.Address.Controls != "" || f.Address.fault != "" {
			f.openPanel()
		}
		f.begin(catalog.Runs(s))
	})
}

// LabHref opens the same scenario, as it is looked at now, in the laboratory.
// It is empty where no link can hold the scenario.
func (f *Figure) LabHref() string {
	// The markup asks several times a drawing, and packing a link takes milliseconds.
	if now := f.looked(); f.lab == "" || f.labOf != now {
		f.lab, f.labOf = f.labHref(), now
	}
	return f.lab
}

// looked is all that the link to the laboratory is made of.
func (f *Figure) looked() look {
	return look{f.source, f.second, f.lock, f.chosen, f.job, f.StepNumber(), len(f.entries)}
}

// A look is what is looked at in a figure, and how.
type look struct {
	source            *scenario.Scenario
	second            *second
	lock              *locked
	chosen, job, step int
	entries           int
}

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

// view is what the laboratory needs to look at the same things.
func (f *Figure) view() *scenario.View {
	v := &scenario.View{Theme: f.Address.Theme}
	if f.source.View != nil {
		v.Hidden = f.source.View.Hidden
	}
	if f.chosen < len(f.entries) {
		v.Run = catalog.Word(f.runs, f.entries[f.chosen].Place)
	}
	v.Beside = f.beside
	f.lockView(v)
	if f.job > 0 {
		v.Select = "job:" + f.JobName()
	}
	return v
}

// HomeHref leads to the site's first page; it is empty where there is no site.
func (f *Figure) HomeHref() string {
	if f.Alone && f.Base == "" {
		return ""
	}
	return f.Base + "/"
}
