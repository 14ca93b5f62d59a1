//go:build js

// Command contest is contest.wasm, what the page of challenges loads when it is opened.
package main

import "gridbox/app/contest"

func main() { contest.Main() }
