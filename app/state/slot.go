package state

import "slices"

// A Slot is the place of a feature's own state within the [State]: a value of type T, which this
// package does not know. A feature declares one slot as a package variable. The value is never
// modified; a [Change] returns the next one.
type Slot[T any] struct {
	// Facet is the facet of the value.
	Facet Facet
	carry func(own T, before, now *State) (T, bool)
}

// A Change is an action of a feature. Change returns the feature's next state; s is the whole state before the
// action, which must not be modified.
type Change[T any] interface{ Change(s *State, own T) T }

// slots has the slots of all features, in the order in which their packages are initialised.
var slots []slot

// A slot is a Slot without its type, as Reduce uses it.
type slot interface {
	follow(before, now *State) State
	busy(s *State) bool
}

// owned is the value of a slot, as a pointer to a value that is never modified, and the number of its changes.
type owned struct {
	value any
	rev   int
}

// NewSlot returns a new slot with the zero value of T. If carry is not nil, it is called after every action; it
// returns the feature's state after the action, and false if that has not changed. If *T has a method Busy, it
// reports whether the feature uses the workers.
func NewSlot[T any](carry func(own T, before, now *State) (T, bool)) *Slot[T] {
	f := &Slot[T]{Facet: facets + Facet(len(slots)), carry: carry}
	slots = append(slots, f)
	return f
}

// Of returns the feature's state, which must not be modified.
func (f *Slot[T]) Of(s *State) *T {
	if at := int(f.Facet - facets); at < len(s.own) && s.own[at].value != nil {
		return s.own[at].value.(*T)
	}
	return new(T)
}

// Do returns the action of a change.
func (f *Slot[T]) Do(c Change[T]) Action { return changed[T]{f, c} }

type changed[T any] struct {
	slot *Slot[T]
	Change[T]
}

func (c changed[T]) reduce(s State) State {
	return c.slot.with(s, c.Change.Change(&s, *c.slot.Of(&s)))
}

func (f *Slot[T]) with(s State, value T) State {
	at := int(f.Facet - facets)
	s.own = append(slices.Clone(s.own), make([]owned, max(0, at+1-len(s.own)))...)
	s.own[at] = owned{&value, s.own[at].rev + 1}
	return s
}

func (f *Slot[T]) follow(before, now *State) State {
	if f.carry != nil {
		if value, follows := f.carry(*f.Of(now), before, now); follows {
			return f.with(*now, value)
		}
	}
	return *now
}

func (f *Slot[T]) busy(s *State) bool {
	own, ok := any(f.Of(s)).(interface{ Busy() bool })
	return ok && own.Busy()
}

// FeatureBusy reports whether a feature uses the workers.
func (s *State) FeatureBusy() bool {
	return slices.ContainsFunc(slots, func(f slot) bool { return f.busy(s) })
}

// carrySlots updates the features' states after an action.
func (s *State) carrySlots(before *State) {
	for _, f := range slots {
		*s = f.follow(before, s)
	}
}
