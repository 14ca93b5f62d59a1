// Command wasmshrink makes the WebAssembly binaries that Go's linker writes shorter
// for those who download them:
//
//	go run ./site/wasmshrink .cache/wasm/app.wasm .cache/wasm/worker.wasm
//
// It does three things, in place, and neither changes what a program computes.
//
//   - Go's linker leaves out runs of zeros in the initial memory, which cuts it
//     into a hundred thousand segments. Every segment costs an address and a length,
//     which do not compress, where zeros compress to nothing. Segments that lie
//     close are joined: the file grows by an eighth, what travels of it shrinks
//     by a twelfth, and there are a thousand times fewer segments to copy.
//   - The tables that say which line of which file an instruction comes from are
//     emptied, and so are most functions' names. They are read when a stack is
//     printed, where the functions of what holds the program together keep their
//     names, without file and line; -lines keeps all, for whoever looks for a
//     fault.
//   - The names of types that spell out a struct are emptied from there on. They
//     repeat all of its fields and tags, once for every generic function that is
//     given one: 0.3 MB of app.wasm. What was emptied is left out of the file.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	lines := flag.Bool("lines", false, "keep the lines of the sources")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := rewrite(name, *lines); err != nil {
			fmt.Fprintf(os.Stderr, "lean: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// rewrite makes one file lean.
func rewrite(name string, lines bool) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	m, err := read(text)
	if err != nil {
		return err
	}
	m.join(near)
	if !lines {
		functions, err := m.forgetLines()
		if err != nil {
			return err
		}
		if err := m.forgetTypes(functions); err != nil {
			return err
		}
		m.part(emptied)
	}
	return os.WriteFile(name, m.bytes(), 0o755)
}
