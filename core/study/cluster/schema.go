package cluster

import (
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/study"
)

// A FileFormat is a format of a file in the folder with a JSON Schema.
type FileFormat struct {
	Name    string // the argument of gridbox schema
	Title   string
	Version int
	value   any
}

// Schemas lists the formats of parts, the plan, the reports of tasks, the
// progress, and the missing units.
var Schemas = []FileFormat{
	{"part", "Gridbox part", study.PartVersion, study.PartDocument{}},
	{"plan", "Gridbox plan", PlanVersion, PlanDocument{}},
	{"task", "Gridbox task", TaskVersion, TaskDocument{}},
	{"progress", "Gridbox progress", ProgressVersion, Progress{}},
	{"missing", "Gridbox missing", MissingVersion, MissingDocument{}},
}

// File returns the file name of the published schema.
func (p FileFormat) File() string { return p.Name + "-" + strconv.Itoa(p.Version) + ".json" }

// Schema returns the JSON Schema, draft 2020-12.
func (p FileFormat) Schema() []byte {
	o := doc.Schema(p.value)
	o.Inside("properties", "version").Set("const", p.Version)
	return doc.Pretty(append(doc.Object{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "title", Value: p.Title},
	}, o...))
}
