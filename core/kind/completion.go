package kind

// A Completion is passed to Complete after the lists of a problem were read from tables. The kind
// sets the fields below to describe what it added.
type Completion struct {
	Slots          int // Slots of the machine for jobs without one, as set by the user; 0 if not set
	AllocatedSlots int // number of slots in the allocations of the jobs; 0 if the tables have none

	// Fields set by the kind.

	AddedSlots int    // slots of the added machine if the user set none; 0 if no machine was added
	Preset     string // preset that generates the missing lists; "" if none are generated
	Notes      []Note
}

// A Note describes an assumption and the number of elements it applies to.
type Note struct {
	Count      int
	Noun, Text string
}

// Note appends a note to c.Notes.
func (c *Completion) Note(count int, noun, text string) {
	c.Notes = append(c.Notes, Note{count, noun, text})
}
