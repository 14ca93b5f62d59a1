package report

import (
	"strconv"

	"gridbox/core/doc"
)

// SchemaName is what the published schema of studies is called.
var SchemaName = "study-" + strconv.Itoa(Version) + ".json"

// Schema is the JSON Schema, draft 2020-12, of what comes out of a study. A
// shard's part holds a scenario, whose own schema says the rest.
func Schema() []byte {
	o := doc.Schema(Document{})
	o.Inside("properties", "version").Put("const", Version)
	return doc.Pretty(append(doc.Object{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "title", Value: "Gridbox study"},
	}, o...))
}
