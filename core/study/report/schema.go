package report

import (
	"strconv"

	"gridbox/core/doc"
)

// SchemaName is the file name of the published schema of studies.
var SchemaName = "study-" + strconv.Itoa(Version) + ".json"

// Schema returns the JSON Schema, draft 2020-12, of study results. A shard's
// part contains a scenario, which has its own schema.
func Schema() []byte {
	o := doc.Schema(Document{})
	o.Inside("properties", "version").Set("const", Version)
	return doc.Pretty(append(doc.Object{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "title", Value: "Gridbox study"},
	}, o...))
}
