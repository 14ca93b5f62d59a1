package panel

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// The share dialog shows the actual size of a study: replications of one instance count once.
func TestShareSaysTheSizeOfAStudy(t *testing.T) {
	for _, c := range []struct {
		preset string
		vary   []scenario.Vary
		want   string
	}{
		{"five-clusters", nil, "a study of this one instance"},
		{"five-clusters", []scenario.Vary{{Path: "placement.clusters[0].mips", Values: []any{500.0, 900.0}}},
			"a study of 2 points"},
		{"rbhs-mixed", nil, "a study of 200 replications"},
	} {
		d, _ := catalog.FromPreset(c.preset, 7)
		d.Study = &scenario.Study{Replications: 200, Vary: c.vary}
		if got := studySize(d); got != c.want {
			t.Errorf("studySize of %s: got %q, want %q", c.preset, got, c.want)
		}
	}
}
