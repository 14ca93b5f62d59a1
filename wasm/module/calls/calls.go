// Package calls answers the requests of gridbox.js in other sites' pages: it solves, studies,
// checks, draws and links documents. It is pure Go over a connection that carries bytes;
// wasm/module supplies the connection to the page, and assets/js/module wraps requests in
// promises.
//
// A request is a message framed by package msg with one of the types below. If two documents are
// needed, About["first"] is the length of the first in bytes.
package calls

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
	"gridbox/wasm/serve"
)

// Types of requests. Each is answered by Done or msg.Failed; Solve and Part send progress before.
const (
	Version = "version" // nothing -> the version of Gridbox, as text
	Solve   = "solve"   // a scenario -> a result document of all its runs
	Check   = "check"   // a scenario and a result -> a Verdict
	Draw    = "draw"    // a scenario, and a result or a study or nothing -> SVG
	Link    = "link"    // a scenario, and a result or nothing -> the part of an address behind the number sign
	Size    = "size"    // a scenario with a study -> the number of its replications over all points, as text
	Part    = "part"    // a scenario with a study -> the part of the replications From to To-1
	Report  = "report"  // a scenario with a study, and its parts, one per line -> the study document

	Done = "done"
)

// A Verdict is the result of the independent checker.
type Verdict struct {
	OK         bool                 `json:"ok"`
	Violations []scenario.Violation `json:"violations"`
}

// Conn carries messages between the worker and the page.
type Conn interface {
	Receive() ([]byte, error)
	Send(text []byte) error
}

// A desk answers requests one after another. Requests are not cancelled from inside: the page
// ends the worker and starts another.
type desk struct {
	conn    Conn
	catalog *serve.Catalog
}

// Serve answers requests until the connection ends, with the algorithms of a catalogue.
func Serve(conn Conn, algorithms *serve.Catalog) error {
	d := &desk{conn, algorithms}
	for {
		text, err := conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		ask, err := msg.ReadRequest(text)
		var reply []byte
		if err == nil {
			reply, err = d.answer(ask)
		}
		answer := msg.Answer{ID: ask.ID, Type: Done, Document: reply}
		if err != nil {
			answer = failure(ask.ID, err)
		}
		if err := conn.Send(answer.Bytes()); err != nil {
			return err
		}
	}
}

// failure returns the message for an error.
func failure(id uint64, err error) msg.Answer {
	a := msg.Answer{ID: id, Type: msg.Failed, Reason: msg.Refused, Text: err.Error()}
	var faults doc.Faults
	var large *serve.SizeError
	switch {
	case errors.As(err, &faults):
		a.Reason, a.Faults = msg.Faulty, faults
	case errors.As(err, &large):
		a.Reason = msg.TooLarge
	}
	return a
}

// answer answers one request.
func (d *desk) answer(ask msg.Request) ([]byte, error) {
	text, second, err := documents(ask)
	if err != nil {
		return nil, err
	}
	if err := serve.TextLimit(len(text)); err != nil && ask.Type != Report {
		return nil, err
	}
	ctx := context.Background()
	switch ask.Type {
	case Version:
		return []byte(catalog.Version), nil
	case Solve:
		return d.solve(ctx, text, ask)
	case Check:
		return d.check(text, second)
	case Draw:
		return d.draw(text, second, ask.About)
	case Link:
		return d.link(text, second)
	case Size:
		return d.size(text)
	case Part:
		d.permit(text, ask)
		return d.catalog.Study(ctx, text, serve.Stretch{From: ask.From, To: ask.To}, d.progress(ask.ID))
	case Report:
		text = append(append(bytes.Clone(text), '\n'), second...)
		return d.catalog.Tally(ctx, serve.TallyRequest{Text: text, About: map[string]string{"as": "document"}})
	}
	return nil, errors.New("gridbox.js knows no " + strconv.Quote(ask.Type))
}

// documents returns the one or two documents of a request.
func documents(ask msg.Request) (first, second []byte, err error) {
	length, two := ask.About["first"]
	if !two {
		return ask.Document, nil, nil
	}
	n, err := strconv.Atoi(length)
	if err != nil || n < 0 || n > len(ask.Document) {
		return nil, nil, errors.New("an ask with two documents does not say where the first one ends")
	}
	return ask.Document[:n], ask.Document[n:], nil
}

// progress returns a function that sends the progress of a request.
func (d *desk) progress(id uint64) func(done, total int) {
	return func(done, total int) {
		a := msg.Answer{ID: id, Type: msg.Progress, Done: done, Total: total}
		d.conn.Send(a.Bytes()) // if the page is gone, sending the answer fails
	}
}

// permit allows the document's own programs if the page permits it.
func (d *desk) permit(text []byte, ask msg.Request) {
	var digests []string
	if ask.About["programs"] == "true" {
		if s, faults := scenario.Parse(text); len(faults) == 0 {
			for i := range s.Policies {
				digests = append(digests, scenario.SourceDigest(s.Policies[i].Source))
			}
		}
	}
	d.catalog.Permit(digests)
}
