// Package reader is the loop of the worker that brings in other programs' files,
// and writes them: it hears what is to be made of which files, and answers with a
// report and, where something came of them, a scenario; or which answers are to be
// written in what format; or which schedule of another program is to be judged by
// what farm. It is pure Go over a connection that carries
// bytes; wasm/bring gives it the one to the page.
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

// Serve answers asks until the connection ends. Reading does not let go of the
// thread, so whoever cancels ends the whole worker. shell is how it comes by the
// page that is filled with a scenario to be one file.
func Serve(conn Conn, formats []*importer.Format, shell func() ([]byte, error)) error {
	for {
		text, err := conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		ask, err := msg.ReadAsk(text)
		if (ask.Type == msg.Bring || ask.Type == msg.Export || ask.Type == msg.Judge) && err == nil {
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

func answer(ask msg.Ask, wrong error, formats []*importer.Format, shell func() ([]byte, error)) msg.Answer {
	switch {
	case wrong != nil:
		return msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: wrong.Error()}
	case ask.Type == msg.Hello:
		return msg.Answer{Type: msg.Ready, Version: msg.Version, Engine: "bring"}
	case ask.Type == msg.Export:
		w, err := Export(ask.Document, ask.About, shell)
		if err != nil {
			return refusal(err)
		}
		return msg.Answer{Type: msg.Exported, Document: w.Text, Text: w.Notes}
	case ask.Type != msg.Bring && ask.Type != msg.Judge:
		return msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: "this worker brings in files and knows no " +
			strconv.Quote(ask.Type)}
	}
	head, files, err := msg.ReadBringAsk(ask.Document)
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
	return msg.Answer{Type: msg.Brought, Document: Bring(head, files, formats)}
}

// refusal says why nothing was written.
func refusal(err error) msg.Answer {
	a := msg.Answer{Type: msg.Failed, Reason: msg.Refused, Text: err.Error()}
	var faults doc.Faults
	if errors.As(err, &faults) {
		a.Reason, a.Faults = msg.Faulty, faults
	}
	return a
}

// Bring reads files and gives what Brought carries.
func Bring(head msg.BringHead, files []importer.File, formats []*importer.Format) []byte {
	var told msg.BringTold
	var opening importer.Report
	opened := make([]importer.File, len(files))
	for i, f := range files {
		opened[i] = importer.Open(f, &opening)
	}
	claims := importer.Claims(formats, opened)
	parts := importer.Parts(formats, opened, claims)
	as := head.As
	if known := knownParts(parts); known > 1 {
		tellParts(&told, parts, opened)
		told.Combine = importer.Together(parts, opened) != nil
		switch {
		case head.Part == msg.AllParts:
			told.Part = head.Part
			if as == "" {
				as = parts[0].Format.ID
			}
		case head.Part > 0 || !told.Combine:
			told.Part = min(max(1, head.Part), known)
			opening = importer.Report{}
			var mine []importer.File
			var theirs [][]importer.Claim
			for _, i := range parts[told.Part-1].Files {
				mine, theirs = append(mine, importer.Open(files[i], &opening)), append(theirs, claims[i])
			}
			opened, claims = mine, theirs
		}
	}
	for _, f := range formats {
		one := msg.BringFormat{ID: f.ID, Title: f.Title, About: f.About}
		for _, c := range slices.Concat(claims...) {
			if c.Format == f.ID && c.Sure > one.Sure {
				one.Sure, one.Why = c.Sure, c.Why
			}
		}
		told.Formats = append(told.Formats, one)
	}
	if len(files) == 1 {
		told.Schedule = schedaudit.Recognise(opened[0].Data)
	}
	slices.SortStableFunc(told.Formats, func(a, b msg.BringFormat) int { return b.Sure - a.Sure })
	format, which, faults := importer.Settle(formats, opened, claims, as)
	if len(faults) > 0 {
		for _, f := range opened {
			told.Unknown = append(told.Unknown, importer.Guess(f))
		}
		return document(told, nil)
	}
	told.Report.Format, told.Report.Title = format.ID, format.Title
	told.Kinds, told.Asks = format.Kinds, format.Asks
	wishes := importer.Wishes{Kind: head.Kind, Set: map[string]string{}}
	for name, value := range head.Set { // what another format was asked is no fault of this one
		if format.Question(name) != nil {
			wishes.Set[name] = value
		}
	}
	if !slices.Contains(format.Kinds, wishes.Kind) {
		wishes.Kind = ""
	}
	var mine []importer.File
	for _, i := range which {
		mine = append(mine, opened[i])
	}
	if format.Fits != nil && wishes.Set["mapping"] == "" && wishes.Kind == "" {
		at := slices.IndexFunc(head.Known, func(m string) bool { return format.Fits(mine, []byte(m)) })
		if at >= 0 {
			wishes.Set["mapping"] = head.Known[at]
		}
	}
	if head.Edit != nil && format.Change != nil {
		if mapping := format.Change(mine, wishes, *head.Edit); mapping != nil {
			wishes.Set["mapping"] = string(mapping)
		}
	}
	made, faults := importer.Read(format, opened, which, claims, opening, wishes)
	for _, f := range faults {
		told.Faults = append(told.Faults, f.String())
	}
	if made == nil {
		return document(told, nil)
	}
	told.Report, told.Mapping = made.Report, string(made.Mapping)
	if as != "" {
		told.Report.Claims = nil // a person has chosen
	}
	if format.Look != nil {
		told.Look = format.Look(mine, wishes)
	}
	if made.Scenario != nil {
		told.Kind = made.Scenario.Kind
		for _, l := range doc.Lengths(scenario.Problem(made.Scenario)) {
			if l.Count > 0 {
				told.Counts = append(told.Counts, msg.BringCount{Name: l.Name, Count: l.Count})
			}
		}
	}
	return document(told, made.Scenario)
}

// knownParts returns how many parts have a format; those come first.
func knownParts(parts []importer.Part) (n int) {
	for _, p := range parts {
		if p.Format != nil {
			n++
		}
	}
	return n
}

// tellParts lists parts of files.
func tellParts(told *msg.BringTold, parts []importer.Part, opened []importer.File) {
	for _, p := range parts {
		var one msg.BringPart
		if p.Format != nil {
			one.Title = p.Format.Title
		}
		for _, i := range p.Files {
			one.Names = append(one.Names, opened[i].Name)
			if p.Format == nil {
				one.Why = append(one.Why, importer.Guess(opened[i]))
			}
		}
		told.Parts = append(told.Parts, one)
	}
}

func document(told msg.BringTold, s *scenario.Scenario) []byte {
	text := append(doc.Canonical(told), '\n')
	if s != nil {
		text = append(text, scenario.Canonical(s)...)
	}
	return text
}
