package kind

// A Completion is what a problem is told whose lists were read from tables, and what
// it adds that the tables do not have.
type Completion struct {
	Slots     int // of the machine that is added for jobs without one, as set by the user; 0 if not set
	Allocated int // how many slots the allocations of the jobs name; 0 if the tables have none

	// The kind sets the following.

	Assumed int    // slots of the added machine if the user set none; 0 if no machine was added
	Preset  string // draws what the tables do not have; "" if nothing is drawn
	Notes   []Note
}

// A Note says what was assumed about so many things.
type Note struct {
	Count      int
	Noun, Text string
}

// Note adds a note.
func (c *Completion) Note(count int, noun, text string) {
	c.Notes = append(c.Notes, Note{count, noun, text})
}
