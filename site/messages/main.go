// Command messages prints the English catalogue of the interface as JSON: a template for translators. With the file of
// a catalogue it lists the texts that are unknown to the interface or missing in the catalogue. Run it in the root of
// the repository.
package main

import (
	"fmt"
	"os"

	"gridbox/core/i18n"
	"gridbox/core/sorting"
	"gridbox/site/messages/catalogue"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "messages:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 {
		return compare(args[0])
	}
	text, err := catalogue.JSON(".")
	if err == nil {
		_, err = os.Stdout.Write(text)
	}
	return err
}

// compare prints the differences between the catalogue in a file and the texts of the interface.
func compare(file string) error {
	texts, err := catalogue.English(".")
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	c, err := i18n.Parse(data)
	if err != nil {
		return err
	}
	had := map[string]bool{}
	for _, text := range c.Texts() {
		if had[text] = true; texts[text] == nil {
			fmt.Println("unknown: " + text)
		}
	}
	for _, text := range sorting.Keys(texts) {
		if !had[text] {
			fmt.Println("missing: " + text)
		}
	}
	return nil
}
