package cli

import (
	"io"
	"os"
)

// Exit statuses. They are part of the public surface.
const (
	Done       = 0
	Failed     = 1
	Wrong      = 2
	EndedEarly = 3
)

// Surroundings are the resources of a command besides its arguments.
type Surroundings struct {
	In        io.Reader
	Out, Err  io.Writer
	Terminal  bool                     // whether Err is a terminal, on which progress may be drawn
	Clock     func() float64           // milliseconds
	Variable  func(name string) string // of the environment; may be nil
	Documents map[string][]byte        // the only files that can be read; nil to read from the file system
}

// IsFolder reports whether a folder of this name exists.
func IsFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
