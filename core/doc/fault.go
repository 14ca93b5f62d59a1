package doc

import "strings"

// A Fault is one thing that is wrong with a document. A reader collects all
// of them in one pass, so that a person can mend a file in one sitting.
type Fault struct {
	// Path leads to the place: placement.clusters[2].mips. The root is "".
	Path string `json:"path"`
	// Value is what stands there, as JSON text, shortened when long; empty
	// when something is missing.
	Value string `json:"value,omitempty"`
	// Why says what is wrong and, where it is not obvious, what would be right.
	Why string `json:"why"`
	// Start and End delimit the place in the source text in bytes; both are 0
	// when the fault was not found by reading text.
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"`
	// State is, of a program that went wrong, what it was told then, as JSON with long lists cut.
	State string `json:"state,omitempty"`
	// grammar says that it ended the reading, so that nothing behind it was read.
	grammar bool
}

// String gives the line that the command line prints: "path: what is wrong".
func (f Fault) String() string {
	path := f.Path
	if path == "" {
		path = "document"
	}
	if f.Value == "" {
		return path + ": " + f.Why
	}
	return path + ": " + f.Why + " (found " + f.Value + ")"
}

// Faults is a list of faults in document order. An empty list means that
// nothing is wrong; functions that find nothing return nil.
type Faults []Fault

// Broken reports whether the grammar of the text is broken, so that reading it
// ended somewhere in its middle. A reader's faults know; [Broken] reads to tell.
func (fs Faults) Broken() bool { return len(fs) == 1 && fs[0].grammar }

// Error makes a non-empty list usable as an error, one line a fault.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Err is nil for an empty list and the list itself otherwise; it avoids the
// typed-nil trap of returning an empty Faults as error.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs
}
