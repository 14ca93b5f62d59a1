package scenario

import (
	"strconv"

	"gridbox/core/doc"
)

// SchemaName and ResultSchemaName are the file names of the published schemas.
var (
	SchemaName       = "scenario-" + strconv.Itoa(Version) + ".json"
	ResultSchemaName = "result-" + strconv.Itoa(ResultVersion) + ".json"
)

// Schema returns the JSON Schema, draft 2020-12, of scenarios. Rules that a
// schema cannot express, such as unique ids and references, are checked only by
// Parse.
func Schema() []byte {
	o := doc.Schema(Scenario{})
	o.Inside("properties", "version").Set("const", Version)
	o.Inside("properties", "kind").Set("enum", Kinds())
	o.Set("oneOf", kindConditions())
	return doc.Pretty(addSchemaHeader("Gridbox scenario", o))
}

// kindConditions returns the conditions that a scenario has the problem of its
// kind and no other.
func kindConditions() []any {
	var cases []any
	for _, p := range parts {
		properties := doc.Object{{Name: "kind", Value: doc.Object{{Name: "const", Value: p.kind}}}}
		properties.Set(p.kind, doc.Object{{Name: "type", Value: "object"}}) // not null
		for _, other := range parts {
			if other.kind != p.kind {
				properties.Set(other.kind, false)
			}
		}
		cases = append(cases, doc.Object{{Name: "properties", Value: properties},
			{Name: "required", Value: []string{p.kind}}})
	}
	return cases
}

// ResultSchema returns the JSON Schema, draft 2020-12, of results.
func ResultSchema() []byte {
	o := doc.Schema(Result{})
	o.Inside("properties", "version").Set("const", ResultVersion)
	o.Inside("properties", "kind").Set("enum", Kinds())
	var cases []any
	for _, p := range parts {
		solution := doc.Schema(p.solution())
		cases = append(cases, doc.Object{{Name: "properties", Value: doc.Object{
			{Name: "kind", Value: doc.Object{{Name: "const", Value: p.kind}}},
			{Name: "runs", Value: doc.Object{{Name: "items", Value: doc.Object{
				{Name: "properties", Value: doc.Object{{Name: "solution", Value: solution}}}}}}}}}})
	}
	o.Set("oneOf", cases)
	return doc.Pretty(addSchemaHeader("Gridbox result", o))
}

func addSchemaHeader(title string, o doc.Object) doc.Object {
	return append(doc.Object{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "title", Value: title},
	}, o...)
}
