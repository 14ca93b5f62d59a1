package importer

import (
	"slices"
	"strings"

	"gridbox/core/doc"
)

// A Part is a group of files that one format reads together.
type Part struct {
	Format *Format // nil if no format fits
	Files  []int   // indexes of the files
}

// doubtful is the certainty below which a file is read with tables, if there
// are any.
const doubtful = 50

// Parts groups files by the format that reads them, the likeliest first. The
// last group has the files of no known format, if there are any; its format
// is nil. Every file is in one group. The claims are the result of Claims.
func Parts(formats []*Format, files []File, claims [][]Claim) (parts []Part) {
	rest := make([]int, len(files))
	for i := range rest {
		rest[i] = i
	}
	for len(rest) > 0 {
		format, _, _ := Choose(formats, pick(files, rest), pick(claims, rest), "")
		part := Part{Format: format}
		var others []int
		for _, i := range rest {
			if format == nil || format.reads(claims[i]) {
				part.Files = append(part.Files, i)
			} else {
				others = append(others, i)
			}
		}
		if len(part.Files) == 0 { // a format that is best for all claims none
			part.Files, others = rest, nil
		}
		parts, rest = append(parts, part), others
	}
	return parts
}

// reads reports whether a file with some claims belongs to the files of the
// format. It does if the format is the best one, or accepts the file without
// claiming it, or is that of tables and no other format is certain.
func (f *Format) reads(claims []Claim) bool {
	own := slices.IndexFunc(claims, f.ownsClaim)
	return own == 0 || own > 0 && (claims[own].Evidence == "" || f.Form != nil && claims[0].Certainty < doubtful)
}

func pick[T any](list []T, places []int) (some []T) {
	for _, i := range places {
		some = append(some, list[i])
	}
	return some
}

// Settle returns the format and the indexes of the files that it reads. They
// are the named format, a platform and a log as one farm, or the likeliest
// part. It returns faults if no format fits or the named one is unknown.
func Settle(formats []*Format, files []File, claims [][]Claim, as string) (*Format, []int, doc.Faults) {
	if as == "" && len(files) > 0 {
		parts := Parts(formats, files, claims)
		if together := CombinedFormat(parts, files); together != nil {
			return together, slices.Concat(parts[0].Files, parts[1].Files), nil
		}
		if parts[0].Format != nil {
			return parts[0].Format, parts[0].Files, nil
		}
	}
	return Choose(formats, files, claims, as)
}

// Names returns the names of a part's files.
func (p *Part) Names(files []File) string {
	var names []string
	for _, f := range pick(files, p.Files) {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
