// Package reader is the loop of the worker that imports and exports files of other programs. It
// receives requests to import files, to write answers in a format, or to verify another program's
// schedule for a farm, and sends the results with reports. It is pure Go over a connection that
// carries bytes; wasm/files supplies the connection to the page.
package reader

import (
	"errors"
	"io"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
	"gridbox/wasm/msg"
)

// Conn carries messages between the worker and the page.
type Conn interface {
	Receive() ([]byte, error)
	Send(text []byte) error
}

// Serve answers requests until the connection ends. Reading a file does not yield the thread, so
// a request is cancelled by ending the worker. shell returns the page into which a scenario is
// put to make a single file.
func Serve(conn Conn, formats []*importer.Format, shell func() ([]byte, error)) error {
	for {
		text, err := conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		ask, err := msg.ReadRequest(text)
		if (ask.Type == msg.Import || ask.Type == msg.Export || ask.Type == msg.Judge) && err == nil {
			begun := msg.Answer{ID: ask.ID, Type: msg.Begun}
			if err := conn.Send(begun.Bytes()); err != nil {
				return err
			}
		}
		answer := answer(ask, err, formats, shell)
		answer.ID = ask.ID
		if err := conn.Send(answer.Bytes()); err != nil {
			return err
		}
	}
}

// answer answers one request.
func answer(ask msg.Request, wrong error, formats []*importer.Format, shell func() ([]byte, error)) msg.Answer {
	switch {
	case wrong != nil:
		return msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: wrong.Error()}
	case ask.Type == msg.Hello:
		return msg.Answer{Type: msg.Ready, Version: msg.Version, Engine: "import"}
	case ask.Type == msg.Export:
		w, err := Export(ask.Document, ask.About, shell)
		if err != nil {
			return refusal(err)
		}
		return msg.Answer{Type: msg.Exported, Document: w.Text, Text: w.Notes}
	case ask.Type != msg.Import && ask.Type != msg.Judge:
		return msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: "this worker imports files and knows no " +
			strconv.Quote(ask.Type)}
	}
	head, files, err := msg.ReadImportRequest(ask.Document)
	if err != nil {
		return msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: err.Error()}
	}
	if ask.Type == msg.Judge {
		text, err := Judge(files)
		if err != nil {
			return refusal(err)
		}
		return msg.Answer{Type: msg.Judged, Document: text}
	}
	return msg.Answer{Type: msg.Imported, Document: Import(head, files, formats)}
}

// refusal returns the failure for an error.
func refusal(err error) msg.Answer {
	a := msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: err.Error()}
	var faults doc.Faults
	if errors.As(err, &faults) {
		a.Reason, a.Faults = msg.Faulty, faults
	}
	return a
}

// Import reads files and returns the document of Imported.
func Import(head msg.ImportHead, files []importer.File, formats []*importer.Format) []byte {
	r := importRun{head: head, formats: formats, formatID: head.FormatID}
	r.open(files)
	r.rankFormats()
	if len(files) == 1 {
		r.reply.Schedule = schedaudit.Recognise(r.files[0].Data)
	}
	format, which, faults := importer.Settle(formats, r.files, r.claims, r.formatID)
	if len(faults) > 0 {
		for _, f := range r.files {
			r.reply.Contents = append(r.reply.Contents, importer.Guess(f))
		}
		return document(r.reply, nil)
	}
	return r.read(format, which)
}

// An importRun is the state of an import.
type importRun struct {
	head     msg.ImportHead
	formats  []*importer.Format
	formatID string // ID of the format, empty if it is not chosen
	files    []importer.File
	opening  importer.Report
	claims   [][]importer.Claim // by file
	reply    msg.ImportReport
}

// open unpacks the files. If they belong to several imports, it selects the files of one part,
// unless all are to be combined.
func (r *importRun) open(files []importer.File) {
	r.files = make([]importer.File, len(files))
	for i, f := range files {
		r.files[i] = importer.Open(f, &r.opening)
	}
	r.claims = importer.Claims(r.formats, r.files)
	parts := importer.Parts(r.formats, r.files, r.claims)
	known := countKnown(parts)
	if known <= 1 {
		return
	}
	tellParts(&r.reply, parts, r.files)
	r.reply.Combine = importer.CombinedFormat(parts, r.files) != nil
	switch {
	case r.head.Part == msg.AllParts:
		r.reply.Part = r.head.Part
		if r.formatID == "" {
			r.formatID = parts[0].Format.ID
		}
	case r.head.Part > 0 || !r.reply.Combine:
		r.reply.Part = min(max(1, r.head.Part), known)
		r.opening = importer.Report{}
		var mine []importer.File
		var theirs [][]importer.Claim
		for _, i := range parts[r.reply.Part-1].Files {
			mine, theirs = append(mine, importer.Open(files[i], &r.opening)), append(theirs, r.claims[i])
		}
		r.files, r.claims = mine, theirs
	}
}

