package importer

// The types below are the data of the form that maps the columns of tables. A
// page can draw them without linking the readers.

// A MappingForm is the current mapping of tables with the alternatives.
type MappingForm struct {
	Kind   string     `json:"kind"`
	Sheets []Sheet    `json:"sheets"`
	Lists  []FormList `json:"lists"` // lists of the kind
}

// A Sheet is the beginning of a file with its interpretation.
type Sheet struct {
	File       string       `json:"file"`
	List       string       `json:"list"` // "" if no table of the mapping fits
	Columns    []FormColumn `json:"columns"`
	Constants  []FormColumn `json:"constants,omitempty"` // fields with the same value in all rows
	Rows       [][]string   `json:"rows"`
	Headerless bool         `json:"headerless,omitempty"`
	Separator  string       `json:"separator"`
	Comma      bool         `json:"comma,omitempty"` // decimal comma
	Filters    []string     `json:"where,omitempty"` // filters in words
}

// FormColumn is a column with the field that it fills.
type FormColumn struct {
	Name  string   `json:"name"`
	Field string   `json:"field,omitempty"` // "" if it is unused
	Minus string   `json:"minus,omitempty"`
	Value string   `json:"value,omitempty"`
	Unit  string   `json:"unit,omitempty"`
	Units []string `json:"units,omitempty"` // possible units of its numbers
}

// FormList is a list of the problem that a table can fill, with the fields of its
// elements.
type FormList struct {
	Name   string      `json:"name"`
	Fields []FormField `json:"fields"`
}

// FormField is a field of an element of a list.
type FormField struct {
	Path   string `json:"path"`
	Label  string `json:"label"`
	About  string `json:"about"`
	Needed bool   `json:"needed,omitempty"`
}

// An Edit is one change of a mapping by a form.
type Edit struct {
	// Part is the object of the change: kind, list, field, unit, minus, value, headerless,
	// comma, filter or unfilter.
	Part string `json:"what"`
	File int    `json:"file"`         // index of the file
	Of   string `json:"of,omitempty"` // the column or the field
	To   string `json:"to,omitempty"`
}
