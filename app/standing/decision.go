package standing

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/ui"
)

// The state that a program reads is shown under the names that the program uses: plain values as rows, and lists as
// tables. JSON has no Infinity; a null in place of a number stands for Infinity.

// decisionSteps is the limit of interpreter steps for a decision.
const decisionSteps = 200_000_000

// asked shows the call of the program at the step of the replay.
func (s *Standing) asked(step int) ui.Node {
	list := s.data.Steps.Asked
	if len(list) == 0 {
		return ui.Node{}
	}
	at, most, sum := 0, 0, 0.0
	for i := range list {
		if list[i].Step <= step {
			at = i
		}
		if list[i].Steps > list[most].Steps {
			most = i
		}
		sum += list[i].Steps
	}
	q := &list[at]
	title := "Decision " + ui.Whole(at+1) + " of " + ui.Whole(len(list))
	note := "It took " + ui.Num(q.Steps) + " of the " + ui.Num(decisionSteps) + " steps that a decision may take; " +
		"the longest, decision " + ui.Whole(most+1) + ", took " + ui.Num(list[most].Steps) + "; the average is " +
		ui.Num(sum/float64(len(list))) + "."
	parts := []ui.Node{ui.El("h3", title), ui.El("p", ui.Class("note"), bar(q.Steps/list[most].Steps), " "+note)}
	switch {
	case len(s.jobs) > 0: // the queue and the machines are shown above
	case q.State == "":
		parts = append(parts, ui.El("p", ui.Class("note"), "The input of this decision was too large to record with "+
			"the steps. Choose the job to record the input of its decisions."))
	default:
		parts = append(parts, shown("Input of the decision", q.State))
	}
	return ui.El("div", parts)
}

// A field is a field of a state; fields keep their order.
type field struct {
	name  string
	value json.RawMessage
}

// fields reads an object; ok is false if the text is not an object.
func fields(text []byte) (list []field, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		t, err := d.Token()
		name, is := t.(string)
		var value json.RawMessage
		if err != nil || !is || d.Decode(&value) != nil {
			return list, false
		}
		list = append(list, field{name, value})
	}
	return list, true
}

// shown draws a state: plain values first, as rows, and then each list of
// things as a table.
func shown(title, state string) ui.Node {
	list, ok := fields([]byte(state))
	if !ok {
		return ui.Node{}
	}
	var rows, tables []ui.Node
	var enter func(before string, list []field)
	enter = func(before string, list []field) {
		for _, f := range list {
			if inner, object := fields(f.value); object {
				enter(before+f.name+".", inner)
			} else if things, head := thingsOf(f.value); head != nil {
				tables = append(tables, tableOf(before+f.name, things, head))
			} else {
				text := fieldText(f, maxRows)
				rows = append(rows, ui.El("tr", ui.RowHead(ui.El("code", before+f.name)), ui.El("td",
					ui.If(len(text) > long, ui.Class("wrap")), text)))
			}
		}
	}
	enter("", list)
	return ui.El("div", ui.El("h3", title), table(title, []string{"name", "value"}, rows), tables)
}

// thingsOf returns the members of a list of objects, and the names of their
// fields, the name of the thing first.
func thingsOf(text []byte) (list [][]field, head []string) {
	var all []json.RawMessage
	if json.Unmarshal(text, &all) != nil {
		return nil, nil
	}
	for _, one := range all {
		thing, ok := fields(one)
		if !ok {
			return nil, nil
		}
		slices.SortStableFunc(thing, func(a, b field) int { return named(b) - named(a) })
		list = append(list, thing)
	}
	if len(list) > 0 {
		for _, f := range list[0] {
			head = append(head, f.name)
		}
	}
	return list, head
}

// named returns 1 for the field that is a thing's name, and 0 for others.
func named(f field) int {
	if f.name == "id" || f.name == "node" {
		return 1
	}
	return 0
}

func tableOf(name string, things [][]field, head []string) ui.Node {
	var rows []ui.Node
	for _, thing := range things[:min(len(things), maxFields)] {
		cells := make([]any, len(thing))
		for i, f := range thing {
			if cells[i] = ui.El("td", fieldText(f, maxNamed)); i == 0 {
				cells[i] = ui.RowHead(fieldText(f, maxNamed))
			}
		}
		rows = append(rows, ui.El("tr", cells...))
	}
	return ui.El("div", ui.El("h4", ui.El("code", name)), ui.El("div", ui.Class("scroll"), ui.A("tabindex", "0"),
		ui.A("role", "group"), ui.A("aria-label", name), table(name, head, rows)), rest(len(things)-len(rows), "thing"))
}

// long is the number of bytes from which on a value is set as wrapping text.
const long = 24

// maxFields is the maximal number of things listed, maxNamed that of names in one cell.
const maxFields, maxNamed = 24, 4

// fieldText returns a value in a few words: fractions with six digits, lists of
// things as names.
func fieldText(f field, most int) string {
	var value any
	if json.Unmarshal(f.value, &value) != nil {
		return ""
	}
	switch v := value.(type) {
	case string:
		return v
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e9 {
			return ui.Plain(v)
		}
		return strings.Replace(strconv.FormatFloat(v, 'g', 6, 64), "-", "−", 1)
	case []any:
		things, head := thingsOf(f.value)
		var names []string
		for i, one := range v[:min(len(v), most)] {
			text, _ := one.(string)
			if head != nil {
				text = fieldText(things[i][0], most)
			}
			names = append(names, text)
		}
		switch {
		case len(v) == 0:
			return "none"
		case len(v) > most:
			names = append(names, "and "+ui.Whole(len(v)-most)+" more")
		}
		return strings.Join(names, ", ")
	case map[string]any:
		var words []string
		list, _ := fields(f.value)
		for _, inner := range list {
			words = append(words, inner.name+" "+fieldText(inner, most))
		}
		return strings.Join(words, ", ")
	case nil:
		if f.name != "deadline" {
			return "Infinity"
		}
	}
	return string(f.value)
}
