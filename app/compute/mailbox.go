package compute

import "sync"

// A mailbox runs functions one after another on one goroutine. Posting never
// waits, so JavaScript's callbacks and the functions themselves may post.
type mailbox struct {
	mu      sync.Mutex
	letters []func()
	closed  bool
	wake    chan struct{} // holds one token while letters wait
}

func newMailbox() *mailbox { return &mailbox{wake: make(chan struct{}, 1)} }

// post adds a function; after close it is dropped.
func (m *mailbox) post(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.letters = append(m.letters, f)
	m.ring()
}

// close ends run after the function that calls it.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed, m.letters = true, nil
	m.ring()
}

func (m *mailbox) ring() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// run runs letters until the mailbox is closed.
func (m *mailbox) run() {
	for range m.wake {
		for {
			m.mu.Lock()
			if m.closed {
				m.mu.Unlock()
				return
			}
			if len(m.letters) == 0 {
				m.mu.Unlock()
				break
			}
			f := m.letters[0]
			m.letters = m.letters[1:]
			m.mu.Unlock()
			f()
		}
	}
}
