package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lines is a transport of one message a line. An invalid line is answered by an
// error and the session continues, whereas the library's own transport ends it.
type lines struct {
	in    io.Reader
	out   io.Writer
	limit int // of a line, in bytes
}

// Connect starts to read.
func (l *lines) Connect(context.Context) (mcp.Connection, error) {
	c := &connection{out: l.out, messages: make(chan jsonrpc.Message), closed: make(chan struct{}),
		open: map[jsonrpc.ID]bool{}}
	c.answered.L = &c.waiting
	go c.receive(bufio.NewReaderSize(l.in, 64<<10), l.limit)
	return c, nil
}

// A connection is one session over lines.
type connection struct {
	writing  sync.Mutex
	out      io.Writer
	messages chan jsonrpc.Message // closed at the end of the input
	closing  sync.Once
	closed   chan struct{}

	waiting  sync.Mutex
	answered sync.Cond           // of waiting; signalled when open shrinks
	open     map[jsonrpc.ID]bool // requests without an answer
}

// receive reads lines until the input ends or the session is closed, and sends their messages to
// c.messages. It answers an invalid line or a line of more than limit bytes with an error. At the
// end it waits for the open requests and closes c.messages.
func (c *connection) receive(in *bufio.Reader, limit int) {
	defer close(c.messages)
	defer c.settle()
	for {
		line, err := readLine(in, limit)
		switch {
		case errors.Is(err, errLong):
			c.refuse(jsonrpc.CodeInvalidRequest, err.Error())
		case len(bytes.TrimSpace(line)) > 0:
			if m, ok := c.decode(line); ok {
				c.note(m)
				select {
				case c.messages <- m:
				case <-c.closed:
					return
				}
			}
		}
		if err != nil && !errors.Is(err, errLong) {
			return
		}
	}
}

// note records a request as open, and closes the request that a notification cancels. Other
// messages have no effect.
func (c *connection) note(m jsonrpc.Message) {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return
	}
	if r.IsCall() {
		c.waiting.Lock()
		c.open[r.ID] = true
		c.waiting.Unlock()
		return
	}
	var cancelled struct {
		RequestID any `json:"requestId"`
	}
	if r.Method == "notifications/cancelled" && json.Unmarshal(r.Params, &cancelled) == nil {
		if id, err := jsonrpc.MakeID(cancelled.RequestID); err == nil {
			c.close(id)
		}
	}
}

// close forgets a request.
func (c *connection) close(id jsonrpc.ID) {
	c.waiting.Lock()
	delete(c.open, id)
	c.waiting.Unlock()
	c.answered.Broadcast()
}

// settle waits, at the end of the input, until every request is answered or the session is closed.
func (c *connection) settle() {
	c.waiting.Lock()
	defer c.waiting.Unlock()
	for len(c.open) > 0 {
		select {
		case <-c.closed:
			return
		default:
			c.answered.Wait()
		}
	}
}

// decode returns the message of a line. It answers an invalid line with an
// error.
func (c *connection) decode(line []byte) (jsonrpc.Message, bool) {
	if !json.Valid(line) {
		c.refuse(jsonrpc.CodeParseError, "the line is not JSON")
		return nil, false
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		c.refuse(jsonrpc.CodeInvalidRequest, "the line is not one message of JSON-RPC 2.0")
		return nil, false
	}
	return m, true
}

var errLong = errors.New("the line is longer than its limit")

// readLine returns the next line, the last one also without its end. A line that is longer than
// the limit is skipped and reported as errLong.
func readLine(in *bufio.Reader, limit int) (line []byte, err error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > limit; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errLong
		case long:
			return nil, err
		}
		return line, err
	}
}

// refuse answers an invalid line, whose id is unknown, with an error.
func (c *connection) refuse(code int, why string) {
	var answer struct {
		Version string `json:"jsonrpc"`
		ID      any    `json:"id"`
		Error   struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	answer.Version, answer.Error.Code, answer.Error.Message = "2.0", code, why
	text, _ := json.Marshal(&answer)
	_ = c.send(text)
}

func (c *connection) send(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// Read returns the next message, and io.EOF at the end of the input.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closed:
		return nil, io.EOF
	case m, ok := <-c.messages:
		if !ok {
			return nil, io.EOF
		}
		return m, nil
	}
}

// Write writes a message.
func (c *connection) Write(_ context.Context, m jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	if r, ok := m.(*jsonrpc.Response); ok {
		defer c.close(r.ID)
	}
	return c.send(text)
}

// Close ends the session; input that arrives later is not read.
func (c *connection) Close() error {
	c.closing.Do(func() {
		c.waiting.Lock()
		close(c.closed)
		c.waiting.Unlock()
		c.answered.Broadcast()
	})
	return nil
}

// SessionID returns "", for streams have one session.
func (c *connection) SessionID() string { return "" }
