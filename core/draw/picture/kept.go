package picture

import (
	"reflect"
	"sync"

	"gridbox/core/draw/svg"
)

// A Kept holds the parts of one kind's pictures that were drawn last, for they are
// most of the markup and stay as they are from one step of a replay to the next.
// A view that names none is drawn as a whole, with the same result.
type Kept struct {
	drawing sync.Mutex
	parts   map[int]part
}

// A part is markup with all that it was made of. A problem is never modified.
type part struct {
	of      []any
	text    string
	stopped bool  // whether the tab stop had been given behind it
	boxes   []Box // what was occupied then
}

// Draw appends a part as it was, or draws it if anything that it is made of has
// changed; stopped and boxes are what a part may change besides.
func (k *Kept) Draw(m *svg.Builder, n int, of []any, stopped *bool, boxes *[]Box, draw func()) {
	k.drawing.Lock()
	p := k.parts[n]
	if alike(p.of, of) {
		m.Raw(p.text)
	} else {
		from := m.Len()
		draw()
		p = part{of, m.Since(from), *stopped, *boxes}
		if k.parts == nil {
			k.parts = map[int]part{}
		}
		k.parts[n] = p
	}
	*stopped, *boxes = p.stopped, p.boxes
	k.drawing.Unlock()
}

// alike compares what a part was made of with what it would be made of now. Only
// lists are left to package reflect, which took a third of what a step cost.
func alike(was, now []any) bool {
	if len(was) != len(now) {
		return false
	}
	for i, a := range was {
		if reflect.TypeOf(a).Comparable() {
			if a != now[i] {
				return false
			}
		} else if !reflect.DeepEqual(a, now[i]) {
			return false
		}
	}
	return true
}
