package answers

import (
	"strconv"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
)

// PolicyVerb returns the verb policy.
func PolicyVerb() *cli.Verb {
	return &cli.Verb{Name: "policy", Args: []string{"[KIND]"},
		About: "print a policy to start from, or list the ready ones",
		Details: "Without a kind, the policies of all kinds are listed; with one, what it decides and what its\n" +
			"formulas may read too. With --from the source goes to standard output:\n\n" +
			"  gridbox policy farm --from easy > mine.js\n" +
			"  gridbox run farm.json --policy mine.js",
		Flags: []cli.Option{cli.Flag("from", "ID",
			"write this one: the program that decides as an algorithm does, or a formula; "+
				"fcfs.txt is the formula where fcfs is a program too")},
		Run: verbFunc(policies)}
}

// policies prints the ready policies and the decisions.
func policies(c *Call) int {
	var ids []string
	for _, k := range kinds.All() {
		ids = append(ids, k.ID)
	}
	if len(c.Args) > 0 {
		if _, ok := kinds.Policy(c.Args[0]); !ok {
			c.Say("gridbox policy: " + c.Args[0] + " is not a kind; there are " + strings.Join(ids, ", ") +
				doc.Suggest(c.Args[0], ids) + "\n")
			return cli.Wrong
		}
		ids = c.Args[:1]
	}
	from, writes := c.Flag("from")
	if writes && len(c.Args) == 0 {
		c.Say("gridbox policy: --from needs a kind before it, such as gridbox policy farm --from easy\n")
		return cli.Wrong
	}
	if writes {
		return c.writePolicy(ids[0], from)
	}
	b := &strings.Builder{}
	for _, id := range ids {
		k, _ := kinds.Policy(id)
		b.WriteString(id + "\n")
		if len(c.Args) > 0 {
			b.WriteString(readable(k))
		}
		t := cli.Table{}
		for _, s := range kinds.Starters(id) {
			t.Row("    "+s.Algorithm+".js", "a program", "Decides as "+s.Title+" does.")
		}
		for i := range k.Ready {
			r := &k.Ready[i]
			t.Row("    "+r.ID, strings.ReplaceAll(r.Source, "\n", "; "), r.About)
		}
		b.WriteString(t.String() + "\n")
	}
	return c.Write([]byte(strings.TrimSuffix(b.String(), "\n")))
}

// readable returns the decisions of a kind with the names that a formula may read.
func readable(k *policy.Kind) string {
	b := &strings.Builder{}
	for i := range k.Decisions {
		d := &k.Decisions[i]
		b.WriteString("\n  " + d.ID + ": " + d.About + "\n")
		t := cli.Table{}
		for _, n := range append(append([]policy.Name(nil), d.Names...), d.Members...) {
			t.Row("      "+cli.ColumnTitle(n.ID, n.Unit), n.About)
		}
		b.WriteString(t.String())
	}
	return b.String() + "\n"
}

// writePolicy writes one source: a program if id is an algorithm with .js, otherwise a formula.
func (c *Call) writePolicy(kind, id string) int {
	name := strings.TrimSuffix(id, ".js")
	if source := kinds.Starter(kind, name); source != "" {
		return c.Write([]byte(source))
	}
	k, _ := kinds.Policy(kind)
	if r, ok := k.Find(strings.TrimSuffix(id, ".txt")); ok {
		return c.Write([]byte("# " + r.About + "\n" + r.Source + "\n"))
	}
	var ids []string
	for _, s := range kinds.Starters(kind) {
		ids = append(ids, s.Algorithm+".js")
	}
	for i := range k.Ready {
		ids = append(ids, k.Ready[i].ID)
	}
	c.Say("gridbox policy: " + strconv.Quote(id) + " is nothing to start from; there are " + strings.Join(ids, ", ") +
		doc.Suggest(id, ids) + "\n")
	return cli.Wrong
}
