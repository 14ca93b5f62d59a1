package importer

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A Claim is a format that a file may have, with the certainty.
type Claim struct {
	File      string `json:"file"`
	Format    string `json:"format"` // id of the format, as --as takes it
	Title     string `json:"title"`
	Certainty int    `json:"sure"`          // from 1 to 100, certain
	Evidence  string `json:"why,omitempty"` // the evidence; empty if the format accepts files without evidence
}

// Claims returns for each of the files, which Open has unpacked, the formats
// that claim it, most certain first.
//
// An uncertain claim is tried on the beginning of the file and dropped if
// nearly all lines would be left out. A format with a column mapping keeps its
// claim, because a mapping may make the lines readable.
func Claims(formats []*Format, files []File) [][]Claim {
	list := make([][]Claim, len(files))
	for i, file := range files {
		for _, f := range formats {
			sure, why := f.Recognise(file)
			if sure <= 0 || sure < trialCertainty && f.Change == nil && f.loses(file) {
				continue
			}
			list[i] = append(list[i], Claim{File: file.Name, Format: f.ID, Title: f.Title, Certainty: sure,
				Evidence: why})
		}
		slices.SortStableFunc(list[i], func(a, b Claim) int { return cmp.Compare(b.Certainty, a.Certainty) })
	}
	return list
}

const (
	trialCertainty = 90       // claims of a lower certainty are tried
	trialSize      = 64 << 10 // bytes of a file that a trial reads
	trialRows      = 10       // fewest lines for a trial
)

// loses reports whether the format would leave out at least nine in ten lines
// of the beginning of a file.
func (f *Format) loses(file File) bool {
	if len(file.Data) > trialSize {
		file.Data = file.Data[:trialSize]
		if end := bytes.LastIndexByte(file.Data, '\n'); end > 0 {
			file.Data = file.Data[:end+1]
		}
	}
	rows := 0
	Lines(file.Data, func(_ int, line []byte) bool {
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.ContainsRune([]byte("#;%"), rune(line[0])) {
			rows++
		}
		return true
	})
	if rows < trialRows {
		return false
	}
	made := f.Read([]File{file}, Wishes{})
	lost := 0
	for _, e := range made.Report.Entries {
		switch {
		case e.Status == LeftOut && (e.Noun == "line" || e.Noun == "row"):
			lost += e.Count
		case e.Status == Faulty && len(e.Places) > 0 && e.Places[0].Line > 0:
			lost += e.Count
		}
	}
	return 10*lost >= 9*rows
}

// ContestedClaims returns the claims to the files that a format took on evidence and
// that another format claims, also on evidence, with at least half the
// certainty.
func ContestedClaims(claims [][]Claim, chosen *Format) (list []Claim) {
	for _, of := range claims {
		own := slices.IndexFunc(of, chosen.ownsClaim)
		if own < 0 || of[own].Evidence == "" {
			continue
		}
		rivals := []Claim{of[own]}
		for i, c := range of {
			if i != own && c.Evidence != "" && 2*c.Certainty >= of[own].Certainty {
				rivals = append(rivals, c)
			}
		}
		if len(rivals) > 1 {
			list = append(list, rivals...)
		}
	}
	return list
}

// ownsClaim reports whether a claim is of the format.
func (f *Format) ownsClaim(c Claim) bool { return c.Format == f.ID }

// Choose returns the format that fits the files best and the indexes of its
// files. The id as selects a format; if it is empty, the claims decide.
func Choose(formats []*Format, files []File, claims [][]Claim, as string) (*Format, []int, doc.Faults) {
	ids := make([]string, len(formats))
	var best *Format
	sum, most := 0, 0
	for i, f := range formats {
		ids[i] = f.ID
		if as != "" {
			if f.ID == as {
				best = f
			}
			continue
		}
		total, top := 0, 0
		for _, of := range claims {
			if at := slices.IndexFunc(of, f.ownsClaim); at >= 0 {
				total, top = total+of[at].Certainty, max(top, of[at].Certainty)
			}
		}
		if top > most || top == most && total > sum {
			best, most, sum = f, top, total
		}
	}
	switch {
	case len(files) == 0:
		return nil, nil, doc.Faults{{Reason: "no file was given"}}
	case best == nil && as != "":
		return nil, nil, doc.Faults{{Path: "as", Value: as,
			Reason: "must be " + strings.Join(ids, ", ") + doc.Suggest(as, ids)}}
	case best == nil:
		names, seems := make([]string, len(files)), ""
		for i, f := range files {
			names[i] = f.Name
			seems += ". " + strings.TrimSuffix(Guess(f), ".")
		}
		return nil, nil, doc.Faults{{Value: strings.Join(names, ", "),
			Reason: "is in none of the formats that are known here" + droppedReason(formats, files) +
				"; name the right one: " +
				strings.Join(ids, ", ") + seems}}
	}
	var which []int
	for i := range files {
		if as != "" || slices.ContainsFunc(claims[i], best.ownsClaim) {
			which = append(which, i)
		}
	}
	return best, which, nil
}

// droppedReason returns the reason for which claims to the files were dropped, empty
// if none was.
func droppedReason(formats []*Format, files []File) (why string) {
	for _, f := range formats {
		if slices.ContainsFunc(files, func(file File) bool { n, _ := f.Recognise(file); return n > 0 }) {
			why += "; read as " + f.Title + " nearly all lines would be left out"
		}
	}
	return why
}

// claimLines returns the claims as lines of text: the evidence for the chosen
// format, and the option for each other one.
func claimLines(claims []Claim, chosen string) (text string) {
	for _, c := range claims {
		switch {
		case c.Format == chosen:
			text += "  format: " + c.File + " was read as " + c.Title + ", because " + c.Evidence
		default:
			text += "  format: " + c.File + " may be " + c.Title + ", because " + c.Evidence + "; --as " + c.Format +
				" reads it so"
		}
		text += " (" + strconv.Itoa(c.Certainty) + " of 100)\n"
	}
	return text
}
