package verify

import "math"

var Infinite = math.Inf(1)

// Ranked compares two scores: the lower one first, NaN last.
func Ranked(x, y float64) int {
	switch {
	case x < y || x == x && y != y:
		return -1
	case x > y || x != x && y == y:
		return 1
	}
	return 0
}
