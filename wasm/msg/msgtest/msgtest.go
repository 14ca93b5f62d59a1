// Package msgtest simulates the page's end of a connection, for tests.
package msgtest

import (
	"io"

	"gridbox/wasm/msg"
)

// A Pipe is a connection with given requests, which records the answers.
type Pipe struct {
	Requests [][]byte
	Answers  []msg.Answer
}

// Receive returns the next request, and io.EOF after the last.
func (p *Pipe) Receive() ([]byte, error) {
	if len(p.Requests) == 0 {
		return nil, io.EOF
	}
	next := p.Requests[0]
	p.Requests = p.Requests[1:]
	return next, nil
}

// Send records an answer.
func (p *Pipe) Send(text []byte) error {
	a, err := msg.ReadAnswer(text)
	p.Answers = append(p.Answers, a)
	return err
}
