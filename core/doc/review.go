package doc

import (
	"math"
	"strconv"
)

// A Review collects what is wrong with the sense of a document, beyond what the
// rules of its fields say. The nouns' validations are made of it, so that the
// same mistake is called the same in every kind. A review of very much calls Pause
// now and then, where it is given, so that somebody else on the same thread may have
// a turn.
type Review struct {
	Faults Faults
	Pause  func()
	looked int // since the last pause
}

// looks is after how many looks there is a pause: some hundred microseconds.
const looks = 2000

// Look counts one look at something. The methods below look themselves; who looks
// at very much without them says so.
func (r *Review) Look() {
	if r.Pause == nil {
		return
	}
	if r.looked++; r.looked%looks == 0 {
		r.Pause()
	}
}

// Fault adds one fault.
func (r *Review) Fault(path, value, why string) {
	r.Faults = append(r.Faults, Fault{Path: path, Value: value, Why: why})
}

// ID enters the id of thing number i, which stands at a path, among those known.
func (r *Review) ID(known map[string]int, noun, at, id string, i int) {
	r.Look()
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

// Ref finds what an id refers to.
func (r *Review) Ref(known map[string]int, noun, path, id string) (int, bool) {
	r.Look()
	i, ok := known[id]
	if !ok {
		r.Fault(path, strconv.Quote(id), "names a "+noun+" that does not exist; add it or choose another")
	}
	return i, ok
}

// Finite, and those below, tell whether a number is as it should be.
func (r *Review) Finite(path string, x float64) bool {
	r.Look()
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.Fault(path, Exact(x), "is not a finite number")
		return false
	}
	return true
}

// Positive wants a number above 0.
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

// NotNegative wants a number from 0 on.
func (r *Review) NotNegative(path string, x float64, noun string) {
	if r.Finite(path, x) && x < 0 {
		r.Fault(path, Exact(x), noun+" must not be below 0")
	}
}

// Between wants a number within bounds.
func (r *Review) Between(path string, x, least, most float64) bool {
	if !r.Finite(path, x) {
		return false
	}
	if x < least || x > most {
		r.Fault(path, Exact(x), "must lie from "+Exact(least)+" to "+Exact(most))
		return false
	}
	return true
}

// Count wants a whole number within bounds.
func (r *Review) Count(path string, n, least, most int) bool {
	if n < least || n > most {
		r.Fault(path, strconv.Itoa(n), "must lie from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
		return false
	}
	return true
}

// At is the path of an element of a list.
func At(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }
