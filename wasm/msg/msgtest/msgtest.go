// Package msgtest is the other end of a worker, for tests.
package msgtest

import (
	"io"

	"gridbox/wasm/msg"
)

// A Pipe is a connection that says what it is told to, and keeps what it hears.
type Pipe struct {
	Asks    [][]byte
	Answers []msg.Answer
}

// Receive gives the next ask, and io.EOF after the last.
func (p *Pipe) Receive() ([]byte, error) {
	if len(p.Asks) == 0 {
		return nil, io.EOF
	}
	next := p.Asks[0]
	p.Asks = p.Asks[1:]
	return next, nil
}

// Send keeps an answer.
func (p *Pipe) Send(text []byte) error {
	a, err := msg.ReadAnswer(text)
	p.Answers = append(p.Answers, a)
	return err
}
