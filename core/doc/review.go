package doc

import (
	"math"
	"strconv"
)

// A Review collects the faults of a document that the rules of its fields
// cannot express. The Validate methods of all kinds use it, so that equal
// mistakes have equal messages. It calls Pause, if not nil, at intervals, so
// that other work on the same thread can run.
type Review struct {
	Faults    Faults
	Pause     func()
	inspected int // since the last pause
}

// inspections is the number of inspections between pauses, some hundred microseconds.
const inspections = 2000

// CountInspection counts one inspection. The methods below call it; loops without them
// call it directly.
func (r *Review) CountInspection() {
	if r.Pause == nil {
		return
	}
	if r.inspected++; r.inspected%inspections == 0 {
		r.Pause()
	}
}

// Fault adds one fault.
func (r *Review) Fault(path, value, why string) {
	r.Faults = append(r.Faults, Fault{Path: path, Value: value, Reason: why})
}

// ID adds the id of element i at path at to known. It records a fault if the id
// is empty or taken.
func (r *Review) ID(known map[string]int, noun, at, id string, i int) {
	r.CountInspection()
	if id == "" {
		r.Fault(at+".id", strconv.Quote(id), "is empty; give every "+noun+" a name")
		return
	}
	if earlier, twice := known[id]; twice {
		r.Fault(at+".id", strconv.Quote(id), "is already the name of "+At(noun+"s", earlier)+"; names are unique")
		return
	}
	known[id] = i
}

// Ref returns the index that an id refers to. It records a fault if there is
// none.
func (r *Review) Ref(known map[string]int, noun, path, id string) (int, bool) {
	r.CountInspection()
	i, ok := known[id]
	if !ok {
		r.Fault(path, strconv.Quote(id), "names a "+noun+" that does not exist; add it or choose another")
	}
	return i, ok
}

// Finite reports whether x is finite. It records a fault if not.
func (r *Review) Finite(path string, x float64) bool {
	r.CountInspection()
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.Fault(path, Exact(x), "is not a finite number")
		return false
	}
	return true
}

// Positive reports whether x is finite and above 0. It records a fault if not.
func (r *Review) Positive(path string, x float64, noun string) bool {
	if !r.Finite(path, x) {
		return false
	}
	if x <= 0 {
		r.Fault(path, Exact(x), noun+" must be above 0")
		return false
	}
	return true
}

// NotNegative records a fault if x is not finite or below 0.
func (r *Review) NotNegative(path string, x float64, noun string) {
	if r.Finite(path, x) && x < 0 {
		r.Fault(path, Exact(x), noun+" must not be below 0")
	}
}

// InRange reports whether x is from least to most. It records a fault if not.
func (r *Review) InRange(path string, x, least, most float64) bool {
	if !r.Finite(path, x) {
		return false
	}
	if x < least || x > most {
		r.Fault(path, Exact(x), "must lie from "+Exact(least)+" to "+Exact(most))
		return false
	}
	return true
}

// Count reports whether n is from least to most. It records a fault if not.
func (r *Review) Count(path string, n, least, most int) bool {
	if n < least || n > most {
		r.Fault(path, strconv.Itoa(n), "must lie from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
		return false
	}
	return true
}

// At returns the path of an element of a list.
func At(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }
