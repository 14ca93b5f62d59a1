// Package tiny is changed by the tests of the tool.
package tiny

// AtMost limits x.
func AtMost(x, limit int) int {
	if x > limit {
		return limit
	}
	return x
}

// Leave would not return without its break.
func Leave() {
	for {
		break
	}
}
