package cluster

import (
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/study"
)

// A Published is a format of what lies in a folder that has a JSON Schema.
type Published struct {
	Name    string // as gridbox schema takes it
	Title   string
	Version int
	value   any
}

// Schemas are those of parts and the plan, of what tasks and watches tell, and of
// what is missing.
var Schemas = []Published{
	{"part", "Gridbox part", study.PartVersion, study.PartDocument{}},
	{"plan", "Gridbox plan", PlanVersion, PlanDocument{}},
	{"task", "Gridbox task", TaskVersion, TaskDocument{}},
	{"progress", "Gridbox progress", ProgressVersion, Progress{}},
	{"missing", "Gridbox missing", MissingVersion, MissingDocument{}},
}

// File is what the published schema is called.
func (p Published) File() string { return p.Name + "-" + strconv.Itoa(p.Version) + ".json" }

// Schema is the JSON Schema, draft 2020-12.
func (p Published) Schema() []byte {
	o := doc.Schema(p.value)
	o.Inside("properties", "version").Put("const", p.Version)
	return doc.Pretty(append(doc.Object{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "title", Value: p.Title},
	}, o...))
}
