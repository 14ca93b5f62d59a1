package policypanel

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

// decisionView returns the view of the latest decision up to a step of the replay: its number, its
// steps of the interpreter, and its input.
func (s *Standing) decisionView(step int) ui.Node {
	list := s.data.Steps.Questions
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
	title := "Decision " + ui.Integer(at+1) + " of " + ui.Integer(len(list))
	note := "It took " + ui.Num(q.Steps) + " of the " + ui.Num(decisionSteps) + " steps that a decision may take; " +
		"the longest, decision " + ui.Integer(most+1) + ", took " + ui.Num(list[most].Steps) + "; the average is " +
		ui.Num(sum/float64(len(list))) + "."
	parts := []ui.Node{ui.El("h3", title), ui.El("p", ui.Class("note"), bar(q.Steps/list[most].Steps), " "+note)}
	switch {
	case len(s.jobs) > 0: // the queue and the machines are shown above
	case q.State == "":
		parts = append(parts, ui.El("p", ui.Class("note"), "The input of this decision was too large to record with "+
			"the steps. Choose the job to record the input of its decisions."))
	default:
		parts = append(parts, stateView("Input of the decision", q.State))
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

// stateView returns the view of a state: plain values first, as rows, and then
// each list of objects as a table.
func stateView(title, state string) ui.Node {
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
			} else if things, head := objectsOf(f.value); head != nil {
				tables = append(tables, tableOf(before+f.name, things, head))
			} else {
				text := fieldText(f, maxRows)
				rows = append(rows, ui.El("tr", ui.RowHead(ui.El("code", before+f.name)), ui.El("td",
					ui.If(len(text) > wrapLength, ui.Class("wrap")), text)))
			}
		}
	}
	enter("", list)
	return ui.El("div", ui.El("h3", title), table(title, []string{"name", "value"}, rows), tables)
}

// objectsOf parses a list of objects. It returns the fields of each object, the
// identifying field first, and the names of the fields of the first object. Both
// are nil if the text is no list of objects.
func objectsOf(text []byte) (list [][]field, head []string) {
	var members []json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil, nil
	}
	for _, member := range members {
		object, ok := fields(member)
		if !ok {
			return nil, nil
		}
		slices.SortStableFunc(object, func(a, b field) int { return nameRank(b) - nameRank(a) })
		list = append(list, object)
	}
	if len(list) > 0 {
		for _, f := range list[0] {
			head = append(head, f.name)
		}
	}
	return list, head
}

// nameRank returns 1 for a field that identifies its object, and 0 for others.
func nameRank(f field) int {
	if f.name == "id" || f.name == "node" {
		return 1
	}
	return 0
}

// tableOf returns a table of objects, which leaves out objects beyond maxListed.
func tableOf(name string, objects [][]field, head []string) ui.Node {
	var rows []ui.Node
	for _, object := range objects[:min(len(objects), maxListed)] {
		cells := make([]any, len(object))
		for i, f := range object {
			if cells[i] = ui.El("td", fieldText(f, maxNames)); i == 0 {
				cells[i] = ui.RowHead(fieldText(f, maxNames))
			}
		}
		rows = append(rows, ui.El("tr", cells...))
	}
	return ui.El("div", ui.El("h4", ui.El("code", name)), ui.El("div", ui.Class("scroll"), ui.A("tabindex", "0"),
		ui.A("role", "group"), ui.A("aria-label", name), table(name, head, rows)),
		rest(len(objects)-len(rows), "thing"))
}

// wrapLength is the maximum length in bytes of a value that is set on one line.
const wrapLength = 24

// maxListed is the maximum number of objects in a table, maxNames that of names in a cell.
const maxListed, maxNames = 24, 4

// fieldText returns a value as a short text: fractions with six digits, lists of
// objects as up to most names.
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
			return ui.AllDigits(v)
		}
		return strings.Replace(strconv.FormatFloat(v, 'g', 6, 64), "-", "−", 1)
	case []any:
		things, head := objectsOf(f.value)
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
			names = append(names, "and "+ui.Integer(len(v)-most)+" more")
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
