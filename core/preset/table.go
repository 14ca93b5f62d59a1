package preset

import "reflect"

// A generator has two types with the same table of fields: a Spec with
// pointers, nil if a parameter is not set, and Parameters with the values. The
// fields of both are in the same order. Fields of a Spec that are no pointers,
// such as the preset's name, are not parameters.

// OverlayAll returns base with the parameters of a spec set.
func OverlayAll[Parameters, Spec any](base Parameters, spec Spec) Parameters {
	into, from := reflect.ValueOf(&base).Elem(), reflect.ValueOf(spec)
	for i := range from.NumField() {
		if f := from.Field(i); f.Kind() == reflect.Pointer && !f.IsNil() {
			into.Field(i).Set(f.Elem())
		}
	}
	return base
}

// Effective returns a spec with every parameter set: its own values, and the
// preset's for the others. A spec without a preset, or of a fixed problem, is
// returned unchanged.
func Effective[Problem, Parameters, Spec any](presets []Preset[Problem, Parameters], id string, spec Spec,
	over func(Parameters) Parameters) Spec {
	found, faults := Find(presets, id)
	if faults != nil || found.IsFixed() {
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
