package serve

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// The solving catalog gives the answers of the whole one, and refuses other requests with ErrElsewhere.
func TestWhatOnlySolvesSolvesAlike(t *testing.T) {
	text := preset(t, "five-clusters", nil)
	run := scenario.Run{Algorithm: "rbhs"}
	ctx := context.Background()
	one, all := Solving{fullCatalog()}, fullCatalog()
	a, err := one.Solve(ctx, text, run, func(int, int) {})
	b, _ := all.Solve(ctx, text, run, func(int, int) {})
	var x, y scenario.Answer
	doc.Decode(a.Answer, &x)
	doc.Decode(b.Answer, &y)
	if err != nil || x.Digest == "" || x.Digest != y.Digest || a.Kind != b.Kind {
		t.Errorf("got error %v, kind %s, digest %q; want kind %s, digest %q as of all engines",
			err, a.Kind, x.Digest, b.Kind, y.Digest)
	}
	e, err := one.Expand(ctx, text)
	f, _ := all.Expand(ctx, text)
	if err != nil || !bytes.Equal(e, f) || one.Name() != all.Name() {
		t.Errorf("Expand: got error %v or another explicit scenario than all engines", err)
	}
	one.Permit([]string{"sha256:0"})
	_, explained := one.Explain(ctx, text, run, nil, nil)
	_, studied := one.Study(ctx, text, Stretch{}, nil)
	_, tallied := one.Tally(ctx, TallyRequest{})
	_, hunted := one.Search(ctx, TallyRequest{})
	_, matched := one.Match(ctx, text, 0, 1, nil)
	_, picked := one.Pick(ctx, text)
	_, tried := one.Duel(ctx, text, nil)
	for _, err := range []error{explained, studied, tallied, hunted, tried, matched, picked} {
		if !errors.Is(err, ErrElsewhere) {
			t.Errorf("got error %v, want ErrElsewhere", err)
		}
	}
}
