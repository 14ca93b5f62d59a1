package verify

import (
	"testing"

	_ "gridbox/core/fixedseed"

	"pgregory.net/rapid"
)

// A thing is found by its name, whatever others end with, and by no other.
func TestDirectory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[ab]{0,2}(|x|dd|\x00)[0-9]{0,4}`)
		list := rapid.SliceOfDistinct(name, func(s string) string { return s }).Draw(t, "names")
		d := NewDirectory(list, func(s *string) string { return *s })
		for i, is := range list {
			if at, ok := d.Find(is); !ok || at != i || d.Of(is) != i {
				t.Fatalf("%q of %q: %d, %t", is, list, at, ok)
			}
		}
		for range 20 {
			is := name.Draw(t, "asked")
			there := -1
			for i := range list {
				if list[i] == is {
					there = i
				}
			}
			if at, ok := d.Find(is); ok != (there >= 0) || ok && at != there {
				t.Fatalf("%q of %q: %d, %t", is, list, at, ok)
			}
		}
	})
}
