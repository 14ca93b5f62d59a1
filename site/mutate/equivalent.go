package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// An explanation states the reason why no test can detect a change.
type explanation struct{ file, function, change, reason string }

// readExplanations reads the list of equivalents, blocks of text separated by blank lines, with #
// for comments:
//
//	core/kind/group/solve/dual.go search.dual
//	if lower «> → >=» best {
//	A tie changes nothing: the bound is the same number.
//
// The change is written as in the report, so an entry applies anywhere in the function where the
// line is the same, and ceases to apply when the line is rewritten.
func readExplanations(path string) ([]*explanation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []*explanation
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var lines []string
		for line := range strings.Lines(block) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			continue
		}
		file, function, ok := strings.Cut(lines[0], " ")
		if !ok || len(lines) < 3 {
			return nil, fmt.Errorf("%s: an entry is a file and a function, a change and a reason, not %q", path, lines)
		}
		all = append(all, &explanation{file, function, lines[1], strings.Join(lines[2:], " ")})
	}
	return all, nil
}

// matches reports whether the explanation is for a change.
func (e *explanation) matches(c change) bool {
	return e.file == c.file.name && e.function == c.function && e.change == c.String()
}

func explains(all []*explanation, c change) bool {
	return slices.ContainsFunc(all, func(e *explanation) bool { return e.matches(c) })
}
