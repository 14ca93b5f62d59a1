// Package cli has the common parts of all verbs of the command line: arguments and flags, reading
// and writing with limits, tables, progress and exit statuses.
package cli

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

// A Call is one invocation of a verb.
type Call struct {
	Surroundings
	Ctx   context.Context
	Verb  *Verb
	Args  []string
	Flags map[string][]string // values by flag; a switch has one empty value

	asJSON   bool      // --json: messages are documents too
	messages []Message // written when the exit status is known

	opening     sync.Once // guards the interpreter of programs
	interpreter *lazyInterpreter
}

// IsHelp reports whether an argument asks for help.
func IsHelp(arg string) bool { return arg == "--help" || arg == "-h" || arg == "help" }

// Parse separates the arguments of a verb into flags and others, in any order. It reports help as
// true at --help or -h and ignores the rest. It returns an error for an unknown flag, a missing
// or superfluous value, or a wrong number of arguments.
func (c *Call) Parse(args []string) (help bool, err error) {
	c.Flags = map[string][]string{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--help" || arg == "-h" {
			return true, nil
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			c.Args = append(c.Args, arg)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		o := c.Verb.option(name)
		if name == "json" && !joined {
			c.asJSON = true
			if o == nil {
				continue
			}
		}
		switch {
		case o == nil:
			return false, errors.New(arg + " is not an option" + doc.Suggest(name, c.Verb.optionNames()))
		case o.value == "" && joined:
			return false, errors.New("--" + name + " takes no value")
		case o.value != "" && !joined:
			if i++; i == len(args) {
				return false, errors.New("--" + name + " needs a value, " + o.usage())
			}
			value = args[i]
		}
		c.Flags[name] = append(c.Flags[name], value)
	}
	return false, c.count()
}

// count returns an error if there are too few or too many arguments. An argument in brackets is
// optional, and one with dots may be repeated.
func (c *Call) count() error {
	need, most := 0, len(c.Verb.Args)
	for _, name := range c.Verb.Args {
		if !strings.HasPrefix(name, "[") {
			need++
		}
		if strings.HasSuffix(name, "...") {
			most = len(c.Args)
		}
	}
	if len(c.Args) < need {
		return errors.New(strings.TrimSuffix(c.Verb.Args[len(c.Args)], "...") + " is missing")
	}
	if len(c.Args) > most {
		return errors.New("there is an argument too many, " + c.Args[most])
	}
	return nil
}

// Has reports whether a verb has a flag.
func (v *Verb) Has(name string) bool { return v.option(name) != nil }

// option returns the flag with a name, or nil.
func (v *Verb) option(name string) *Option {
	for i := range v.Flags {
		if v.Flags[i].name == name {
			return &v.Flags[i]
		}
	}
	return nil
}

// optionNames returns the names of the verb's flags.
func (v *Verb) optionNames() []string {
	names := make([]string, len(v.Flags))
	for i, o := range v.Flags {
		names[i] = o.name
	}
	return names
}

// Flag returns the last value of a flag, and reports whether it was given.
func (c *Call) Flag(name string) (string, bool) {
	values := c.Flags[name]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

// HasFlag reports whether a flag was given.
func (c *Call) HasFlag(name string) bool {
	_, on := c.Flag(name)
	return on
}

// Print writes to standard output.
func (c *Call) Print(text string) { _, _ = io.WriteString(c.Out, text) }

// Write writes a document to standard output and returns the exit status.
func (c *Call) Write(text []byte) int {
	if _, err := c.Out.Write(text); err != nil {
		c.Say("gridbox: cannot write: " + err.Error() + "\n")
		return Failed
	}
	return Done
}

// Limits of input in bytes. Tests lower them.
var (
	MaxDocument = doc.MaxBytes       // a scenario, a policy, a part of a study, a program
	MaxResult   = scenario.MaxResult // a result, a schedule of another program
	MaxImport   = importer.MaxFile   // a file that is imported
)

// Read returns the text of a file, or of standard input if name is -. If c.Documents is set, only
// its entries are files. Read writes a message and reports false if the text is unreadable or
// longer than limit bytes.
func (c *Call) Read(name string, limit int) (text []byte, ok bool) {
	var err error
	if given, inMemory := c.Documents[name]; c.Documents != nil {
		if text, err = limited.Reader(bytes.NewReader(given), limit); !inMemory {
			err = fs.ErrNotExist
		}
	} else if name == "-" {
		text, err = limited.Reader(c.In, limit)
	} else {
		text, err = limited.File(name, limit)
	}
	long := (*limited.TooLongError)(nil)
	switch {
	case errors.As(err, &long):
		c.refuse(codeLong, name, long.Error())
	case errors.Is(err, fs.ErrNotExist):
		c.refuse(CodeMissing, name, "there is no file "+name)
	case err != nil:
		c.refuse(codeUnreadable, name, "cannot read: "+Plainly(err))
	}
	return text, err == nil
}

// refuse reports the reason for rejecting an input.
func (c *Call) refuse(code, path, why string) {
	c.Report(Message{code, path, why}, "gridbox: "+why+"\n")
}

// ReadScenario reads a scenario. It reports its faults and false if it is invalid.
func (c *Call) ReadScenario(name string) (*scenario.Scenario, bool) {
	text, ok := c.Read(name, MaxDocument)
	if !ok {
		return nil, false
	}
	s, faults := catalog.Parse(text)
	return s, c.Blame("", faults)
}

// ReportError reports an error of a verb: the faults of a document, or the reason. It returns false
// if there is none.
func (c *Call) ReportError(err error) bool {
	if err == nil {
		return false
	}
	if faults, is := err.(doc.Faults); is {
		c.Blame("", faults)
	} else {
		c.Say("gridbox " + Reason(err) + "\n")
	}
	return true
}

// Blame reports faults. It returns true if there are none.
func (c *Call) Blame(prefix string, faults doc.Faults) bool {
	for _, f := range faults {
		c.Fault(CodeDocument, prefix, f)
	}
	return len(faults) == 0
}
