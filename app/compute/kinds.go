package compute

import (
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// Kinds computes every problem kind, each with workers of its own, and keeps the
// parts of studies in one more. The workers of one kind are let go when another
// is asked for and nothing of theirs is left to do: people look at one kind at a
// time, and the memory that a worker has once taken is only given back with it.
type Kinds struct {
	open  func(kind string) *Pool
	pools map[string]*Pool
	last  string

	allowed []string
}

// NewKinds makes the pools of the kinds with a function, as they are needed.
// Its methods are called from one goroutine.
func NewKinds(open func(kind string) *Pool) *Kinds {
	return &Kinds{open: open, pools: map[string]*Pool{}}
}

// of gives the pool of a kind.
func (k *Kinds) of(kind string) *Pool {
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

// Allow says which programs may run from now on, by the digests of their
// sources; at first none may.
func (k *Kinds) Allow(digests []string) {
	k.allowed = digests
	for _, p := range k.pools {
		p.Permit(digests)
	}
}

// Rest lets the workers of every kind go as soon as they have nothing to do, until the
// next ask.
func (k *Kinds) Rest() {
	for _, p := range k.pools {
		p.Rest()
	}
}

// Warm hires the first worker of a kind before anybody asks.
func (k *Kinds) Warm(kind string) { k.of(kind).Warm() }

// Expand is Pool.Expand for a document of a kind.
func (k *Kinds) Expand(kind string, text []byte, done func(explicit []byte, trouble *Trouble)) (cancel func()) {
	return k.of(kind).Expand(text, done)
}

// Solve is Pool.Solve for a document of a kind.
func (k *Kinds) Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
	done func(answer *scenario.Answer, trouble *Trouble)) (cancel func()) {
	return k.of(kind).Solve(text, run, progress, done)
}

// Explain is Pool.Explain for a document of a kind.
func (k *Kinds) Explain(kind string, text []byte, run scenario.Run, about map[string]string,
	done func(why Why, trouble *Trouble)) (cancel func()) {
	return k.of(kind).Explain(text, run, about, done)
}

// studying names the pool of the one worker that tallies studies of every kind.
const studying = "study"

func (k *Kinds) tallies() *Pool {
	if k.pools[studying] == nil {
		k.pools[studying] = k.open(studying)
	}
	return k.pools[studying]
}

// Study begins a study of a document of a kind; paused, it only looks at what
// it has.
func (k *Kinds) Study(kind string, o Order, paused bool) *Study {
	return begin(k.of(kind), k.tallies(), o, paused)
}

// Hunt begins a search for the worst instance of a kind.
func (k *Kinds) Hunt(kind string, c Chase) *Hunt { return hunt(k.of(kind), k.tallies(), c) }

// Tally asks about a study of which nothing is done yet: what it comes to, and
// whether it makes sense.
func (k *Kinds) Tally(text []byte, large bool, about map[string]string,
	done func(told []byte, trouble *Trouble)) (cancel func()) {
	return k.tallies().submit(&task{rank: quick,
		ask:  msg.Ask{Type: msg.Tally, Document: text, About: about, Large: large},
		done: func(a msg.Answer) { done(a.Document, troubleOf(a)) }})
}
