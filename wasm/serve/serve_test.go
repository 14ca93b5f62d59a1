package serve

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
	"gridbox/wasm/msg"
)

// pipe is a connection in memory, seen from the worker.
type pipe struct {
	in  chan []byte
	out chan []byte
}

func (p pipe) Receive() ([]byte, error) {
	text, ok := <-p.in
	if !ok {
		return nil, io.EOF
	}
	return text, nil
}

func (p pipe) Send(text []byte) error {
	p.out <- append([]byte(nil), text...)
	return nil
}

// page is the other end: it sends requests and reads the answers.
type page struct {
	t    *testing.T
	pipe pipe
	end  chan error
}

func open(t *testing.T, engine Engine, set Settings) *page {
	p := &page{t: t, pipe: pipe{make(chan []byte), make(chan []byte, 1000)}, end: make(chan error, 1)}
	go func() { p.end <- Serve(p.pipe, engine, set) }()
	t.Cleanup(func() {
		close(p.pipe.in)
		if err := <-p.end; err != nil {
			t.Errorf("Serve: got error %v, want none", err)
		}
	})
	return p
}

// connect returns an opened page that has said hello.
func connect(t *testing.T, engine Engine) *page {
	p := open(t, engine, Settings{Pace: Pace{Interval: time.Millisecond}})
	p.send(msg.Request{ID: 1, Type: msg.Hello, Version: msg.Version})
	p.want(1, msg.Ready)
	return p
}

func (p *page) send(a msg.Request) { p.raw(string(a.Bytes())) }

func (p *page) raw(text string) { p.pipe.in <- []byte(text) }

// receive reads the next answer of any type.
func (p *page) receive() msg.Answer {
	p.t.Helper()
	select {
	case text := <-p.pipe.out:
		a, err := msg.ReadAnswer(text)
		if err != nil {
			p.t.Fatalf("ReadAnswer of the worker's message %q: got error %v", text, err)
		}
		return a
	case <-time.After(time.Minute):
		p.t.Fatal("got no message from the worker within a minute")
		panic("unreachable")
	}
}

// want reads answers up to the one wanted; only begun and progress may come before it.
func (p *page) want(id uint64, kind string) msg.Answer {
	p.t.Helper()
	for {
		a := p.receive()
		if a.ID == id && a.Type == kind {
			return a
		}
		if a.Last() {
			p.t.Fatalf("got %+v, want %s of ask %d", a, kind, id)
		}
	}
}

func (p *page) wantFailed(id uint64, reason, got string) msg.Answer {
	p.t.Helper()
	a := p.want(id, msg.Failed)
	if a.Reason != reason || !strings.Contains(a.Text, got) {
		p.t.Fatalf("got reason %q, text %q; want reason %q and %q in the text", a.Reason, a.Text, reason, got)
	}
	return a
}

// act is an engine whose behaviour is selected by the algorithm's name.
type act struct{}

func (act) Name() string { return "test" }

func (act) Expand(_ context.Context, text []byte) ([]byte, error) {
	if len(text) == 0 {
		return nil, doc.Faults{{Reason: "is empty"}}
	}
	return append([]byte("explicit "), text...), nil
}

func (act) Solve(ctx context.Context, text []byte, run scenario.Run, report func(done, total int)) (SolvedAnswer,
	error) {
	switch run.Algorithm {
	case "echo":
		return SolvedAnswer{Kind: "placement", Answer: text}, nil
	case "faulty":
		return SolvedAnswer{}, doc.Faults{{Path: "placement.jobs[0].mi", Reason: "is missing"},
			{Path: "seed", Reason: "is below 0"}}
	case "panic":
		var m map[string]int
		m["x"]++
	case "broken":
		return SolvedAnswer{}, errors.New("the answer is not finite")
	case "steps":
		for i := range 20 {
			report(i, 20)
			time.Sleep(time.Millisecond)
		}
		return SolvedAnswer{Answer: []byte("{}")}, nil
	case "until-cancelled":
		for ctx.Err() == nil {
			report(0, 0)
			time.Sleep(time.Millisecond)
		}
		return SolvedAnswer{}, ctx.Err()
	}
	return SolvedAnswer{}, nil
}

