package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/limited"
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/importer/formats"
	"gridbox/core/scenario"
)

// ImportVerb returns the verb import.
func ImportVerb() *cli.Verb {
	more := "Recognises the format by the files' content, unpacks gzip and Zstandard, and reads tables in\n" +
		"Parquet. Writes the scenario on standard output, and on standard error a report: what was\n" +
		"taken, assumed and left out.\n" +
		"Formats:\n"
	for _, f := range formats.All() {
		more += "  " + f.ID + ": " + f.Title + "; becomes " + strings.Join(f.Kinds, " or ") + "\n"
	}
	return &cli.Verb{Name: "import", Args: []string{"FILE..."}, About: "convert files of other programs to a scenario",
		Details: strings.TrimSuffix(more, "\n"),
		Flags: []cli.Option{
			cli.Flag("as", "FORMAT", "the format, if the content does not show it"),
			cli.Flag("kind", "KIND", "the kind of problem, where a format can become several"),
			cli.Flag("set", "NAME=VALUE", "answer a question that the report asks; may be given again"),
			cli.Flag("report", "FILE", "write the report as JSON into this file"),
			cli.Flag("mapping", "FILE",
				"write how the columns of tables were read into this new file, for --set mapping=FILE"),
			cli.Flag("force", "", "let --mapping replace a file that holds another mapping"),
			cli.Flag("questions", "", "list the questions that --set answers, and import nothing"),
		}, Run: verbFunc(importFiles)}
}

// importFiles imports files as a scenario.
func importFiles(c *Call) int {
	as, _ := c.Flag("as")
	kind, _ := c.Flag("kind")
	wishes := importer.Wishes{Kind: kind, Set: map[string]string{}}
	for _, set := range c.Flags["set"] {
		name, value, found := strings.Cut(set, "=")
		if !found {
			c.Say("gridbox import: --set takes NAME=VALUE, not " + set + "\n")
			return cli.Wrong
		}
		if value, found = c.reply(name, value); !found {
			return cli.Wrong
		}
		wishes.Set[name] = value
	}
	files := make([]importer.File, len(c.Args))
	for i, name := range c.Args {
		text, ok := c.Read(name, cli.MaxImport)
		if !ok {
			return cli.Wrong
		}
		files[i] = importer.File{Name: filepath.Base(name), Data: text}
	}
	if c.HasFlag("questions") {
		return c.questions(files, as)
	}
	made, faults := importer.Import(formats.All(), files, as, wishes)
	if !c.Blame("gridbox import: ", faults) {
		return cli.Wrong
	}
	c.Say(made.Report.String())
	if to, given := c.Flag("report"); given {
		if err := os.WriteFile(to, doc.Pretty(made.Report), 0o644); err != nil {
			c.Say("gridbox: cannot write: " + err.Error() + "\n")
			return cli.Failed
		}
	}
	if status := c.keepMapping(made); status != cli.Done {
		return status
	}
	if made.Scenario == nil {
		return cli.Failed
	}
	return c.Write(scenario.Text(made.Scenario))
}

// keepMapping writes the mapping of columns into the file of --mapping. A file with other content
// is replaced only with --force.
func (c *Call) keepMapping(made *importer.Result) int {
	to, given := c.Flag("mapping")
	if !given {
		return cli.Done
	}
	if made.Mapping == nil {
		c.Say("gridbox import: " + made.Report.Title + " has no columns to map, so --mapping wrote nothing\n")
		return cli.Done
	}
	switch old, err := limited.File(to, cli.MaxDocument); {
	case errors.Is(err, fs.ErrNotExist) || c.HasFlag("force"):
	case err == nil && bytes.Equal(old, made.Mapping):
		return cli.Done
	default:
		c.Say("gridbox import: " + to + " exists and differs; --force replaces it, and --set mapping=" + to +
			" reads the tables by it\n")
		return cli.Wrong
	}
	if err := os.WriteFile(to, made.Mapping, 0o644); err != nil {
		c.Say("gridbox: cannot write: " + cli.Plainly(err) + "\n")
		return cli.Failed
	}
	return cli.Done
}

// reply returns an answer of --set, or the content of its file if the question requires a
// document.
func (c *Call) reply(name, value string) (text string, ok bool) {
	for _, f := range formats.All() {
		if q := f.Question(name); q != nil && q.File && value != "" {
			read, ok := c.Read(value, cli.MaxImport)
			return string(read), ok
		}
	}
	return value, true
}

// questions lists the questions about files.
func (c *Call) questions(files []importer.File, as string) int {
	var r importer.Report
	for i, f := range files {
		files[i] = importer.Open(f, &r)
	}
	var claims [][]importer.Claim
	if as == "" {
		claims = importer.Claims(formats.All(), files)
	}
	format, _, faults := importer.Settle(formats.All(), files, claims, as)
	if len(faults) > 0 {
		c.Blame("gridbox import: ", append(r.Unreadable(), faults...))
		return cli.Wrong
	}
	text := format.Title + ". " + format.About + "\n"
	for _, q := range format.Questions {
		text += "  " + q.Name
		if q.Family {
			text += ".NAME"
		}
		if q.Usual != "" {
			text += " (" + q.Usual + ")"
		}
		text += ": " + q.About + "\n"
		if len(q.Choices) > 0 {
			text += "    " + strings.Join(q.Choices, ", ") + "\n"
		}
	}
	c.Print(text)
	return cli.Done
}
