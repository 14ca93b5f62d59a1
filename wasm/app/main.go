// Command app is the WebAssembly program of the laboratory's page.
package main

import "gridbox/app/shell"

func main() { shell.Main() }
