package graph

import (
	"math"
	"testing"
)

func TestCosine(t *testing.T) {
	for d := -90.0; d <= 90; d += 0.25 {
		if got, want := cosine(d), math.Cos(d*math.Pi/180); math.Abs(got-want) > 1e-6 {
			t.Errorf("at %v: %v, want %v", d, got, want)
		}
	}
}