func (act) Explain(_ context.Context, _ []byte, _ scenario.Run, about map[string]string,
	_ func(done, total int)) (Explanation, error) {
	return Explanation{Trace: &trace.Log{Events: []trace.Event{{Kind: about["job"]}}}, Detail: []byte(`{"z":0.5}`)}, nil
}

func (act) Study(_ context.Context, text []byte, s Stretch, _ func(done, total int)) ([]byte, error) {
	return append([]byte{byte('0' + s.From), byte('0' + s.To)}, text...), nil
}

func (act) Search(context.Context, TallyRequest) ([]byte, error) { return []byte("hunted"), nil }

func (act) Permit([]string) {}

func (act) Duel(context.Context, []byte, func(done, total int)) ([]byte, error) {
	return []byte("tried"), nil
}

func (act) Match(context.Context, []byte, int, int, func(done, total int)) ([]byte, error) {
	return []byte("matched"), nil
}

func (act) Pick(context.Context, []byte) ([]byte, error) { return []byte("picked"), nil }

func (act) Tally(_ context.Context, t TallyRequest) ([]byte, error) {
	if t.Have > 0 {
		return nil, ErrLacking
	}
	return []byte(t.Key + " " + t.About["as"]), nil
}

func solve(id uint64, algorithm, text string) msg.Request {
	return msg.Request{ID: id, Type: msg.Solve, Run: &scenario.Run{Algorithm: algorithm}, Document: []byte(text)}
}

func TestHelloComesFirst(t *testing.T) {
	p := open(t, act{}, Settings{})
	p.send(solve(7, "echo", "{}"))
	p.wantFailed(7, msg.Refused, "say hello")
	p.send(msg.Request{ID: 8, Type: msg.Hello, Version: msg.Version})
	a := p.want(8, msg.Ready)
	if a.Version != msg.Version || a.Engine != "test" {
		t.Errorf("got ready %+v, want version %d, engine test", a, msg.Version)
	}
	p.send(solve(9, "echo", "{}"))
	p.want(9, msg.Solved)
}

func TestAnotherVersionIsReportedAndRefused(t *testing.T) {
	p := open(t, act{}, Settings{})
	p.send(msg.Request{ID: 1, Type: msg.Hello, Version: msg.Version + 1})
	if a := p.want(1, msg.Ready); a.Version != msg.Version {
		t.Errorf("got ready with version %d, want %d", a.Version, msg.Version)
	}
	p.send(solve(2, "echo", "{}"))
	p.wantFailed(2, msg.Refused, "hello")
}

func TestExpandSolveExplain(t *testing.T) {
	p := connect(t, act{})
	p.send(msg.Request{ID: 2, Type: msg.Expand, Document: []byte("a\nb")})
	if a := p.want(2, msg.Expanded); string(a.Document) != "explicit a\nb" {
		t.Errorf("Expand: got %q, want \"explicit a\nb\"", a.Document)
	}
	p.send(solve(3, "echo", "line\nline"))
	if a := p.want(3, msg.Solved); string(a.Document) != "line\nline" || a.Kind != "placement" {
		t.Errorf("Solve: got %q of kind %q, want \"line\nline\" of kind placement", a.Document, a.Kind)
	}
	p.send(msg.Request{ID: 4, Type: msg.Explain, Run: &scenario.Run{}, About: map[string]string{"job": "j17"}})
	a := p.want(4, msg.Explained)
	if a.Trace == nil || a.Trace.Events[0].Kind != "j17" || string(a.Document) != `{"z":0.5}` {
		t.Errorf("Explain: got %+v, want a trace of j17 and its document", a)
	}
}

func TestProgressComesBeforeTheAnswer(t *testing.T) {
	p := connect(t, act{})
	p.send(solve(2, "steps", ""))
	if a := p.receive(); a.Type != msg.Begun {
		t.Fatalf("got first answer %+v, want begun", a)
	}
	seen, last := 0, -1
	for {
		a := p.receive()
		if a.Type == msg.Solved {
			break
		}
		if a.Type != msg.Progress || a.Done <= last || a.Total != 20 {
			t.Fatalf("after progress %d: got %+v, want more progress of 20", last, a)
		}
		seen, last = seen+1, a.Done
	}
	if seen == 0 {
		t.Error("got no progress, want at least one")
	}
}

