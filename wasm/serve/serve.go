// Package serve is a worker's loop: it receives asks, has an engine answer
// them, and sends the answers. It is pure Go over a connection that carries
// bytes, so that it runs and is tested natively; wasm/worker gives it the
// connection to the page.
//
//	page                         worker
//	hello, version      ->
//	                    <-       ready, version, engine
//	solve, run, document ->
//	                    <-       begun
//	                    <-       progress ...
//	cancel (if wanted)  ->
//	                    <-       solved, answer   or   failed, reason
//
// One ask is handled at a time. Its work runs beside the loop, so that a
// cancel can come in; in WebAssembly, where all share one thread, the work
// lets the loop in whenever it reports progress (see pace.go). Work that
// reports none cannot be interrupted from inside; then the page terminates the
// whole worker.
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
	// Receive waits for the next message; io.EOF says that the page is gone.
	// It is called from one goroutine.
	Receive() ([]byte, error)
	// Send is called by one goroutine at a time and keeps nothing of text.
	Send(text []byte) error
}

// Settings are what surrounds a loop. The zero value is what a worker uses.
type Settings struct {
	// Stderr takes the stack of a contained panic; nil discards it.
	Stderr io.Writer
	// Pace says how often work reports and lets messages in.
	Pace Pace
}

// Serve answers asks until the connection ends, and returns nil when it ended
// with io.EOF.
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
		ask, err := msg.ReadAsk(text)
		if err == nil {
			err = s.take(ask)
		}
		if err != nil {
			s.send(msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Refused, Text: err.Error()})
		}
		if err := s.broken(); err != nil {
			return errors.Join(errors.New("serve: send"), err)
		}
	}
}

// server is one loop. The mutex guards what work and loop share.
type server struct {
	conn   Conn
	engine Engine
	set    Settings

	greeted bool
	working sync.WaitGroup

	mu      sync.Mutex
	current uint64 // ID of the ask at work; 0 when none is
	cancel  context.CancelFunc
	sendErr error
}

// take handles one ask; an error says why it cannot be answered at all.
func (s *server) take(ask msg.Ask) error {
	switch ask.Type {
	case msg.Hello:
		s.greet(ask)
		return nil
	case msg.Cancel:
		s.interrupt(ask.ID)
		return nil
	case msg.Expand, msg.Solve, msg.Explain, msg.Study, msg.Tally, msg.Hunt, msg.Duel:
		return s.begin(ask)
	}
	return errors.New("a worker of version " + strconv.Itoa(msg.Version) + " knows no " + strconv.Quote(ask.Type))
}

// greet says which version this worker is of. The page compares; a page of
// another version gets its answer and nothing further.
func (s *server) greet(ask msg.Ask) {
	s.greeted = ask.Version == msg.Version
	s.send(msg.Answer{ID: ask.ID, Type: msg.Ready, Version: msg.Version, Engine: s.engine.Name()})
}

// begin starts the work that an ask wants, if nothing else is at work.
func (s *server) begin(ask msg.Ask) error {
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

// claim makes an ask the one at work, or says which one is.
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

// work answers one ask and makes room for the next. The room is made before
// the answer leaves, because the page sends the next ask as soon as it hears.
func (s *server) work(ctx context.Context, ask msg.Ask) {
	answer := s.answer(ctx, ask)
	answer.ID = ask.ID
	s.mu.Lock()
	s.cancel()
	s.current, s.cancel = 0, nil
	s.mu.Unlock()
	s.send(answer)
}

// interrupt asks the work on an ask to stop. An ask that is answered already
// is none of the loop's business any more.
func (s *server) interrupt(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == id && s.cancel != nil {
		s.cancel()
	}
}

// stop ends what is at work when the connection has ended.
func (s *server) stop() {
	s.mu.Lock()
	if s.cancel != nil {
		s.cancel()
	}
	s.mu.Unlock()
	s.working.Wait()
}

// send passes an answer on and remembers that the connection broke.
func (s *server) send(a msg.Answer) {
	text := a.Bytes()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sendErr == nil {
		s.sendErr = s.conn.Send(text)
	}
}

// broken is the error that sending met.
func (s *server) broken() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sendErr
}
