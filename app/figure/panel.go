package figure

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/param"
	"gridbox/core/scenario"
)

// A panel has the controls for readers. Their changes are solved by another
// Figure, so that the old answers are shown until all new ones are there.
type panel struct {
	list          []param.Control
	changesSource []bool // whether a control changes the document as given, not the explicit problem
	start         []any  // the author's values; nil if the document has none
	values        []any
	faults        []string

	author   *scenario.Scenario // as given
	explicit *scenario.Scenario // the same, explicit

	next    *Figure // solves the changed values
	again   bool    // the values changed again meanwhile
	trouble string
}

// openPanel reads the controls from the address once the problem is explicit. A control that does not fit the
// scenario is omitted and recorded as a fault.
func (f *Figure) openPanel() {
	list, faults := param.Read(f.Address.Controls)
	p := &panel{author: f.source, explicit: f.explicit, faults: faults}
	if f.Address.fault != "" {
		p.faults = append(p.faults, f.Address.fault)
	}
	given, made := param.Open(f.source), param.Open(f.explicit)
	for _, c := range list {
		d, early := given, given.Find(c.Path)
		if !early {
			d = made
		}
		if why := d.Settle(&c); why != "" {
			p.faults = append(p.faults, i18n.T("the control of {} {}", shorten(c.Path, 60), why))
			continue
		}
		value, _ := d.Value(c.Path)
		p.list, p.changesSource = append(p.list, c), append(p.changesSource, early)
		p.start, p.values = append(p.start, value), append(p.values, value)
	}
	f.panel = p
}

// Turn sets control i to a position of its range, or to the value at that index, and solves the changed scenario. A
// position outside the range is clamped. Turn does nothing for an unknown control or index, for an unchanged value,
// or in a still.
func (f *Figure) Turn(i, place int) {
	p := f.panel
	if p == nil || i < 0 || i >= len(p.list) || f.still {
		return
	}
	c := &p.list[i]
	var value any
	switch {
	case c.HasRange():
		value = c.At(max(0, min(place, c.Steps())))
	case place < 0 || place >= len(c.Values):
		return
	default:
		value = c.Values[place]
	}
	if p.values[i] == value {
		return
	}
	p.values[i] = value
	f.vary()
}

// Restore sets the author's values again and solves the scenario. It does nothing without controls.
func (f *Figure) Restore() {
	if f.panel == nil {
		return
	}
	f.panel.values = slices.Clone(f.panel.start)
	f.vary()
}

// hasChanges reports whether readers have changed one of the early controls, or of the others.
func (p *panel) hasChanges(early bool) bool {
	for i := range p.list {
		if p.changesSource[i] == early && p.values[i] != p.start[i] {
			return true
		}
	}
	return false
}

// applyValues sets the values of the early controls, or of the others, in a copy of a document. It returns s itself if
// no value changed, and nil with the reason if a value is invalid.
func (p *panel) applyValues(s *scenario.Scenario, early bool) (*scenario.Scenario, string) {
	if !p.hasChanges(early) {
		return s, ""
	}
	d := param.Open(s)
	for i := range p.list {
		if p.changesSource[i] != early || p.values[i] == p.start[i] {
			continue
		}
		if why := d.Set(p.list[i].Path, p.values[i]); why != "" {
			return nil, p.list[i].Label + " " + why + "."
		}
	}
	varied, faults := d.Scenario()
	if len(faults) > 0 {
		return nil, i18n.T("Nothing can be solved with these values: {}.", faults[0].String())
	}
	return varied, ""
}

// vary solves the scenario with the current values. If another change is being solved, it notes that a further one is
// needed. An invalid value sets the panel's trouble.
func (f *Figure) vary() {
	p := f.panel
	if p.next != nil && p.next.Phase == Running {
		p.again = true
		return
	}
	p.next, p.again, p.trouble = nil, false, ""
	source, why := p.applyValues(p.author, true)
	if p.trouble = why; why != "" {
		return
	}
	switch {
	case !p.hasChanges(true):
		f.try(source, p.explicit)
	case !scenario.Generates(source):
		made, faults := scenario.ExpandValid(source)
		if len(faults) > 0 {
			p.trouble = troubleText(&compute.Trouble{Faults: faults})
			return
		}
		f.try(source, made)
	default:
		p.next = &Figure{Phase: Running}
		f.engine.Expand(source.Kind, scenario.Canonical(source), func(text []byte, trouble *compute.Trouble) {
			if trouble != nil {
				p.next, p.trouble = nil, troubleText(trouble)
				return
			}
			f.parse(text, func(made *scenario.Scenario, faults doc.Faults) {
				p.next = nil
				switch {
				case made == nil || len(faults) > 0:
					p.trouble = "The scenario could not be made explicit."
				case p.again:
					f.vary()
				default:
					f.try(source, made)
				}
			})
		})
	}
}

// troubleText returns a trouble as one sentence.
func troubleText(t *compute.Trouble) string {
	if len(t.Faults) > 0 {
		return i18n.T("Nothing can be solved with these values: {}.", t.Faults[0].String())
	}
	return t.Text
}

