// Package tiny is what the tests of the tool change.
package tiny

// AtMost holds x to a limit.
func AtMost(x, limit int) int {
	if x > limit {
		return limit
	}
	return x
}

// Leave would stay for ever without its break.
func Leave() {
	for {
		break
	}
}
