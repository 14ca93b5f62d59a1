package state

import (
	"reflect"
	"slices"
)

// A Slot is the place of a feature's own state within the [State]: a value of type T, which this
// package does not know. A feature declares one slot as a package variable. The value is never
// modified; a [Change] returns the next one.
type Slot[T any] struct {
	// Facet is the facet of the value, or of its fields without a tag.
	Facet Facet
	at    int      // index of the slot
	tags  []string // the further facets, which follow Facet
	carry func(own T, before, now *State) (T, bool)
}

// A Change is an action of a feature. Change returns the feature's next state; s is the whole state before the
// action, which must not be modified.
type Change[T any] interface{ Change(s *State, own T) T }

// slots has the slots of all features, in the order in which their packages are initialised. slotFacets is the number
// of their facets.
var (
	slots      []slot
	slotFacets int
)

// A slot is a Slot without its type, as Reduce uses it.
type slot interface {
	follow(before, now *State) State
	busy(s *State) bool
}

// NewSlot returns a new slot with the zero value of T. If carry is not nil, it is called after every action; it
// returns the feature's state after the action, and false if that has not changed. If *T has a method Busy, it
// reports whether the feature uses the workers. Fields of T with a tag belong to the named facets, see [Slot.TagFacet].
func NewSlot[T any](carry func(own T, before, now *State) (T, bool), named ...string) *Slot[T] {
	f := &Slot[T]{Facet: facets + Facet(slotFacets), at: len(slots), tags: named, carry: carry}
	slots = append(slots, f)
	slotFacets += 1 + len(named)
	return f
}

// TagFacet returns the facet of the fields with a tag.
func (f *Slot[T]) TagFacet(tag string) Facet { return f.Facet + 1 + Facet(slices.Index(f.tags, tag)) }

// Get returns the feature's state, which must not be modified.
func (f *Slot[T]) Get(s *State) *T {
	if f.at < len(s.featureStates) && s.featureStates[f.at] != nil {
		return s.featureStates[f.at].(*T)
	}
	return new(T)
}

// Do returns the action of a change.
func (f *Slot[T]) Do(c Change[T]) Action { return slotAction[T]{f, c} }

type slotAction[T any] struct {
	slot *Slot[T]
	Change[T]
}

func (c slotAction[T]) reduce(s State) State {
	return c.slot.set(s, c.Change.Change(&s, *c.slot.Get(&s)))
}

// set returns the state with another value of the feature, and advances the revision of each facet that differs. The
// former state is not modified.
func (f *Slot[T]) set(s State, value T) State {
	was := f.Get(&s)
	s.featureStates = append(slices.Clone(s.featureStates), make([]any, max(0, len(slots)-len(s.featureStates)))...)
	s.featureStates[f.at] = &value
	s.featureRevs = append(slices.Clone(s.featureRevs), make([]int, max(0, slotFacets-len(s.featureRevs)))...)
	count := func(changed Facet) { s.featureRevs[changed-facets]++ }
	if len(f.tags) == 0 {
		count(f.Facet)
		return s
	}
	differ := map[Facet]bool{}
	compare(partsOf(reflect.TypeFor[T](), nil, f.Facet, f.TagFacet), reflect.ValueOf(was).Elem(),
		reflect.ValueOf(&value).Elem(), func(f Facet) { differ[f] = true })
	for changed := range differ {
		count(changed)
	}
	return s
}

func (f *Slot[T]) follow(before, now *State) State {
	if f.carry != nil {
		if value, follows := f.carry(*f.Get(now), before, now); follows {
			return f.set(*now, value)
		}
	}
	return *now
}

func (f *Slot[T]) busy(s *State) bool {
	own, ok := any(f.Get(s)).(interface{ Busy() bool })
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

// Phase is the phase of a long computation of a feature.
type Phase int

// The phases of a computation.
const (
	Unstarted Phase = iota
	Starting        // being planned
	Measuring
	Paused
	Complete
)
