// Package serve is a worker's loop: it receives requests, has an engine answer them, and sends
// the answers. It is pure Go over a connection that carries bytes, so that it runs and is tested
// natively; wasm/worker supplies the connection to the page.
//
//	page                         worker
//	hello, version      ->
//	                    <-       ready, version, engine
//	solve, run, document ->
//	                    <-       begun
//	                    <-       progress ...
//	cancel (optional)   ->
//	                    <-       solved, answer   or   failed, reason
//
// One request is handled at a time. Its work runs concurrently with the loop, so that a
// cancellation can be received. In WebAssembly, where all goroutines share one thread, the loop
// runs whenever the work reports progress (see pace.go). Work without reports cannot be
// interrupted from inside; then the page terminates the whole worker.
package serve

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"

	"gridbox/wasm/msg"
)

// Conn carries messages between a worker and the page that started it.
type Conn interface {
	// Receive waits for the next message. It returns io.EOF if the page is gone. It is called
	// from one goroutine.
	Receive() ([]byte, error)
	// Send is called by one goroutine at a time and must not keep the text.
	Send(text []byte) error
}

// Settings are the settings of a loop. The zero value is that of a worker.
type Settings struct {
	// Stderr receives the stack of a contained panic; nil discards it.
	Stderr io.Writer
	// Pace controls progress reports.
	Pace Pace
}

// Serve answers requests until the connection ends. It returns nil if it ended with io.EOF.
func Serve(conn Conn, engine Engine, set Settings) error {
	s := &server{conn: conn, engine: engine, set: set}
	defer s.stop()
	for {
		text, err := conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errors.Join(errors.New("serve: receive"), err)
		}
		ask, err := msg.ReadRequest(text)
		if err == nil {
			err = s.handle(ask)
		}
		if err != nil {
			s.send(msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Refused, Text: err.Error()})
		}
		if err := s.sendError(); err != nil {
			return errors.Join(errors.New("serve: send"), err)
		}
	}
}

// server is one loop. The mutex guards the state shared by work and loop.
type server struct {
	conn   Conn
	engine Engine
	set    Settings

	greeted bool
	working sync.WaitGroup

	mu      sync.Mutex
	current uint64 // ID of the current request; 0 if there is none
	cancel  context.CancelFunc
	sendErr error
}

// handle handles one request. It returns an error if the request is invalid.
func (s *server) handle(ask msg.Request) error {
	switch ask.Type {
	case msg.Hello:
		s.greet(ask)
		return nil
	case msg.Cancel:
		s.interrupt(ask.ID)
		return nil
	case msg.Expand, msg.Solve, msg.Explain, msg.Study, msg.Tally, msg.Search, msg.Duel,
		msg.Match, msg.Pick:
		return s.begin(ask)
	}
	return errors.New("a worker of version " + strconv.Itoa(msg.Version) + " knows no " + strconv.Quote(ask.Type))
}

// greet sends the worker's version. The page compares it; a page of another version gets this
// answer only.
func (s *server) greet(ask msg.Request) {
	s.greeted = ask.Version == msg.Version
	s.send(msg.Answer{ID: ask.ID, Type: msg.Ready, Version: msg.Version, Engine: s.engine.Name()})
}

// begin starts the work of a request if no other is in progress.
func (s *server) begin(ask msg.Request) error {
	if !s.greeted {
		return errors.New("say hello with version " + strconv.Itoa(msg.Version) + " before " + ask.Type)
	}
	if ask.ID == 0 {
		return errors.New("an ask needs an ID other than 0")
	}
	ctx, busy := s.claim(ask.ID)
	if busy != 0 {
		return errors.New("ask " + strconv.FormatUint(busy, 10) +
			" is still at work; a worker does one thing at a time")
	}
	s.send(msg.Answer{ID: ask.ID, Type: msg.Begun})
	s.working.Go(func() { s.work(ctx, ask) })
	return nil
}

// claim makes a request the current one, or returns the ID of the current one.
func (s *server) claim(id uint64) (ctx context.Context, busy uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != 0 {
		return nil, s.current
	}
	s.current = id
	ctx, s.cancel = context.WithCancel(context.Background())
	return ctx, 0
}

// work answers one request and becomes free for the next. It becomes free before the answer is
// sent, because the page sends the next request as soon as it receives it.
func (s *server) work(ctx context.Context, ask msg.Request) {
	answer := s.answer(ctx, ask)
	answer.ID = ask.ID
	s.mu.Lock()
	s.cancel()
	s.current, s.cancel = 0, nil
	s.mu.Unlock()
	s.send(answer)
}

// interrupt cancels the work on a request. It does nothing if the request has been answered.
func (s *server) interrupt(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == id && s.cancel != nil {
		s.cancel()
	}
}

// stop cancels the work when the connection has ended.
func (s *server) stop() {
	s.mu.Lock()
	if s.cancel != nil {
		s.cancel()
	}
	s.mu.Unlock()
	s.working.Wait()
}

// send sends an answer and records an error of the connection.
func (s *server) send(a msg.Answer) {
	text := a.Bytes()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sendErr == nil {
		s.sendErr = s.conn.Send(text)
	}
}

// sendError returns the error of sending.
func (s *server) sendError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sendErr
}
