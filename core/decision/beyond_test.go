package decision

import "testing"

func TestRoundBeyond(t *testing.T) {
	for _, c := range []struct{ value, towards, want float64 }{
		{874.97, 875.8, 900}, {45, 34.9, 40}, {1, 1.2, 2}, {0, 0.3, 0.1}, {-3.5, -3.1, -3}} {
		if got := RoundBeyond(c.value, c.towards, 0); got != c.want {
			t.Errorf("beyond %v towards %v: got %v, want %v", c.value, c.towards, got, c.want)
		}
	}
}
