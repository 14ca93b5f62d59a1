package compute

import (
	"fmt"
	"strings"
)

// Message returns a message for the user about a run whose worker died.
func (e End) Message() string {
	switch {
	case e.mentions("out of memory", "cannot allocate memory", "memory access out of bounds"):
		return "The run needed more memory than the page has and was ended. Make the problem smaller, or use the " +
			"command line; its worker has been replaced."
	case e.mentions("stack exceeds", "call stack", "too much recursion", "stack overflow"):
		return "The run recursed too deeply for the browser and was ended; its worker has been replaced."
	}
	return "The run's worker died, " + e.cause() + "; it has been replaced. Your work is not lost."
}

// mentions reports whether the error or its output contains one of the words.
func (e End) mentions(words ...string) bool {
	for _, w := range words {
		if strings.Contains(e.Stderr, w) || strings.Contains(e.Error, w) {
			return true
		}
	}
	return false
}

// cause returns the shortest informative text about the end.
func (e End) cause() string {
	if e.Error != "" {
		return e.Error
	}
	for line := range strings.Lines(e.Stderr) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return fmt.Sprintf("exit status %d", e.Code)
}
