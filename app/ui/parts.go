package ui

import (
	"slices"
	"strings"
)

// Small parts that several views use.

// Button returns a button; parts are its contents and attributes.
func Button(parts ...any) Node {
	return El("button", append([]any{A("type", "button"), Class("btn")}, parts...)...)
}

// IconButton returns a button with an icon; name is its label for screen
// readers and its tooltip.
func IconButton(sign, name string, parts ...any) Node {
	return El("button", append([]any{A("type", "button"), Class("icon"), A("aria-label", name), A("title", name),
		Icon(sign)}, parts...)...)
}

// RowHead returns the head of a table row.
func RowHead(parts ...any) Node { return head("row", parts) }

// ColHead returns the head of a table column.
func ColHead(parts ...any) Node { return head("col", parts) }

func head(scope string, parts []any) Node {
	return El("th", append([]any{A("scope", scope)}, parts...)...)
}

// Tab is one tab of a tab list.
type Tab struct{ ID, Name string }

// Tabs returns a list of tabs; act is the action of a click, panel the id of
// the element that they switch.
func Tabs(label, act, panel, chosen string, tabs []Tab) Node {
	items := make([]Node, len(tabs))
	for i, t := range tabs {
		on := t.ID == chosen
		stop := "-1"
		if on {
			stop = "0"
		}
		items[i] = El("button", A("type", "button"), A("role", "tab"), A("id", panel+"-"+t.ID), Aria("selected", on),
			A("aria-controls", panel), A("tabindex", stop), Act(act, t.ID), t.Name)
	}
	return El("div", Class("tabs"), A("role", "tablist"), A("aria-label", label), items)
}

// Unset is the value of the choice that resets a field to its default. The page would drop an empty value.
const Unset = "–"

// Choice returns a list of values to choose from, shown by their names.
func Choice(chosen string, values, names []string, parts ...any) Node {
	kept := func(value string) string {
		if value == "" {
			return Unset
		}
		return value
	}
	options := make([]Node, len(values))
	for i, v := range values {
		options[i] = El("option", A("value", kept(v)), Flag("selected", v == chosen), names[i])
	}
	return El("select", append(parts, A("data-value", kept(chosen)), options)...)
}

// FormRow returns the line of a form with a label for a control, given by its id.
func FormRow(id, label string, parts ...any) Node {
	return El("div", append([]any{Class("field"), El("label", A("for", id), label)}, parts...)...)
}

// A FieldView is an input bound to a field of the document by its path.
type FieldView struct {
	Path, Label, Unit, Value string
	Help                     string // a sentence below the field
	Title                    string // a sentence for the tooltip
	Fault                    string // why the typed text is invalid
	Number                   bool
	Choices                  []string // a list to choose from instead of free text
	Names                    []string // the names of the choices; nil for the choices themselves
	ID                       string   // distinguishes several inputs for one path
	Placeholder              string
	List                     string // the id of a datalist that offers values
	Off                      bool
}

// numberFieldWidth is the number of characters that a number field of a table shows.
const numberFieldWidth = 8

// Input returns the input alone, as in tables, named by aria-label.
func (f FieldView) Input(parts ...any) Node {
	common := []any{A("data-field", f.Path), A("autocomplete", "off"), Flag("disabled", f.Off)}
	if f.ID != "" {
		common = append(common, A("id", f.ID))
	} else {
		common = append(common, A("aria-label", f.Label))
	}
	if f.Fault != "" {
		common = append(common, Aria("invalid", true), A("title", f.Fault))
		if f.ID != "" {
			common = append(common, A("aria-describedby", f.ID+"-why"))
		}
	}
	common = append(common, parts...)
	if len(f.Choices) > 0 {
		return Choice(f.Value, f.Choices, f.names(), common...)
	}
	if f.Number {
		common = append(common, A("inputmode", "decimal"), Class("num"))
		if len(f.Value) > numberFieldWidth && f.Fault == "" {
			common = append(common, Class("long"), A("title", f.Value))
		}
	}
	if f.List != "" {
		common = append(common, A("list", f.List))
	}
	if f.Placeholder != "" {
		common = append(common, A("placeholder", f.Placeholder))
	}
	return El("input", append(common, A("type", "text"), A("spellcheck", "false"), A("data-value", f.Value),
		A("value", f.Value))...)
}

// names returns the names of the choices.
func (f FieldView) names() []string {
	if f.Names != nil {
		return f.Names
	}
	names := slices.Clone(f.Choices)
	for i := range names {
		if names[i] == "" {
			names[i] = f.Placeholder
		}
	}
	return names
}

// Fault returns the message about the text typed into a field. The page shows
// it outside of the form (assets/js/field.js), so no field moves while the
// pointer is on its way to another one; the field refers to it by
// aria-describedby.
func Fault(id, label, why string) Node {
	return El("p", Class("field-fault"), A("id", id), A("role", "alert"), label+": "+why)
}

// Row returns the input with its label, unit and fault, for forms.
func (f FieldView) Row() Node {
	label := []any{A("for", f.ID), f.Label}
	if f.Unit != "" {
		label = append(label, El("span", Class("unit"), ", "+f.Unit))
	}
	row := El("div", Class("field"), If(f.Fault != "", Class("wrong")), If(f.Title != "", A("title", f.Title)),
		El("label", label...), f.Input())
	if f.Help != "" {
		row.Children = append(row.Children, El("p", Class("help"), f.Help))
	}
	if f.Fault != "" {
		row.Children = append(row.Children, Fault(f.ID+"-why", f.Label, f.Fault))
	}
	return row
}

// Term returns a word with an explanation: when pointed at, focused or touched, it shows its entry of the glossary
// (assets/js/glossary.js).
func Term(id string, parts ...any) Node {
	return El("button", append([]any{A("type", "button"), Class("term"), A("data-term", id)}, parts...)...)
}

// Lights returns the attribute that links an element to the picture, by "kind:id" of marks or ".class" of parts. When
// pointed at or focused, the element highlights them (assets/js/lights.js).
func Lights(marks ...string) Attr { return A("data-lights", strings.Join(marks, "\n")) }

// Part returns a number of a formula that is linked to marks of the picture;
// title is its meaning.
func Part(text, title string, marks ...string) Node {
	return El("button", A("type", "button"), Class("term"), A("title", title), Lights(marks...), text)
}

// TermHead returns a column head with a term of the glossary.
func TermHead(id, text string) Node { return ColHead(Term(id, text)) }
