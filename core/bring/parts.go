package bring

import (
	"slices"
	"strings"

	"gridbox/core/doc"
)

// A Part is files that one format reads together.
type Part struct {
	Format *Format // nil where no format fits
	Files  []int   // places in the list of all files
}

// doubtful is the certainty below which a file goes to tables that come with it.
const doubtful = 50

// likeliest returns the format that fits files best, nil where none does.
func likeliest(formats []*Format, files ...File) *Format {
	format, _, _ := Choose(formats, files, "")
	return format
}

// Parts returns the files by the formats that read them, the likeliest first and
// files of no known format last. Files are as Open returns them.
func Parts(formats []*Format, files []File) (parts []Part) {
	best := make([]*Format, len(files))
	rest := make([]int, len(files))
	for i := range files {
		best[i], rest[i] = likeliest(formats, files[i]), i
	}
	for len(rest) > 0 {
		format := likeliest(formats, pick(files, rest)...)
		if format == nil {
			return append(parts, Part{Files: rest})
		}
		part := Part{Format: format}
		var others []int
		for _, i := range rest {
			if format.reads(files[i], best[i]) {
				part.Files = append(part.Files, i)
			} else {
				others = append(others, i)
			}
		}
		if len(part.Files) == 0 { // the best for all is the best for none
			return append(parts, Part{Format: format, Files: rest})
		}
		parts, rest = append(parts, part), others
	}
	return parts
}

// reads reports whether a file, for which another format may be the best one,
// belongs to the files of this format.
func (f *Format) reads(file File, best *Format) bool {
	switch {
	case best == nil:
		return false
	case best == f || f.Suite != "" && best.Suite == f.Suite:
		return true
	}
	return f.Look != nil && f.Sure(file) > 0 && best.Sure(file) < doubtful
}

func pick(files []File, places []int) (list []File) {
	for _, i := range places {
		list = append(list, files[i])
	}
	return list
}

// Settle returns the format and the places of the files that it reads where
// nobody has named one: a platform and a log as one farm, otherwise the likeliest
// part.
func Settle(formats []*Format, files []File) (*Format, []int, doc.Faults) {
	parts := Parts(formats, files)
	if len(parts) == 0 || parts[0].Format == nil {
		return Choose(formats, files, "")
	}
	if together := Together(parts, files); together != nil {
		return together, slices.Concat(parts[0].Files, parts[1].Files), nil
	}
	return parts[0].Format, parts[0].Files, nil
}

// Names returns the names of a part's files.
func (p *Part) Names(files []File) string {
	var names []string
	for _, f := range pick(files, p.Files) {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
