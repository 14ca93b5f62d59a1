package script

import (
	"errors"
	"strconv"
	"strings"
)

// Reasons for stopping a program.
const (
	errFuel = "takes more steps than a decision may take"
	errRun  = "takes more steps than a run may take"
	errHard = "takes more steps than a decision may take, in a function of the language that does not end"
	errMem  = "needs more memory than a program may have"
	errDeep = "calls itself too deeply"
)

// sourceName is the name of the program in stack traces.
const sourceName = "program"

// position returns the innermost position of a stack trace that is in the
// program.
func position(stack string) (line, column int) {
	for row := range strings.SplitSeq(stack, "\n") {
		i := strings.LastIndex(row, sourceName+":")
		if i < 0 || i > 0 && row[i-1] != '(' && row[i-1] != ' ' {
			continue
		}
		place := strings.TrimSuffix(row[i+len(sourceName)+1:], ")")
		a, b, _ := strings.Cut(place, ":")
		if n, err := strconv.Atoi(a); err == nil {
			line = n
			column, _ = strconv.Atoi(b)
			return line, column
		}
	}
	return 0, 0
}

// limitMessage replaces the interpreter's messages about its limits by messages of
// this package. It returns others unchanged.
func limitMessage(words string) string {
	switch {
	case words == "InternalError: interrupted":
		return errFuel
	case strings.HasPrefix(words, "InternalError: out of memory"), words == "":
		return errMem
	case strings.HasPrefix(words, "RangeError: Maximum call stack size exceeded"),
		strings.HasPrefix(words, "InternalError: stack overflow"),
		strings.HasPrefix(words, "SyntaxError: stack overflow"): // of a regular expression
		return errDeep
	}
	return words
}

var errDead = errors.New("program: it was stopped earlier")