// try solves the runs of a problem with the values of the controls that are not early. An invalid value sets the
// panel's trouble, and nothing is solved.
func (f *Figure) try(source, explicit *scenario.Scenario) {
	p := f.panel
	made, why := p.applyValues(explicit, false)
	if p.trouble = why; why != "" {
		return
	}
	if p.hasChanges(false) {
		own := *made // the link to the laboratory takes these values from the document
		own.Title, own.About, own.View, own.Study = source.Title, source.About, source.View, source.Study
		source = &own
	}
	n := New(f.Address, f.Base, f.engine)
	n.Alone, n.source, n.explicit, n.text = f.Alone, source, made, scenario.Canonical(made)
	n.took, n.previousTook = f.took, f.previousTook
	n.beside = f.beside
	n.onDone = func() { f.adopt(n) }
	p.next = n
	if f.lock != nil {
		n.readLock()
	}
	n.begin(catalog.Runs(made))
	if f.Phase = n.Phase; n.Phase == Running && f.took < maxSilentWait {
		f.Phase = Done // set before anything reads the phase
	}
}

// maxSilentWait is the time in milliseconds up to which the figure does not show that it waits for answers.
const maxSilentWait = 300

// adopt takes the scenario and the answers from n, and solves again if the reader has changed more meanwhile. If the
// runs were cancelled, the old answers stay and the figure waits.
func (f *Figure) adopt(n *Figure) {
	p := f.panel
	p.next = nil
	for i := range n.entries {
		if t := n.entries[i].Trouble; t != nil && t.IsCancelled() {
			p.next = n
			n.Phase, f.Phase = Waiting, Waiting
			for k := range n.entries {
				n.entries[k].Trouble = nil
			}
			return
		}
	}
	step := f.StepNumber()
	if !samePositions(f.explicit, n.explicit) {
		f.clusterPositions = nil
	}
	f.source, f.explicit, f.text, f.entries, f.runs, f.lock = n.source, n.explicit, n.text, n.entries, n.runs, n.lock
	f.took, f.previousTook, f.Phase = n.took, n.previousTook, Done
	f.chosen = max(0, min(f.chosen, len(f.entries)-1))
	if f.job > f.JobCount() {
		f.job = 0
	}
	f.settleJob()
	if step > 0 {
		f.StepTo(step)
	}
	if p.again {
		f.vary()
		return
	}
	f.startStudy()
}

// samePositions reports whether the clusters of two problems have the same
// positions.
func samePositions(a, b *scenario.Scenario) bool {
	if a.Placement == nil || b.Placement == nil {
		return a.Kind == b.Kind
	}
	same := func(x, y *float64) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
	return slices.EqualFunc(a.Placement.Clusters, b.Placement.Clusters, func(x, y placement.Cluster) bool {
		return x.ID == y.ID && same(x.X, y.X) && same(x.Y, y.Y)
	})
}

// A Knob is one control as the markup shows it.
type Knob struct {
	Index   int
	ID      string
	Label   string
	Ranged  bool
	Last    int // the greatest place of a range
	Place   int
	Text    string // the value in words
	Choices []Pick
}

// A Pick is one of the values of a control.
type Pick struct {
	Place   int
	Text    string
	Pressed string // "true" on the current one
}

// Knobs returns the controls, in the author's order.
func (f *Figure) Knobs() (list []Knob) {
	if f.panel == nil {
		return nil
	}
	for i := range f.panel.list {
		c, value := &f.panel.list[i], f.panel.values[i]
		k := Knob{Index: i, ID: "fig-control-" + strconv.Itoa(i), Label: c.Label, Ranged: c.HasRange(),
			Place: c.Position(value), Text: "as given"}
		if x, ok := value.(float64); ok {
			k.Text = exact(x)
		} else if value != nil {
			k.Text = param.FormatValue(value)
		}
		if k.Ranged {
			k.Last = c.Steps()
		}
		for place, v := range c.Values {
			k.Choices = append(k.Choices, Pick{place, param.FormatValue(v), strconv.FormatBool(v == value)})
		}
		list = append(list, k)
	}
	return list
}

// exact formats a number with all digits that a reader has set. Thousands are grouped if num shows all these digits.
func exact(x float64) string {
	text := num(x)
	digits := strings.ReplaceAll(strings.ReplaceAll(text, thinSpace, ""), "−", "-")
	if digits == doc.Number(x) {
		return text
	}
	return strings.Replace(doc.Number(x), "-", "−", 1)
}

// HasPanel reports whether there are controls, or faults of controls to report.
func (f *Figure) HasPanel() bool { return f.panel != nil && len(f.panel.list)+len(f.panel.faults) > 0 }

// CanRestore reports whether a value is not the author's.
func (f *Figure) CanRestore() bool {
	return f.panel != nil && (f.panel.hasChanges(true) || f.panel.hasChanges(false))
}

// CanTurn reports whether there is anything to change.
func (f *Figure) CanTurn() bool { return f.panel != nil && len(f.panel.list) > 0 }

// PanelNote returns the trouble of the values, or else sentences on the first faults of the controls. It returns ""
// if there are none.
func (f *Figure) PanelNote() string {
	p := f.panel
	if p == nil {
		return ""
	}
	if p.trouble != "" {
		return p.trouble
	}
	const most = 3
	var parts []string
	for _, fault := range p.faults[:min(most, len(p.faults))] {
		parts = append(parts, strings.ToUpper(fault[:1])+fault[1:]+".")
	}
	if more := len(p.faults) - most; more > 0 {
		parts = append(parts, i18n.T("And {} more.", count(more, "fault", "faults")))
	}
	return strings.Join(parts, " ")
}
