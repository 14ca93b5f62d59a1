package main

import (
	"strings"

	"gridbox/core/cmd/gridbox/answers"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/files"
	"gridbox/core/cmd/gridbox/studies"
	"gridbox/core/doc"
)

// verbs returns all verbs, in the order of the program's help.
func verbs() []*cli.Verb {
	return []*cli.Verb{
		answers.SolveVerb(),
		answers.RunVerb(), answers.PolicyVerb(), answers.ChallengeVerb(), answers.ScoreVerb(),
		studies.StudyVerb(), studies.MergeVerb(), studies.WatchVerb(), studies.LeagueVerb(), studies.ShakeVerb(),
		answers.CurvesVerb(),
		answers.CheckVerb(), answers.ReproduceVerb(), files.ExportVerb(), files.DrawVerb(), files.CiteVerb(),
		answers.ExplainVerb(), answers.DiffVerb(),
		files.GenerateVerb(),
		files.ImportVerb(),
		answers.MeasuresVerb(), answers.ConformanceVerb(),
		answers.QueueVerb(),
		files.LinkVerb(),
		files.OpenVerb(),
		answers.ListVerb(),
		files.SchemaVerb(),
		answers.TypesVerb(),
		mcpVerb(),
		versionVerb(),
	}
}

// verbOf returns the verb with a name, or nil.
func verbOf(name string) *cli.Verb {
	for _, v := range verbs() {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// suggestVerb returns a suggestion for an unknown verb.
func suggestVerb(name string) string {
	var names []string
	for _, v := range verbs() {
		names = append(names, v.Name)
	}
	return doc.Suggest(name, names)
}

// overview returns the help of the program.
func overview() string {
	b := &strings.Builder{}
	b.WriteString("gridbox COMMAND ...   a laboratory for grid and cluster scheduling algorithms\n\n")
	t := cli.Table{}
	for _, v := range verbs() {
		t.Row("  "+v.Usage(), v.About)
	}
	b.WriteString(t.String())
	b.WriteString("\nFiles are JSON documents; - stands for standard input. gridbox COMMAND --help shows more.\n" +
		"With --json every command writes JSON, and messages as {\"code\", \"path\", \"message\"}, one per line.\n" +
		"Exit status: 0 done; 1 a run failed or a check found violations; 2 the input is wrong; 3 ended early by " +
		"request,\n" +
		"with what was done kept.\n")
	return b.String()
}
