package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gridbox/core/cmd/limited"
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/importer/formats"
	"gridbox/core/scenario"
)

func importVerb() *verb {
	more := "Tells the format by the files' content, unpacks gzip, and writes the scenario on standard\n" +
		"output and on standard error a report: what was taken, what assumed, what left out.\nFormats:\n"
	for _, f := range formats.All() {
		more += "  " + f.ID + ": " + f.Title + "; becomes " + strings.Join(f.Kinds, " or ") + "\n"
	}
	return &verb{name: "import", takes: []string{"FILE..."}, about: "make a scenario of another program's files",
		more: strings.TrimSuffix(more, "\n"),
		flags: []option{
			{"as", "FORMAT", "the format, where its content does not tell it"},
			{"kind", "KIND", "the kind of problem, where a format can become several"},
			{"set", "NAME=VALUE", "answer a question that the report asks; may be given again"},
			{"report", "FILE", "write the report as JSON into this file"},
			{"mapping", "FILE", "write how the columns of tables were read into this new file, for --set mapping=FILE"},
			{"force", "", "let --mapping replace a file that holds another mapping"},
			{"questions", "", "write what may be answered by --set, and import nothing"},
		}, run: bringIn}
}

// bringIn makes a scenario of files.
func bringIn(c *call) int {
	as, _ := c.flag("as")
	kind, _ := c.flag("kind")
	wishes := importer.Wishes{Kind: kind, Set: map[string]string{}}
	for _, set := range c.flags["set"] {
		name, value, found := strings.Cut(set, "=")
		if !found {
			c.say("gridbox import: --set takes NAME=VALUE, not " + set + "\n")
			return wrong
		}
		if value, found = c.reply(name, value); !found {
			return wrong
		}
		wishes.Set[name] = value
	}
	files := make([]importer.File, len(c.args))
	for i, name := range c.args {
		text, ok := c.read(name, maxImport)
		if !ok {
			return wrong
		}
		files[i] = importer.File{Name: filepath.Base(name), Data: text}
	}
	if c.on("questions") {
		return c.questions(files, as)
	}
	made, faults := importer.From(formats.All(), files, as, wishes)
	if !c.blame("gridbox import: ", faults) {
		return wrong
	}
	c.say(made.Report.String())
	if to, given := c.flag("report"); given {
		if err := os.WriteFile(to, doc.Pretty(made.Report), 0o644); err != nil {
			c.say("gridbox: cannot write: " + err.Error() + "\n")
			return failed
		}
	}
	if status := c.keepMapping(made); status != done {
		return status
	}
	if made.Scenario == nil {
		return failed
	}
	return c.write(scenario.Text(made.Scenario))
}

// keepMapping writes the mapping of columns into the file that --mapping names. A
// file that holds something else is replaced with --force only.
func (c *call) keepMapping(made *importer.Made) int {
	to, given := c.flag("mapping")
	if !given {
		return done
	}
	if made.Mapping == nil {
		c.say("gridbox import: " + made.Report.Title + " has no columns to map, so --mapping wrote nothing\n")
		return done
	}
	switch old, err := limited.File(to, maxDocument); {
	case errors.Is(err, fs.ErrNotExist) || c.on("force"):
	case err == nil && bytes.Equal(old, made.Mapping):
		return done
	default:
		c.say("gridbox import: " + to + " exists and differs; --force replaces it, and --set mapping=" + to +
			" reads the tables by it\n")
		return wrong
	}
	if err := os.WriteFile(to, made.Mapping, 0o644); err != nil {
		c.say("gridbox: cannot write: " + plainly(err) + "\n")
		return failed
	}
	return done
}

// reply is what --set says; where the question wants a document, its file's text.
func (c *call) reply(name, value string) (text string, ok bool) {
	for _, f := range formats.All() {
		if q := f.Question(name); q != nil && q.File && value != "" {
			read, ok := c.read(value, maxImport)
			return string(read), ok
		}
	}
	return value, true
}

// questions lists what may be answered about files.
func (c *call) questions(files []importer.File, as string) int {
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
		c.blame("gridbox import: ", append(r.Unreadable(), faults...))
		return wrong
	}
	text := format.Title + ". " + format.About + "\n"
	for _, q := range format.Asks {
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
	c.print(text)
	return done
}
