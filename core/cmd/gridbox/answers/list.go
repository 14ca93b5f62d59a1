package answers

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/study/paper"
)

// list prints what can be run.
func list(c *Call) int {
	if len(c.Args) > 0 {
		if c.Args[0] != "papers" {
			c.Say("gridbox list: " + c.Args[0] + " is not a list; the only list is papers\n")
			return cli.Wrong
		}
		if c.HasFlag("json") {
			return c.Write(doc.Pretty(&inventory{Format: ListFormat, Version: 1, Papers: listedPapers()}))
		}
		return c.Write([]byte(strings.Join(paper.IDs(), "\n") + "\n"))
	}
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(everything()))
	}
	b := &strings.Builder{}
	for _, k := range catalog.Kinds() {
		b.WriteString(k.ID + ": " + k.Question + "\n")
		b.WriteString("\n  algorithms (* runs when a scenario names none)\n")
		b.WriteString(algorithms(k.Algorithms))
		b.WriteString("\n  metrics\n")
		t := cli.Table{}
		for _, m := range k.Metrics {
			t.Row("    "+m.ID, cli.ColumnTitle(m.Name, m.Unit), m.About)
		}
		b.WriteString(t.String() + "\n  presets\n")
		t = cli.Table{}
		for _, p := range k.Presets {
			t.Row("    "+p.ID, p.About)
		}
		b.WriteString(t.String())
	}
	b.WriteString("papers, for gridbox study --paper\n\n")
	t := cli.Table{}
	for _, p := range paper.All() {
		t.Row("    "+p.ID, p.Title)
	}
	b.WriteString(t.String())
	return c.Write([]byte(b.String()))
}

// maxChoicesWidth is the length above which the choices of an option are listed after its
// description.
const maxChoicesWidth = 40

// algorithms returns a table of algorithms with their options. An asterisk marks the
// algorithms that run by default.
func algorithms(list []kind.Algorithm) string {
	t := cli.Table{}
	for _, a := range list {
		star := " "
		if a.Default {
			star = "*"
		}
		t.Row("  "+star+" "+a.ID, a.Name, a.About)
		for _, o := range a.Options {
			values, about := optionValues(&o), o.About
			if len(values) > maxChoicesWidth {
				about += "; " + values
				values, _, _ = strings.Cut(values, " | ")
			}
			t.Row("      "+o.ID, values, about)
		}
	}
	return t.String()
}

// optionValues returns the values of an option, the default first.
func optionValues(o *kind.Option) string {
	first := string(doc.Canonical(o.Default))
	if word, ok := o.Default.(string); ok {
		first = word
	}
	for _, choice := range o.Choices {
		if choice != o.Default {
			first += " | " + choice
		}
	}
	if _, ok := o.Default.(float64); ok {
		return "number, " + first
	}
	return first
}

// ListVerb returns the verb list.
func ListVerb() *cli.Verb {
	return &cli.Verb{Name: "list", Args: []string{"[papers]"},
		About:   "list kinds, algorithms, options, metrics, presets and papers",
		Details: "With papers, only the ids for gridbox study --paper, one per line.",
		Flags:   []cli.Option{cli.Flag("json", "", "write a document, with the challenges too")}, Run: verbFunc(list)}
}
