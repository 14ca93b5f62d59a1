package scenario

import "gridbox/core/doc"

// migrations[i] turns a document of version i+1 into one of version i+2, as
// plain JSON values. A new version adds a function here, raises Version, and
// leaves a fixture of the old version in testdata for ever. A migration sees
// whatever a person wrote: it leaves alone what is not as it expects, and the
// reader then says what is wrong with it.
var migrations = []func(document map[string]any){}

// parseOlder reads a document of an older version.
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
		faults[i].Start, faults[i].End = 0, 0 // those of the migrated text
	}
	return s, doc.Locate(text, faults.Limit())
}

// migrate brings a document from its version to the one after the last step.
func migrate(document map[string]any, version int, steps []func(map[string]any)) {
	for v := version; v <= len(steps); v++ {
		steps[v-1](document)
		document["version"] = float64(v + 1)
	}
}
