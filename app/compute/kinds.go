package compute

import (
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// Kinds computes every problem kind in workers of its own, and keeps the parts
// of studies in one more worker. The workers of one kind end when another kind
// is requested and they are idle: users look at one kind at a time, and only
// the end of a worker frees its memory.
type Kinds struct {
	open  func(kind string) *Pool
	pools map[string]*Pool
	last  string

	allowed []string
}

// NewKinds returns a Kinds that opens the pools of kinds with a function, on
// demand. Its methods are called from one goroutine.
func NewKinds(open func(kind string) *Pool) *Kinds {
	return &Kinds{open: open, pools: map[string]*Pool{}}
}

// poolOf returns the pool of a kind, and opens it if necessary. If the kind differs from the last one, that pool's
// workers end as soon as they are idle.
func (k *Kinds) poolOf(kind string) *Pool {
	if kind != k.last && k.pools[k.last] != nil {
		k.pools[k.last].Rest()
	}
	k.last = kind
	if k.pools[kind] == nil {
		k.pools[kind] = k.open(kind)
		k.pools[kind].Permit(k.allowed)
	}
	return k.pools[kind]
}

// Allow sets the programs that may run from now on, by the digests of their
// sources; at first none may.
func (k *Kinds) Allow(digests []string) {
	k.allowed = digests
	for _, p := range k.pools {
		p.Permit(digests)
	}
}

// Rest ends the workers of every kind as soon as they are idle, until the next
// request.
func (k *Kinds) Rest() {
	for _, p := range k.pools {
		p.Rest()
	}
}

// Warm starts the first worker of a kind in advance.
func (k *Kinds) Warm(kind string) { k.poolOf(kind).Warm() }

// Expand is Pool.Expand for a document of a kind.
func (k *Kinds) Expand(kind string, text []byte, done func(explicit []byte, trouble *Trouble)) (cancel func()) {
	return k.poolOf(kind).Expand(text, done)
}

// Solve is Pool.Solve for a document of a kind.
func (k *Kinds) Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
	done func(answer *scenario.Answer, trouble *Trouble)) (cancel func()) {
	return k.poolOf(kind).Solve(text, run, progress, done)
}

// Explain is Pool.Explain for a document of a kind.
func (k *Kinds) Explain(kind string, text []byte, run scenario.Run, about map[string]string,
	done func(why Explanation, trouble *Trouble)) (cancel func()) {
	return k.poolOf(kind).Explain(text, run, about, done)
}

// studying names the pool of the one worker that tallies studies of every kind.
const studying = "study"

func (k *Kinds) tallies() *Pool {
	if k.pools[studying] == nil {
		k.pools[studying] = k.open(studying)
	}
	return k.pools[studying]
}

// Study begins a study of a document of a kind. A paused one only reports the
// parts it has.
func (k *Kinds) Study(kind string, o Order, paused bool) *Study {
	return begin(k.poolOf(kind), k.tallies(), o, paused)
}

// Search begins a search for the worst instance of a kind.
func (k *Kinds) Search(kind string, c SearchOrder) *Search {
	return startSearch(k.poolOf(kind), k.tallies(), c)
}

// Tally requests the evaluation of a study without results: its size, and
// whether it is valid.
func (k *Kinds) Tally(text []byte, large bool, about map[string]string,
	done func(reply []byte, trouble *Trouble)) (cancel func()) {
	return k.tallies().submit(&task{rank: rankQuick,
		request: msg.Request{Type: msg.Tally, Document: text, About: about, Large: large},
		done:    func(a msg.Answer) { done(a.Document, troubleOf(a)) }})
}

// A Solver solves one run of a document and calls done once, with the answer or
// with the reason why there is none: faults of the document, or a sentence.
type Solver func(kind string, text []byte, run scenario.Run,
	done func(a *scenario.Answer, faults doc.Faults, why string)) (cancel func())

// Solver returns a Solver whose calls of done are sent to a page's turns.
func (k *Kinds) Solver(turns chan<- func()) Solver {
	return func(kind string, text []byte, run scenario.Run,
		done func(*scenario.Answer, doc.Faults, string)) func() {
		return k.Solve(kind, text, run, nil, func(a *scenario.Answer, t *Trouble) {
			turns <- func() {
				if t != nil {
					done(nil, t.Faults, t.Text)
					return
				}
				done(a, nil, "")
			}
		})
	}
}
