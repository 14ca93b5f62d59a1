package doc

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// An index returns the same position as a linear search.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.StringMatching(`[ab]{0,3}`)).Draw(t, "names")
		x := NewIndex(len(names), func(i int) string { return names[i] })
		for i, name := range names {
			first := slices.Index(names, name)
			if earlier, twice := x.Add(i); twice != (first < i) || twice && earlier != first {
				t.Fatalf("Add(%d) of %q: got %d, %t; want %d, %t", i, name, earlier, twice, first, first < i)
			}
		}
		for i := range 16 {
			name := strconv.FormatInt(int64(i), 2)
			for _, wanted := range []string{name, "a" + name, "ab", "b"} {
				if at, ok := x.Find(wanted); ok != slices.Contains(names, wanted) || ok &&
					at != slices.Index(names, wanted) {
					t.Fatalf("Find(%q): got %d, %t; want %d", wanted, at, ok, slices.Index(names, wanted))
				}
			}
		}
	})
}

// A long list whose elements vary in length is read completely.
func TestLongLists(t *testing.T) {
	type number struct {
		Value float64 `json:"value"`
		About string  `json:"about,omitempty"`
	}
	var list struct {
		List []number `json:"list"`
	}
	text := []byte(`{"list":[`)
	const length = 3*longListLength + 17
	for i := range length {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, `{"value":`+strconv.Itoa(i)...)
		if i < longListLength+5 || i%7 == 0 {
			text = append(text, `,"about":"`+strconv.Itoa(i*i)+`"`...)
		}
		text = append(text, '}')
	}
	if faults := Decode(append(text, `]}`...), &list); faults != nil || len(list.List) != length {
		t.Fatalf("Decode of a long list: got %d elements, faults %v; want %d", len(list.List), faults, length)
	}
	for i, x := range list.List {
		if x.Value != float64(i) || (x.About != "") != (i < longListLength+5 || i%7 == 0) {
			t.Fatalf("element %d: got %+v, want its index as the value and the written text", i, x)
		}
	}
}
