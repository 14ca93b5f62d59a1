package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gridbox/core/bring"
	"gridbox/core/bring/formats"
	"gridbox/core/doc"
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
			{"mapping", "FILE", "write how the columns of tables were read into this file, for --set mapping=FILE"},
			{"questions", "", "write what may be answered by --set, and import nothing"},
		}, run: bringIn}
}

// bringIn makes a scenario of files.
func bringIn(c *call) int {
	as, _ := c.flag("as")
	kind, _ := c.flag("kind")
	wishes := bring.Wishes{Kind: kind, Set: map[string]string{}}
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
	files := make([]bring.File, len(c.args))
	for i, name := range c.args {
		text, ok := c.readLong(name)
		if !ok {
			return wrong
		}
		files[i] = bring.File{Name: filepath.Base(name), Data: text}
	}
	if c.on("questions") {
		return c.questions(files, as)
	}
	made, faults := bring.From(formats.All(), files, as, wishes)
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
	if to, given := c.flag("mapping"); given {
		if made.Mapping == nil {
			c.say("gridbox import: " + made.Report.Title + " has no columns to map, so --mapping wrote nothing\n")
		} else if err := os.WriteFile(to, made.Mapping, 0o644); err != nil {
			c.say("gridbox: cannot write: " + err.Error() + "\n")
			return failed
		}
	}
	if made.Scenario == nil {
		return failed
	}
	return c.write(scenario.Text(made.Scenario))
}

// reply is what --set says; where the question wants a document, its file's text.
func (c *call) reply(name, value string) (text string, ok bool) {
	for _, f := range formats.All() {
		if q := f.Question(name); q != nil && q.File && value != "" {
			read, ok := c.readLong(value)
			return string(read), ok
		}
	}
	return value, true
}

// questions lists what may be answered about files.
func (c *call) questions(files []bring.File, as string) int {
	var r bring.Report
	for i, f := range files {
		files[i] = bring.Open(f, &r)
	}
	var claims [][]bring.Claim
	if as == "" {
		claims = bring.Claims(formats.All(), files)
	}
	format, _, faults := bring.Settle(formats.All(), files, claims, as)
	if !c.blame("gridbox import: ", faults) {
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

// readLong gives the bytes of a file as long as any that can be brought in.
func (c *call) readLong(name string) ([]byte, bool) {
	from := c.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				c.say("gridbox: there is no file " + name + "\n")
			} else {
				c.say("gridbox: cannot read: " + err.Error() + "\n")
			}
			return nil, false
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, bring.MaxFile+1))
	if err != nil {
		c.say("gridbox: cannot read: " + err.Error() + "\n")
	}
	return text, err == nil
}
