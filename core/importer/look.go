package importer

// What a form needs that asks which column of a table is what. It is plain data,
// so that a page can draw it without the rooms that read files.

// A Look is tables as they are mapped now, and what else could be said of them.
type Look struct {
	Kind   string   `json:"kind"`
	Sheets []Sheet  `json:"sheets"`
	Lists  []Listed `json:"lists"` // of the kind
}

// A Sheet is the beginning of one file and how it is read.
type Sheet struct {
	File       string     `json:"file"`
	List       string     `json:"list"` // "" where no table of the mapping fits
	Columns    []Seen     `json:"columns"`
	Constants  []Seen     `json:"constants,omitempty"` // fields that are the same for all rows
	Rows       [][]string `json:"rows"`
	Headerless bool       `json:"headerless,omitempty"`
	Separator  string     `json:"separator"`
	Comma      bool       `json:"comma,omitempty"` // before the decimals
	Where      []string   `json:"where,omitempty"` // the filters, in words
}

// Seen is a column with what it is taken for.
type Seen struct {
	Name  string   `json:"name"`
	Field string   `json:"field,omitempty"` // "" where it is not used
	Minus string   `json:"minus,omitempty"`
	Value string   `json:"value,omitempty"`
	Unit  string   `json:"unit,omitempty"`
	Units []string `json:"units,omitempty"` // what its numbers may be in
}

// Listed is a list that a table can fill, with the fields of its things.
type Listed struct {
	Name   string    `json:"name"`
	Fields []Fielded `json:"fields"`
}

// Fielded is a field of a thing.
type Fielded struct {
	Path   string `json:"path"`
	Label  string `json:"label"`
	About  string `json:"about"`
	Needed bool   `json:"needed,omitempty"`
}

// An Edit is one change of a mapping, as a form makes it.
type Edit struct {
	// What is changed: kind, list, field, unit, minus, value, headerless, comma,
	// filter or unfilter.
	What string `json:"what"`
	File int    `json:"file"`         // which of the files
	Of   string `json:"of,omitempty"` // the column or the field
	To   string `json:"to,omitempty"`
}
