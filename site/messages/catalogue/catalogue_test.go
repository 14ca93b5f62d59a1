package catalogue

import "testing"

func TestPatternsAreConstant(t *testing.T) {
	texts, err := patterns("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 500 {
		t.Errorf("got %d patterns, want at least 500", len(texts))
	}
}
