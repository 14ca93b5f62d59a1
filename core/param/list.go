package param

import (
	"math"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// A Candidate is a number or choice of a document that can become a control.
type Candidate struct {
	Path  string
	Owner string // owner: "Lyon"; "" for the problem itself
	Group string // list or object around it: "clusters", "runs", "request"
	Field string // label with the unit: "Power, MIPS"
	Value string
}

// maxCandidates limits the list for a large document.
const maxCandidates = 20_000

// A Finder lists the possible controls of a scenario. Parameters of the
// generator and options of runs come from the document as given, and numbers of
// the problem from the explicit one.
type Finder struct {
	List               []Candidate
	original, explicit *Document
}

// Find returns the possible controls of a scenario.
func Find(given, made *scenario.Scenario) *Finder {
	x := &Finder{original: Open(given), explicit: Open(made)}
	if scenario.Draws(given) || dependsOnSeed(given) {
		x.add(x.original, "seed", "", nil)
	}
	if scenario.Generates(given) {
		for _, f := range doc.Fields(scenario.Parameters(given)) {
			x.add(x.original, given.Kind+".generate."+f.Name, "", x.original.parameters[f.Name])
		}
	}
	for i, run := range catalog.Runs(given) {
		if a, ok := catalog.Find(given.Kind, run.Algorithm); ok {
			for _, o := range a.Options {
				head := doc.At("runs", i)
				x.add(x.original, head+".options."+o.ID, x.original.OwnerOf(head), nil)
			}
		}
	}
	problem, _ := x.explicit.values[made.Kind].(map[string]any)
	delete(problem, "generate")
	x.walk(problem, made.Kind, "")
	return x
}

// Control returns the value at a path as a control with a range or choices.
// Otherwise it returns the reason why the path cannot be a control.
func (x *Finder) Control(path string) (c Control, why string) {
	d := x.explicit
	if x.original.Find(path) {
		d = x.original
	}
	c.Path = path
	f := d.Field(path)
	if f != nil && (f.Kind == "number" || f.Kind == "whole") {
		number := 1.0
		if value, ok := d.Value(path); ok {
			number, _ = value.(float64)
		} else if values, _ := doc.Get(d.values, path); len(values) > 0 && values[0] != nil {
			number, _ = values[0].(float64) // the first of several different values
		}
		c.setRangeAround(number, f)
	}
	return c, d.Settle(&c)
}

// Settle completes a control that the user has changed.
func (x *Finder) Settle(c *Control) (why string) {
	if x.original.Find(c.Path) {
		return x.original.Settle(c)
	}
	return x.explicit.Settle(c)
}

// dependsOnSeed reports whether the algorithm of a run depends on the seed.
func dependsOnSeed(s *scenario.Scenario) bool {
	return slices.ContainsFunc(catalog.Runs(s), func(r scenario.Run) bool {
		a, ok := catalog.Find(s.Kind, r.Algorithm)
		return ok && a.Seeded
	})
}

// walk adds every number and truth value inside v, in the order of names. For a
// list of objects it first adds the fields of all elements together. thing is
// the owner of the values.
func (x *Finder) walk(v any, path, thing string) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range sorting.Keys(v) {
			x.walk(v[name], doc.JoinPath(path, doc.Name(name)), thing)
		}
	case []any:
		if object, ok := first(v); ok && len(v) > 1 {
			for _, name := range scalars(object) {
				x.add(x.explicit, path+"[*]."+name, "all "+path[strings.LastIndexByte(path, '.')+1:], nil)
			}
		}
		for i, element := range v {
			object, ok := element.(map[string]any)
			if !ok {
				return
			}
			here := doc.At(path, i)
			if id, named := object["id"].(string); named && id != "" {
				here = doc.ElementOf(path, id)
			}
			name := x.explicit.objectName(here, object)
			if thing != "" {
				name = strings.TrimSpace(thing + " " + name)
			}
			x.walk(object, here, name)
		}
	case float64, string, bool:
		x.add(x.explicit, path, thing, v)
	}
}

func first(list []any) (object map[string]any, ok bool) {
	if len(list) > 0 {
		object, ok = list[0].(map[string]any)
	}
	return object, ok
}

// scalars returns the names of the fields of an object that are numbers or
// truth values.
func scalars(object map[string]any) (names []string) {
	for name, v := range object {
		switch v.(type) {
		case float64, bool:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// add adds the number or choice at a path, if it is one.
func (x *Finder) add(d *Document, path, thing string, value any) {
	f := d.Field(path)
	if f == nil || len(x.List) >= maxCandidates {
		return
	}
	switch f.Kind {
	case "number", "whole", "truth":
	default:
		if len(f.Rule.Choices) == 0 {
			return
		}
	}
	if value == nil {
		value, _ = d.Value(path)
	}
	field, shown := f.Label, "–"
	if f.Unit != "" {
		field += ", " + f.Unit
	}
	if value != nil {
		shown = FormatValue(value)
	}
	x.List = append(x.List, Candidate{Path: path, Owner: thing, Group: groupOf(path), Field: field, Value: shown})
}

// groupOf returns the name of the list or object that a path leads into:
// "clusters" for placement.clusters[id=Lyon].mips.
func groupOf(path string) string {
	head, _, _ := strings.Cut(path, "[")
	if strings.HasPrefix(path, "runs[") || !strings.Contains(head, ".") {
		return head
	}
	parts := strings.Split(head, ".")
	return parts[min(1, len(parts)-1)]
}

// setRangeAround sets a round range from about half of x to about twice x, within the
// bounds of the field.
func (c *Control) setRangeAround(x float64, f *doc.Field) {
	whole := f.Kind == "whole" || f.Rule.Whole
	low, high := x/2, 2*x
	switch {
	case x < 0:
		low, high = high, low
	case x == 0:
		high = 10
	}
	low, _ = f.Rule.Clamp(low, whole)
	high, _ = f.Rule.Clamp(high, whole)
	c.Step = StepFor(low, high)
	if whole {
		c.Step = max(1, math.Ceil(c.Step))
	}
	if from := round(math.Floor(low/c.Step) * c.Step); f.Rule.Number(from) == "" {
		low = from
	}
	if to := round(math.Ceil(high/c.Step) * c.Step); f.Rule.Number(to) == "" {
		high = to
	}
	c.From, c.To = low, high
	if c.Step = StepFor(low, high); whole {
		c.Step = max(1, math.Ceil(c.Step))
	}
}

// Matches reports whether the labels of a value contain all words of a search.
func (f *Candidate) Matches(words []string) bool {
	text := strings.ToLower(f.Field + " " + f.Owner + " " + f.Group + " " + f.Path)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
