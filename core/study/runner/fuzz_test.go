package runner

import (
	"bytes"
	"strings"
	"testing"

	"gridbox/core/study"
)

// An accepted part is the same after writing and reading, and merges with
// itself. Nothing panics, and no small text gives something huge.
func FuzzParsePart(f *testing.F) {
	text := string(run(f, smallPlan(f, 4, "cost", "start"), []Task{{0, 0, 2}, {3, 1, 4}, {5, 0, 4}}).Text())
	f.Add([]byte(text))
	f.Add([]byte(strings.Replace(text, "[[0,1]]", "[[1,2]]", 1)))
	f.Add([]byte(strings.Replace(text, `"values":[60,150,270]`, `"from":1,"to":1e9,"step":1`, 1)))
	f.Add([]byte(`{"format":"gridbox-part","version":1,"engine":"1","scenario":"sha256:0","study":null,"points":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, faults := study.ParsePart(text)
		if len(faults) > 0 {
			return
		}
		written := p.Text()
		again, faults := study.ParsePart(written)
		if len(faults) > 0 || !bytes.Equal(again.Text(), written) {
			t.Fatalf("a part written and read: got faults %v or another part", faults)
		}
		if both, err := study.Merge(p, again); err != nil || !bytes.Equal(both.Text(), written) {
			t.Fatalf("a part merged with itself: got error %v or another part", err)
		}
	})
}
