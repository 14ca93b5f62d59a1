//go:build js

// Command sitepages is sitepages.wasm, which static pages load on demand: a paper's page repeats its
// experiments, a lesson checks exercises, the page of challenges holds contests, the page of a
// class marks answers, and the composer composes figures.
package main

import (
	"gridbox/app/challengepage"
	"gridbox/app/classroom"
	"gridbox/app/composer"
	"gridbox/app/lessonpage"
	"gridbox/app/paperrun"
)

// main runs the program that the page needs; without a marker in the page this is the composer.
func main() {
	switch {
	case paperrun.IsPage():
		paperrun.Main()
	case lessonpage.IsPage():
		lessonpage.Main()
	case challengepage.IsPage():
		challengepage.Main()
	case classroom.IsPage():
		classroom.Main()
	default:
		composer.Main()
	}
}
