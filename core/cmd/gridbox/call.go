package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"

	"gridbox/core/catalog"
	"gridbox/core/cmd/limited"
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/scenario"
)

// A call is one use of a verb.
type call struct {
	surroundings
	ctx   context.Context
	verb  *verb
	args  []string
	flags map[string][]string // values by flag; a switch has one empty value

	asJSON   bool      // --json: messages are documents too
	messages []message // those that wait for the exit status

	looked sync.Once // for the interpreter of programs
	late   *late
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-h" || arg == "help" }

// take sorts the arguments of a verb into flags and the rest, in any order.
func (c *call) take(args []string) (help bool, err error) {
	c.flags = map[string][]string{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--help" || arg == "-h" {
			return true, nil
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			c.args = append(c.args, arg)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		o := c.verb.option(name)
		if name == "json" && !joined {
			c.asJSON = true
			if o == nil {
				continue
			}
		}
		switch {
		case o == nil:
			return false, errors.New(arg + " is not an option" + doc.Suggest(name, c.verb.optionNames()))
		case o.value == "" && joined:
			return false, errors.New("--" + name + " takes no value")
		case o.value != "" && !joined:
			if i++; i == len(args) {
				return false, errors.New("--" + name + " needs a value, " + o.usage())
			}
			value = args[i]
		}
		c.flags[name] = append(c.flags[name], value)
	}
	return false, c.count()
}

// count checks that every argument is there and none is left over. An
// argument in brackets may be left out, one with dots be given again.
func (c *call) count() error {
	need, most := 0, len(c.verb.takes)
	for _, name := range c.verb.takes {
		if !strings.HasPrefix(name, "[") {
			need++
		}
		if strings.HasSuffix(name, "...") {
			most = len(c.args)
		}
	}
	if len(c.args) < need {
		return errors.New(strings.TrimSuffix(c.verb.takes[len(c.args)], "...") + " is missing")
	}
	if len(c.args) > most {
		return errors.New("there is an argument too many, " + c.args[most])
	}
	return nil
}

func (v *verb) option(name string) *option {
	for i := range v.flags {
		if v.flags[i].name == name {
			return &v.flags[i]
		}
	}
	return nil
}

func (v *verb) optionNames() []string {
	names := make([]string, len(v.flags))
	for i, o := range v.flags {
		names[i] = o.name
	}
	return names
}

// flag gives the last value of a flag and whether it was given.
func (c *call) flag(name string) (string, bool) {
	values := c.flags[name]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

func (c *call) on(name string) bool {
	_, on := c.flag(name)
	return on
}

func (c *call) print(text string) { _, _ = io.WriteString(c.out, text) }

// write puts a document on standard output; it fails where nobody takes it.
func (c *call) write(text []byte) int {
	if _, err := c.out.Write(text); err != nil {
		c.say("gridbox: cannot write: " + err.Error() + "\n")
		return failed
	}
	return done
}

// The limits of input, in bytes. Tests lower them.
var (
	maxDocument = doc.MaxBytes       // a scenario, a policy, a part of a study, a program
	maxResult   = scenario.MaxResult // a result, a schedule of another program
	maxImport   = importer.MaxFile   // a file that is imported
)

// read returns the text of a file or, for -, of standard input, if it is not longer
// than a limit.
func (c *call) read(name string, limit int) (text []byte, ok bool) {
	var err error
	if given, inMemory := c.documents[name]; c.documents != nil {
		if text, err = limited.Reader(bytes.NewReader(given), limit); !inMemory {
			err = fs.ErrNotExist
		}
	} else if name == "-" {
		text, err = limited.Reader(c.in, limit)
	} else {
		text, err = limited.File(name, limit)
	}
	long := (*limited.TooLong)(nil)
	switch {
	case errors.As(err, &long):
		c.refuse(codeLong, name, long.Error())
	case errors.Is(err, fs.ErrNotExist):
		c.refuse(codeMissing, name, "there is no file "+name)
	case err != nil:
		c.refuse(codeUnreadable, name, "cannot read: "+plainly(err))
	}
	return text, err == nil
}

// refuse reports why an input is not read.
func (c *call) refuse(code, path, why string) {
	c.report(message{code, path, why}, "gridbox: "+why+"\n")
}

// readScenario reads a scenario without faults, or lists them.
func (c *call) readScenario(name string) (*scenario.Scenario, bool) {
	text, ok := c.read(name, maxDocument)
	if !ok {
		return nil, false
	}
	s, faults := catalog.Parse(text)
	return s, c.blame("", faults)
}

// blame lists faults; it reports true if there are none.
func (c *call) blame(prefix string, faults doc.Faults) bool {
	for _, f := range faults {
		c.fault(codeDocument, prefix, f)
	}
	return len(faults) == 0
}
