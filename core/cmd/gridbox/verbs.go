package main

import (
	"strings"

	"gridbox/core/doc"
)

// A verb is one command with what it takes.
type verb struct {
	name  string
	takes []string // its arguments: NAME, [NAME] for one that may be left out, NAME... for several
	about string   // one line
	more  string   // further lines of its help
	flags []option
	run   func(*call) int
}

// An option is a flag of a verb.
type option struct {
	name  string // without the dashes
	value string // what its value is called, empty for a switch
	about string
}

func verbs() []*verb {
	return []*verb{
		{name: "solve", takes: []string{"SCENARIO"}, about: "run the algorithms of a scenario and check every answer",
			more: "Writes a result document. A scenario without runs gets the default set of its kind.\n" +
				"Exit status 1 if a run failed or its answer did not pass the check.",
			flags: []option{
				{"algorithm", "ID", "only the runs of this one; may be given again for more"},
				{"run", "LABEL|N", "only this run, by its label, its name in the tables, or its place from 0; may be " +
					"given again for more"},
				{"text", "", "write tables for people instead of a document"},
				{"solution", "", "with --text: list every decision too"},
				{"progress", "", "report progress even where standard error is no terminal"},
				interpreterFlag,
			}, run: solve},
		runVerb(), policyVerb(), challengeVerb(),
		studyVerb(), mergeVerb(), watchVerb(),
		{name: "curves", takes: []string{"SCENARIO"},
			about: "write how algorithms of groups do over the number of nodes and the budget",
			more: "The budget grows with the number of nodes. GKA gives every number and every budget from\n" +
				"one table; other algorithms run for each number of nodes, and as many budgets. Times are\n" +
				"those of this machine.",
			flags: []option{
				{"algorithm", "ID", "only the runs of this one; may be given again for more"},
				{"run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"},
				{"text", "", "write tables for people instead of a document"},
			}, run: curves},
		checkVerb(), reproduceVerb(), exportVerb(), drawVerb(), citeVerb(),
		diffVerb(),
		{name: "generate", takes: []string{"PRESET"}, about: "write an explicit scenario made from a preset",
			more:  "gridbox list names the presets.",
			flags: []option{{"seed", "N", "where the random streams start; 0 unless given"}}, run: generate},
		importVerb(),
		measuresVerb(), conformanceVerb(),
		queueVerb(),
		{name: "link", takes: []string{"SCENARIO"}, about: "write the link that opens a scenario",
			more: "Writes the fragment of an address, #s1..., to be put behind the laboratory's address.",
			flags: []option{{"base", "URL", "put the fragment behind this address"},
				{"expect", "", "solve it too, and have the link say which answers it led to"}, interpreterFlag},
			run: link},
		{name: "open", takes: []string{"LINK"}, about: "write the scenario that a link holds",
			more: "LINK is a fragment (#s1...) or a whole address that ends with one; - reads it from\nstandard input.",
			run:  open},
		{name: "list", takes: []string{"[papers]"},
			about: "list kinds, algorithms, options, metrics, presets and papers",
			more:  "With papers, only what gridbox study --paper takes, one a line.", run: list},
		{name: "schema", takes: []string{"DOCUMENT"}, about: "write the JSON Schema of a document",
			more: "DOCUMENT is scenario, result or study; or part, plan, task, progress or missing, which lie\n" +
				"in the folder of a study on a cluster or tell of it.", run: schema},
		{name: "types", takes: []string{"KIND"}, about: "write what a program of a kind is given and returns",
			more: "Declarations in TypeScript (.d.ts), for an editor's completion.", run: types},
		{name: "version", about: "say which Gridbox this is", run: version},
	}
}

func verbOf(name string) *verb {
	for _, v := range verbs() {
		if v.name == name {
			return v
		}
	}
	return nil
}

func suggestVerb(name string) string {
	var names []string
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	return doc.Suggest(name, names)
}

func overview() string {
	b := &strings.Builder{}
	b.WriteString("gridbox COMMAND ...   a laboratory for grid and cluster scheduling algorithms\n\n")
	t := table{}
	for _, v := range verbs() {
		t.row("  "+v.usage(), v.about)
	}
	b.WriteString(t.String())
	b.WriteString("\nFiles are JSON documents; - stands for standard input. gridbox COMMAND --help says more.\n" +
		"Exit status: 0 done; 1 a run failed or a check found violations; 2 the input is wrong; 3 ended early by " +
		"request,\n" +
		"with what was done kept.\n")
	return b.String()
}

func (v *verb) usage() string {
	return strings.Join(append([]string{v.name}, v.takes...), " ")
}

func (v *verb) help() string {
	b := &strings.Builder{}
	b.WriteString("gridbox " + v.usage())
	for _, o := range v.flags {
		b.WriteString(" [" + o.usage() + "]")
	}
	b.WriteString("\n\n" + strings.ToUpper(v.about[:1]) + v.about[1:] + ".\n")
	if v.more != "" {
		b.WriteString(v.more + "\n")
	}
	if len(v.flags) > 0 {
		b.WriteString("\n")
		t := table{}
		for _, o := range v.flags {
			t.row("  "+o.usage(), o.about)
		}
		b.WriteString(t.String())
	}
	return b.String()
}

func (o *option) usage() string {
	return strings.TrimSpace("--" + o.name + " " + o.value)
}
