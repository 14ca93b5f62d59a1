package cli

import "io"

// The exit statuses, which are part of the public surface.
const (
	Done   = 0
	Failed = 1
	Wrong  = 2
	Early  = 3
)

// Surroundings are what a command may touch besides its arguments.
type Surroundings struct {
	In        io.Reader
	Out, Err  io.Writer
	Terminal  bool                     // whether err is a terminal, where progress may be drawn
	Clock     func() float64           // milliseconds
	Variable  func(name string) string // of the environment; nil where there is none
	Documents map[string][]byte        // the only files that can be read; nil to read from the file system
}
