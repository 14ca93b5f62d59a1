// Command interpreter prepares the interpreter of users' programs for the page. It checks the digest of the file
// QUICKJS.WASM, and writes OUT.WASM, which imports nothing and counts its steps.
//
//	interpreter QUICKJS.WASM OUT.WASM
package main

import (
	"fmt"
	"os"

	"gridbox/core/cmd/interpreter/located"
)

// main writes the prepared interpreter. Its exit status is 1 if the digest of the file is wrong or writing fails, and
// 2 for wrong arguments.
func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: interpreter QUICKJS.WASM OUT.WASM")
		os.Exit(2)
	}
	module, err := located.Load(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[2], module, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