func TestFailuresAreNamed(t *testing.T) {
	p := connect(t, act{})
	p.send(solve(2, "faulty", ""))
	if a := p.wantFailed(2, msg.Faulty, "2 things"); len(a.Faults) != 2 || a.Faults[0].Path != "placement.jobs[0].mi" {
		t.Errorf("got faults %v, want 2, the first at placement.jobs[0].mi", a.Faults)
	}
	p.send(solve(3, "broken", ""))
	p.wantFailed(3, msg.Internal, "not finite")
	p.send(msg.Request{ID: 4, Type: msg.Expand})
	p.wantFailed(4, msg.Faulty, "One thing")
	p.send(msg.Request{ID: 5, Type: msg.Expand, Document: make([]byte, MaxText+1)})
	p.wantFailed(5, msg.TooLarge, "64 MB")
}

func TestAPanicIsContained(t *testing.T) {
	var stderr lockedText
	p := open(t, act{}, Settings{Stderr: &stderr})
	p.send(msg.Request{ID: 1, Type: msg.Hello, Version: msg.Version})
	p.send(solve(2, "panic", ""))
	p.want(1, msg.Ready)
	p.wantFailed(2, msg.Internal, "assignment to entry in nil map")
	p.send(solve(3, "echo", "{}"))
	p.want(3, msg.Solved)
	if text := stderr.String(); !strings.Contains(text, "act.Solve") {
		t.Errorf("got standard error %q, want the solver's stack", text)
	}
}

func TestCancelStopsWorkThatReports(t *testing.T) {
	p := connect(t, act{})
	for id := uint64(2); id < 12; id++ {
		p.send(solve(id, "until-cancelled", ""))
		p.want(id, msg.Begun)
		p.send(msg.Request{ID: id, Type: msg.Cancel})
		p.wantFailed(id, msg.Cancelled, "Stopped")
	}
}

func TestCancelOfAnotherAskChangesNothing(t *testing.T) {
	p := connect(t, act{})
	p.send(msg.Request{ID: 99, Type: msg.Cancel})
	p.send(solve(2, "until-cancelled", ""))
	p.want(2, msg.Begun)
	p.send(msg.Request{ID: 1, Type: msg.Cancel})
	p.send(solve(3, "echo", ""))
	p.wantFailed(3, msg.Refused, "ask 2 is still at work")
	p.send(msg.Request{ID: 2, Type: msg.Cancel})
	p.wantFailed(2, msg.Cancelled, "")
}

func TestNonsenseIsRefusedAndTheLoopLivesOn(t *testing.T) {
	p := connect(t, act{})
	for _, text := range []string{"", "{", "null", "[1]", "{\"id\":5}", "\x00\xff", strings.Repeat("[", 100_000)} {
		p.raw(text)
		if a := p.receive(); a.Type != msg.Failed || a.Reason != msg.Refused {
			t.Errorf("%.20q: got answer %+v, want failed with reason refused", text, a)
		}
	}
	p.raw(`{"id":6,"type":"dance"}`)
	p.wantFailed(6, msg.Refused, `knows no "dance"`)
	p.send(solve(0, "echo", ""))
	p.wantFailed(0, msg.Refused, "ID other than 0")
	p.send(solve(7, "echo", "{}"))
	p.want(7, msg.Solved)
}

func TestTheEndOfThePageEndsTheWork(t *testing.T) {
	link := pipe{make(chan []byte), make(chan []byte, 1000)}
	end := make(chan error, 1)
	go func() { end <- Serve(link, act{}, Settings{}) }()
	link.in <- (&msg.Request{ID: 1, Type: msg.Hello, Version: msg.Version}).Bytes()
	ask := solve(2, "until-cancelled", "")
	link.in <- ask.Bytes()
	close(link.in)
	select {
	case err := <-end:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("Serve did not return within a minute after the page closed")
	}
}

func TestABrokenConnectionIsReported(t *testing.T) {
	broken := errors.New("cable cut")
	if err := Serve(deaf{broken}, act{}, Settings{}); !errors.Is(err, broken) {
		t.Errorf("Serve on a broken connection: got error %v, want %v", err, broken)
	}
}

type deaf struct{ err error }

func (d deaf) Receive() ([]byte, error) { return (&msg.Request{ID: 1, Type: msg.Hello}).Bytes(), nil }
func (d deaf) Send([]byte) error        { return d.err }

type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
