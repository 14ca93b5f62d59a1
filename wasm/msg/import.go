package msg

import (
	"bytes"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
)

// Files of other programs are read by a worker with its own program, because few users import
// any. A request Import has a ImportHead in a line, followed by the bytes of the files. It is
// answered by Imported: a ImportReport in a line, followed by the scenario, if there is one.

// An ImportHead describes a request to import files.
type ImportHead struct {
	FormatID      string            `json:"as,omitempty"`
	Kind          string            `json:"kind,omitempty"`
	Set           map[string]string `json:"set,omitempty"`
	Edit          *importer.Edit    `json:"edit,omitempty"`  // a change of the mapping in Set, made before
	KnownMappings []string          `json:"known,omitempty"` // mappings confirmed earlier
	// Part is the part of ImportReport to read, from 1; AllParts reads all files as one format. 0
	// reads parts that combine together, otherwise the first.
	Part  int          `json:"part,omitempty"`
	Files []ImportFile `json:"files"`
}

// AllParts requests all files as one format.
const AllParts = -1

// An ImportFile describes one of the following files.
type ImportFile struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

// An ImportReport is the report on imported files.
type ImportReport struct {
	Formats   []ImportFormat        `json:"formats"` // all known formats, the most likely first
	Kinds     []string              `json:"kinds,omitempty"`
	Questions []importer.Question   `json:"asks,omitempty"`
	Report    importer.Report       `json:"report"`
	Mapping   string                `json:"mapping,omitempty"`
	Form      *importer.MappingForm `json:"look,omitempty"`
	Counts    []ImportCount         `json:"counts,omitempty"`
	Kind      string                `json:"kind,omitempty"` // of the scenario
	// Parts are the files grouped by format, if there are several; the last one may have no
	// format. Part is the one that was read, 0 for all.
	Parts    []ImportPart `json:"parts,omitempty"`
	Part     int          `json:"part,omitempty"`
	Combine  bool         `json:"combine,omitempty"` // the parts can be read together
	Contents []string     `json:"unknown,omitempty"` // the apparent contents of the files if no format fits
	// Schedule is the format of a single file as a schedule of a farm, if it is one.
	Schedule string   `json:"schedule,omitempty"`
	Faults   []string `json:"faults,omitempty"`
}

// An ImportPart is a group of files that one format reads together.
type ImportPart struct {
	Title    string   `json:"title,omitempty"` // of the format; "" if none fits
	Names    []string `json:"names"`
	Contents []string `json:"why,omitempty"` // apparent contents of the files if no format fits
}

// An ImportFormat is a format with the certainty that the files have it, from 0 to 100, and the
// evidence.
type ImportFormat struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	About     string `json:"about"`
	Certainty int    `json:"sure,omitempty"`
	Evidence  string `json:"why,omitempty"`
}

// An ImportCount is the number of imported elements of a list.
type ImportCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// A ScheduleReport is the report on a schedule of another program.
type ScheduleReport struct {
	Notes          []string `json:"notes,omitempty"` // assumptions, and data missing in the file
	ViolationCount int      `json:"found,omitempty"` // violations; the answer's check lists the first
}

// ReadJudged splits the document of Judged.
func ReadJudged(text []byte) (report ScheduleReport, answer []byte, err error) {
	line, answer, _ := bytes.Cut(text, []byte{'\n'})
	if faults := doc.Decode(line, &report); len(faults) > 0 {
		return report, nil, formatError(faults[0].String())
	}
	return report, answer, nil
}

// ImportRequest joins a head and its files into a document.
func ImportRequest(head ImportHead, files []importer.File) []byte {
	size := 0
	for _, f := range files {
		head.Files = append(head.Files, ImportFile{f.Name, len(f.Data)})
		size += len(f.Data)
	}
	line := doc.Canonical(head)
	text := make([]byte, 0, len(line)+1+size)
	text = append(append(text, line...), '\n')
	for _, f := range files {
		text = append(text, f.Data...)
	}
	return text
}

// ReadImportRequest splits a document of ImportRequest; the files share its memory.
func ReadImportRequest(text []byte) (head ImportHead, files []importer.File, err error) {
	line, rest, _ := bytes.Cut(text, []byte{'\n'})
	if faults := doc.Decode(line, &head); len(faults) > 0 {
		return head, nil, formatError(faults[0].String())
	}
	for _, f := range head.Files {
		if f.Size < 0 || f.Size > len(rest) {
			return head, nil, formatError(f.Name + " has " + strconv.Itoa(len(rest)) + " bytes of " +
				strconv.Itoa(f.Size))
		}
		files = append(files, importer.File{Name: f.Name, Data: rest[:f.Size:f.Size]})
		rest = rest[f.Size:]
	}
	return head, files, nil
}

// ReadImported splits the document of Imported.
func ReadImported(text []byte) (report ImportReport, scenario []byte, err error) {
	line, scenario, _ := bytes.Cut(text, []byte{'\n'})
	if faults := doc.Decode(line, &report); len(faults) > 0 {
		return report, nil, formatError(faults[0].String())
	}
	return report, scenario, nil
}
