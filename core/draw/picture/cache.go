package picture

import (
	"reflect"
	"sync"

	"gridbox/core/draw/scene"
)

// A Cache caches the parts of one kind's pictures that do not change from one step of a replay to
// the next. These are most of a picture. A view without a Cache gives the same picture.
type Cache struct {
	drawing sync.Mutex
	parts   map[int]part
}

// A part holds some elements of a picture and the values they were made from. Problems are never
// modified.
type part struct {
	inputs  []any
	nodes   []*scene.Node
	stopped bool  // whether the tab stop was assigned in it or before it
	boxes   []Box // the occupied boxes after it
}

// Draw appends part n of a picture. It takes the cached elements if all values in of equal those
// of the last time, and calls draw otherwise. stopped and boxes are the other results of drawing
// a part.
func (k *Cache) Draw(m *scene.Builder, n int, of []any, stopped *bool, boxes *[]Box, draw func()) {
	k.drawing.Lock()
	p := k.parts[n]
	if equal(p.inputs, of) {
		m.Add(p.nodes...)
	} else {
		from := m.FinishedCount()
		draw()
		p = part{of, m.NodesSince(from), *stopped, *boxes}
		if k.parts == nil {
			k.parts = map[int]part{}
		}
		k.parts[n] = p
	}
	*stopped, *boxes = p.stopped, p.boxes
	k.drawing.Unlock()
}

// equal reports whether two lists of values are equal. Only values that are not comparable go
// through package reflect, because it is slow.
func equal(was, now []any) bool {
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
