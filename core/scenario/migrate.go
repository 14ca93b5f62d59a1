package scenario

import "gridbox/core/doc"

// migrations has at index i the step from version i+1 to version i+2, as plain
// JSON values. A new version adds a function here, raises Version, and leaves a
// fixture of the old version in testdata permanently. A migration ignores
// values of unexpected types, which the reader then reports.
var migrations = []func(document map[string]any){}

// parseOlder reads a document of an older version, with its faults located in
// the original text. It returns nil if the text is malformed; otherwise the
// scenario is returned even with faults.
func parseOlder(text []byte, version int) (*Scenario, doc.Faults) {
	var document map[string]any
	if faults := doc.Decode(text, &document); len(faults) > 0 {
		return nil, faults
	}
	migrate(document, version, migrations)
	s := &Scenario{}
	faults := doc.Decode(doc.Canonical(document), s)
	if len(faults) == 0 {
		faults = Validate(s)
	}
	for i := range faults {
		faults[i].Start, faults[i].End = 0, 0 // positions refer to the migrated text
	}
	return s, doc.Locate(text, faults.Limit())
}

// migrate applies the steps from a document's version on.
func migrate(document map[string]any, version int, steps []func(map[string]any)) {
	for v := version; v <= len(steps); v++ {
		steps[v-1](document)
		document["version"] = float64(v + 1)
	}
}
