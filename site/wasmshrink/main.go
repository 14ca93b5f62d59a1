// Command wasmshrink makes the WebAssembly binaries of Go's linker smaller for downloads:
//
//	go run ./site/wasmshrink .cache/wasm/app.wasm .cache/wasm/worker.wasm
//
// It makes three changes in place; the programs compute the same.
//
//   - Go's linker omits runs of zeros in the initial memory, which splits it into a hundred
//     thousand segments. Every segment costs an address and a length, which do not compress,
//     whereas zeros do. Adjacent segments are joined: the file grows by an eighth, its
//     compressed size shrinks by a twelfth, and there are a thousand times fewer segments to
//     copy.
//   - The tables that map an instruction to a file and line are cleared, and so are most
//     function names. They are used only to print stacks, where the functions of the main
//     packages keep their names, without file and line. The flag -lines keeps the tables, for
//     debugging.
//   - The names of types that contain the text of a struct are cleared from there on. They
//     repeat all fields and tags for every generic function with such a type argument, 0.3 MB of
//     app.wasm. Cleared bytes are omitted from the file.
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
			fmt.Fprintf(os.Stderr, "wasmshrink: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// rewrite shrinks one WebAssembly file in place. It joins the segments and, unless lines is set, clears the line
// tables and long type names. The file is unchanged if it is malformed.
func rewrite(name string, lines bool) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	m, err := read(text)
	if err != nil {
		return err
	}
	m.join(maxJoinedZeros)
	if !lines {
		functions, err := m.forgetLines()
		if err != nil {
			return err
		}
		if err := m.forgetTypes(functions); err != nil {
			return err
		}
		m.part(minOmittedZeros)
	}
	return os.WriteFile(name, m.bytes(), 0o755)
}
