package replay

import (
	"strings"

	"gridbox/core/kind/kinds"
	"gridbox/core/trace"
)

// A Line is a line of an algorithm's pseudo-code (see kind.Algorithm).
type Line struct {
	Depth  int
	Text   string
	events string // the events that carry it out
}

// Code returns the pseudo-code of an algorithm, or nil.
func Code(kind, algorithm string) (lines []Line) {
	k, _ := kinds.ByID(kind)
	a, _ := k.Algorithm(algorithm)
	for _, line := range strings.Split(a.Code, "\n") {
		if text := strings.TrimLeft(line, "\t"); text != "" {
			code, on, _ := strings.Cut(text, "|")
			lines = append(lines, Line{Depth: len(line) - len(text), Text: code, events: on})
		}
	}
	return lines
}

// LineIndex returns the index of the line that an event carries out, or -1 if there
// is none. A line that names the event's reason has priority over one with
// its kind alone. Of equal lines the first is returned.
func LineIndex(lines []Line, e *trace.Event) int {
	line, best := -1, 0
	for i := range lines {
		for _, on := range strings.Fields(lines[i].events) {
			kind, reason, also := strings.Cut(on, "/")
			if fits := kind == e.Kind && (!also || reason == e.Reason); fits && 1+len(reason) > best {
				line, best = i, 1+len(reason)
			}
		}
	}
	return line
}
