package doc

import "strings"

// Suggest returns "; did you mean mips?" for a word close to one of the
// candidates, and "" otherwise.
func Suggest(word string, candidates []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, c := range candidates {
		d := 0
		if !strings.EqualFold(word, c) {
			d = distance(strings.ToLower(word), strings.ToLower(c), least)
		}
		if d < least {
			best, least = c, d
		}
	}
	if best == "" || best == word {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance returns the optimal string alignment distance of a and b:
// insertions, deletions, replacements and swaps of neighbours. It returns limit
// for greater distances and for texts longer than 64.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 64 || len(b) > 64 {
		return limit
	}
	var before, above, row [65]int
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return min(above[len(b)], limit)
}