// rankFormats adds all formats to the document, the most certain first.
func (r *importRun) rankFormats() {
	for _, f := range r.formats {
		one := msg.ImportFormat{ID: f.ID, Title: f.Title, About: f.About}
		for _, c := range slices.Concat(r.claims...) {
			if c.Format == f.ID && c.Certainty > one.Certainty {
				one.Certainty, one.Evidence = c.Certainty, c.Evidence
			}
		}
		r.reply.Formats = append(r.reply.Formats, one)
	}
	slices.SortStableFunc(r.reply.Formats, func(a, b msg.ImportFormat) int { return b.Certainty - a.Certainty })
}

// read converts the files with the given indexes by a format and returns the document.
func (r *importRun) read(format *importer.Format, which []int) []byte {
	r.reply.Report.Format, r.reply.Report.Title = format.ID, format.Title
	r.reply.Kinds, r.reply.Questions = format.Kinds, format.Questions
	var mine []importer.File
	for _, i := range which {
		mine = append(mine, r.files[i])
	}
	wishes := r.wishes(format, mine)
	made, faults := importer.Read(format, r.files, which, r.claims, r.opening, wishes)
	for _, f := range faults {
		r.reply.Faults = append(r.reply.Faults, f.String())
	}
	if made == nil {
		return document(r.reply, nil)
	}
	r.reply.Report, r.reply.Mapping = made.Report, string(made.Mapping)
	if r.formatID != "" {
		r.reply.Report.Claims = nil // the user has chosen the format
	}
	if format.Form != nil {
		r.reply.Form = format.Form(mine, wishes)
	}
	if made.Scenario != nil {
		r.reply.Kind = made.Scenario.Kind
		for _, l := range doc.Lengths(scenario.Problem(made.Scenario)) {
			if l.Count > 0 {
				r.reply.Counts = append(r.reply.Counts, msg.ImportCount{Name: l.Name, Count: l.Count})
			}
		}
	}
	return document(r.reply, made.Scenario)
}

// wishes returns the settings of a format from the request: its kind, answers and mapping. If no
// mapping is given, it is a known one that fits, or the result of an edit.
func (r *importRun) wishes(format *importer.Format, mine []importer.File) importer.Wishes {
	wishes := importer.Wishes{Kind: r.head.Kind, Set: map[string]string{}}
	for name, value := range r.head.Set { // answers to questions of other formats are not errors
		if format.Question(name) != nil {
			wishes.Set[name] = value
		}
	}
	if !slices.Contains(format.Kinds, wishes.Kind) {
		wishes.Kind = ""
	}
	if format.Fits != nil && wishes.Set["mapping"] == "" && wishes.Kind == "" {
		at := slices.IndexFunc(r.head.KnownMappings, func(m string) bool { return format.Fits(mine, []byte(m)) })
		if at >= 0 {
			wishes.Set["mapping"] = r.head.KnownMappings[at]
		}
	}
	if r.head.Edit != nil && format.Change != nil {
		if mapping := format.Change(mine, wishes, *r.head.Edit); mapping != nil {
			wishes.Set["mapping"] = string(mapping)
		}
	}
	return wishes
}

// countKnown returns the number of parts with a format; these come first.
func countKnown(parts []importer.Part) (n int) {
	for _, p := range parts {
		if p.Format != nil {
			n++
		}
	}
	return n
}

// tellParts adds the parts of files to the report.
func tellParts(report *msg.ImportReport, parts []importer.Part, opened []importer.File) {
	for _, p := range parts {
		var one msg.ImportPart
		if p.Format != nil {
			one.Title = p.Format.Title
		}
		for _, i := range p.Files {
			one.Names = append(one.Names, opened[i].Name)
			if p.Format == nil {
				one.Contents = append(one.Contents, importer.Guess(opened[i]))
			}
		}
		report.Parts = append(report.Parts, one)
	}
}

// document returns the document of Imported.
func document(report msg.ImportReport, s *scenario.Scenario) []byte {
	text := append(doc.Canonical(report), '\n')
	if s != nil {
		text = append(text, scenario.Canonical(s)...)
	}
	return text
}
