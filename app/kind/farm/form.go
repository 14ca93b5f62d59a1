package farm

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/kind/farm"
)

// rows makes the fields of a form from the tags of a struct: one for every member that is a number, a word, a switch
// or a list of names. usual has the defaults of members that are not set, or is nil. only names the members to show;
// without names it shows all.
func rows(s *state.State, path string, noun, usual any, only ...string) []ui.Node {
	v := reflect.ValueOf(noun)
	var list []ui.Node
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		if len(only) > 0 && !slices.Contains(only, name) {
			continue
		}
		f := ui.FieldView{Path: path + name, Label: tag.Get("label"), Unit: tag.Get("unit"), Title: tag.Get("about"),
			Value: textOf(v.Field(i))}
		if name == "partition" && f.Value == "0" { // 0 counts as 1
			f.Value = "1"
		}
		if usual != nil {
			f.Placeholder = textOf(reflect.ValueOf(usual).Field(i))
		}
		if field(&f, v.Type().Field(i).Type) {
			list = append(list, screen.Row(s, f))
		}
	}
	return list
}

// field sets how a member of a type is entered; it returns false for a struct, which has no field.
func field(f *ui.FieldView, t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool:
		f.Choices, f.Names = []string{"false", "true"}, []string{"no", "yes"}
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Bool {
			usual := map[string]string{"true": "usually on", "false": "usually off"}[f.Placeholder]
			f.Choices, f.Names = []string{"", "true", "false"}, []string{usual, "on", "off"}
			return true
		}
		return field(f, t.Elem())
	case reflect.Float64, reflect.Int:
		f.Number = true
	case reflect.Struct:
		return false
	}
	return true
}

// textOf returns a member's value as the text of its field.
func textOf(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return textOf(v.Elem())
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return ui.Exact(v.Float())
	case reflect.Slice:
		names := make([]string, v.Len())
		for i := range names {
			e := v.Index(i)
			if e.Kind() == reflect.Struct {
				e = e.Field(0)
			}
			names[i] = e.String()
		}
		return state.NameList(names)
	case reflect.Map:
		var parts []string
		for _, key := range v.MapKeys() {
			parts = append(parts, key.String()+" "+textOf(v.MapIndex(key)))
		}
		slices.Sort(parts)
		return strings.Join(parts, ", ")
	}
	return ""
}

// policy returns the form of the administrator's policy: switches, ratios, weights.
func policy(s *state.State, p *farm.Problem) ui.Node {
	set, usual := farm.Policy{}, p.Effective()
	if p.Policy != nil {
		set = *p.Policy
	}
	form := func(parts []ui.Node) ui.Node { return ui.El("div", ui.Class("form"), parts) }
	return screen.Fold("Scheduler's policy", form(rows(s, "policy.", set, usual)),
		ui.El("h3", "Stage one: weights of the static priority"),
		form(rows(s, "policy.weights.", valueOrZero(set.Weights), *usual.Weights)),
		ui.El("h3", "Stage two: weights of a machine's cost"),
		form(rows(s, "policy.dynamic.", valueOrZero(set.Dynamic), *usual.Dynamic)),
		ui.El("h3", "Weights of a schedule's cost"), form(rows(s, "policy.cost.", valueOrZero(set.Cost), *usual.Cost)),
		ui.El("p", ui.Class("note"),
			"The cost compares schedules. Two-stage searches for a lower one with its option Tries, found under "+
				"Order, names and options."))
}

func valueOrZero[T any](p *T) T {
	if p == nil {
		p = new(T)
	}
	return *p
}
