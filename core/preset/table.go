package preset

import "reflect"

// A generator has one table of what it can be asked for, in two types: a Spec
// whose fields are pointers, nil where a question is left open, and Parameters
// whose fields are the values themselves. The fields of one stand at the same
// places in the other; those of a Spec that are no pointers, its preset's name,
// are no parameters.

// LayAll gives parameters with those that a spec sets laid over them.
func LayAll[Parameters, Spec any](base Parameters, spec Spec) Parameters {
	into, from := reflect.ValueOf(&base).Elem(), reflect.ValueOf(spec)
	for i := range from.NumField() {
		if f := from.Field(i); f.Kind() == reflect.Pointer && !f.IsNil() {
			into.Field(i).Set(f.Elem())
		}
	}
	return base
}

// Effective gives a spec with every parameter set: its own values, and the
// preset's for those that it leaves open. Over lays a spec over parameters. A
// spec of no preset, or of one that is written down, stays as it is.
func Effective[Problem, Parameters, Spec any](presets []Preset[Problem, Parameters], id string, spec Spec,
	over func(Parameters) Parameters) Spec {
	found, faults := Find(presets, id)
	if faults != nil || found.Drawn() {
		return spec
	}
	into, from := reflect.ValueOf(&spec).Elem(), reflect.ValueOf(over(found.Parameters))
	for i := range into.NumField() {
		if f := into.Field(i); f.Kind() == reflect.Pointer {
			value := reflect.New(f.Type().Elem())
			value.Elem().Set(from.Field(i))
			f.Set(value)
		}
	}
	return spec
}
