package doc

import "strings"

// A Fault is one error in a document. A reader collects all faults in one pass.
type Fault struct {
	// Path is the path of the value: placement.clusters[2].mips. The root is "".
	Path string `json:"path"`
	// Value is the JSON text of the value, shortened if long, or empty if something is
	// missing.
	Value string `json:"value,omitempty"`
	// Reason explains the fault and, where it is not obvious, the remedy.
	Reason string `json:"why"`
	// Start and End delimit the value in the source text in bytes. Both are 0 if the fault was
	// not found by reading text.
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"`
	// State is the input of a failed program, as JSON with long lists cut.
	State string `json:"state,omitempty"`
	// grammar is set if the text is malformed, so that nothing after it was read.
	grammar bool
}

// String returns the fault as one line: "path: what is wrong".
func (f Fault) String() string {
	path := f.Path
	if path == "" {
		path = "document"
	}
	if f.Value == "" {
		return path + ": " + f.Reason
	}
	return path + ": " + f.Reason + " (found " + f.Value + ")"
}

// Faults is a list of faults in document order. Functions that find none return
// nil.
type Faults []Fault

// IsMalformed reports whether the list is that of a malformed text. For a text use
// the function [IsMalformed].
func (fs Faults) IsMalformed() bool { return len(fs) == 1 && fs[0].grammar }

// Error returns the faults with one line each, so that a non-empty list is an
// error.
func (fs Faults) Error() string {
	return strings.Join(fs.Texts(), "\n")
}

// Texts returns the faults as texts.
func (fs Faults) Texts() []string {
	list := make([]string, len(fs))
	for i, f := range fs {
		list[i] = f.String()
	}
	return list
}

// Err returns nil for an empty list and the list otherwise. It avoids an error
// that is a non-nil interface with a nil list.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs
}
