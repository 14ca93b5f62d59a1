package param

import (
	"math"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// A Document is a scenario whose values can be read and set by path, before or
// after it is made explicit.
type Document struct {
	kind       string
	values     map[string]any
	parameters map[string]any // parameters of the generator, with the preset's values
}

// Open returns the document of a scenario. It includes default runs, so that
// their options have paths too.
func Open(s *scenario.Scenario) *Document {
	own := *s
	own.Runs = catalog.Runs(s)
	d := &Document{kind: s.Kind}
	doc.Decode(doc.Canonical(&own), &d.values)
	if scenario.Generates(s) {
		doc.Decode(doc.Canonical(scenario.Parameters(s)), &d.parameters)
	}
	runs, _ := d.values["runs"].([]any)
	for _, r := range runs {
		if run := r.(map[string]any); run["options"] == nil {
			run["options"] = map[string]any{}
		}
	}
	return d
}

// Find reports whether the document has a value at a path. A problem that is
// not generated yet has only its parameters.
func (d *Document) Find(path string) bool {
	_, why := doc.Get(d.values, path)
	return why == ""
}

// Value returns the value at a path, or its default if the document has none.
// It reports false if neither is known, if the path leads to different values,
// or if the value is no text, number or truth value.
func (d *Document) Value(path string) (value any, ok bool) {
	values, why := doc.Get(d.values, path)
	if why != "" || len(values) == 0 {
		return nil, false
	}
	value = values[0]
	for _, other := range values[1:] {
		switch other.(type) {
		case float64, string, bool, nil:
			if other != value {
				return nil, false
			}
		}
	}
	if o, run := d.option(path); value == nil && o != nil && run {
		value = o.Default
	}
	if name, ok := strings.CutPrefix(path, d.kind+".generate."); ok && value == nil {
		value = d.parameters[name]
	}
	switch value.(type) {
	case float64, string, bool:
		return value, true
	}
	return nil, false
}

// option returns the option of a run that a path leads to, and reports whether
// there is one.
func (d *Document) option(path string) (*kind.Option, bool) {
	head, name, ok := strings.Cut(path, ".options.")
	if !ok || !strings.HasPrefix(head, "runs[") {
		return nil, false
	}
	ids, _ := doc.Get(d.values, head+".algorithm")
	if len(ids) == 0 {
		return nil, true
	}
	id, _ := ids[0].(string)
	a, ok := catalog.Find(d.kind, id)
	if !ok {
		return nil, true
	}
	for i := range a.Options {
		if a.Options[i].ID == name {
			return &a.Options[i], true
		}
	}
	return nil, true
}

// Set sets the value at a path. It returns "" on success, and otherwise the
// reason.
func (d *Document) Set(path string, value any) (why string) { return doc.Set(d.values, path, value) }

// Scenario decodes the document.
func (d *Document) Scenario() (*scenario.Scenario, doc.Faults) {
	return catalog.Parse(doc.Canonical(d.values))
}

// forbidden lists the fields that readers may not change, because the result
// would be another figure or another author's program.
var forbidden = []string{"format", "version", "kind", "study", "view", "title", "about", "policies"}

// Settle completes a control from the document: its label, the choices of its
// field and its range. It returns "" on success, and otherwise the reason why
// the path cannot be a control.
func (d *Document) Settle(c *Control) (why string) {
	head := c.Path
	if i := strings.IndexAny(head, ".["); i >= 0 {
		head = head[:i]
	}
	for _, word := range forbidden {
		if head == word {
			return "cannot be: readers may change the problem, the seed, or an option of a run"
		}
	}
	values, why := doc.Get(d.values, c.Path)
	if why != "" {
		return why
	}
	f := d.Field(c.Path)
	if f == nil {
		return "does not exist: the document has no such field"
	}
	for _, v := range values {
		switch v.(type) {
		case nil, float64, string, bool:
		default:
			return "is neither a number nor a choice"
		}
	}
	if c.Label == "" {
		c.Label = d.LabelOf(c.Path)
	}
	if c.HasRange() && c.To == 0 && c.From == 0 {
		for _, choice := range f.Rule.Choices {
			c.Values = append(c.Values, choice)
		}
		if f.Kind == "truth" {
			c.Values = []any{false, true}
		}
		if c.HasRange() {
			return "needs a range such as 400..1700/5"
		}
		return c.Check()
	}
	return d.mismatch(c, f)
}

// mismatch returns the reason why a field does not take the values of a control,
// or "".
func (d *Document) mismatch(c *Control, f *doc.Field) (why string) {
	if c.HasRange() {
		whole := f.Kind == "whole" || f.Rule.Whole
		if f.Kind != "number" && f.Kind != "whole" {
			return "is no number, so it takes no range"
		}
		if whole && (c.From != math.Trunc(c.From) || c.To != math.Trunc(c.To)) {
			return "is a whole number, and its range has fractions"
		}
		if whole {
			c.Step = math.Ceil(c.Step)
		}
		if why := c.Check(); why != "" {
			return why
		}
		for _, x := range []float64{c.From, c.To} {
			if why := f.Rule.Number(x); why != "" {
				return "does not take " + doc.Number(x) + ": it " + why
			}
		}
		return ""
	}
	for _, v := range c.Values {
		why := ""
		switch x := v.(type) {
		case float64:
			why = f.Rule.Number(x)
		case string:
			why = f.Rule.Text(x)
		}
		kind := f.Kind
		switch kind {
		case "whole":
			kind = "number"
		case "choice":
			kind = "text"
		}
		if kindOf(v) != kind {
			why = "is a " + kind
		}
		if why != "" {
			return "does not take " + clip(FormatValue(v)) + ": it " + why
		}
	}
	return ""
}

func kindOf(v any) string {
	switch v.(type) {
	case float64:
		return "number"
	case bool:
		return "truth"
	}
	return "text"
}

// Field returns the field that a path ends at, or nil. For an option of a run
// it returns a field with the option's choices.
func (d *Document) Field(path string) *doc.Field {
	if o, run := d.option(path); run {
		if o == nil {
			return nil
		}
		f := doc.Field{Name: o.ID, Label: o.Name, Unit: o.Unit, About: o.About, Rule: o.Rule, Kind: "text"}
		f.Rule.Choices = o.Choices
		switch o.Default.(type) {
		case bool:
			f.Kind = "truth"
		case float64:
			f.Kind = "number"
		}
		return &f
	}
	return doc.FieldAt(scenario.Scenario{}, path)
}

// LabelOf returns a label for the number at a path: "Power of Lyon, MIPS".
func (d *Document) LabelOf(path string) string {
	f := d.Field(path)
	if f == nil {
		return path
	}
	label := f.Label
	if thing := d.OwnerOf(path); thing != "" {
		label += " of " + thing
	}
	if f.Unit != "" {
		label += ", " + f.Unit
	}
	if r := []rune(label); len(r) > MaxLabel {
		label = string(r[:MaxLabel-1]) + "…"
	}
	return label
}

// OwnerOf returns the owner of the value at a path: the id of a cluster, the
// ends of a link, the name of a run, or "" for a value of the problem itself.
func (d *Document) OwnerOf(path string) string {
	end := strings.LastIndexByte(path, ']')
	if end < 0 {
		return ""
	}
	values, _ := doc.Get(d.values, path[:end+1])
	if strings.HasSuffix(path[:end+1], "[*]") {
		list := path[strings.LastIndexByte(path[:end], '.')+1 : end]
		return "all " + strings.TrimSuffix(list, "[*")
	}
	if len(values) != 1 {
		return ""
	}
	object, _ := values[0].(map[string]any)
	return d.objectName(path, object)
}

// objectName returns the name of the object at a path: the label or algorithm of a
// run, the id, or both ends of a link. It returns "" if the object has no
// name.
func (d *Document) objectName(path string, object map[string]any) string {
	if strings.HasPrefix(path, "runs[") {
		if label, ok := object["label"].(string); ok && label != "" {
			return label
		}
		id, _ := object["algorithm"].(string)
		if a, ok := catalog.Find(d.kind, id); ok {
			return a.Name
		}
		return id
	}
	if id, ok := object["id"].(string); ok {
		return id
	}
	a, ok := object["a"].(string)
	b, also := object["b"].(string)
	if ok && also {
		return a + " – " + b
	}
	if node, ok := object["node"].(string); ok {
		return "a slot on " + node
	}
	return ""
}
