package cli

import "strings"

// A Verb is one command with its arguments and flags.
type Verb struct {
	Name    string
	Args    []string // arguments: NAME, [NAME] if optional, NAME... if repeatable
	About   string   // one line
	Details string   // further lines of its help
	Flags   []Option
	Run     func(*Call) int
}

// An Option is a flag of a verb.
type Option struct {
	name  string // without the dashes
	value string // name of its value in the help; empty for a switch
	about string
}

// Usage returns the name of the verb with its arguments.
func (v *Verb) Usage() string {
	return strings.Join(append([]string{v.Name}, v.Args...), " ")
}

// Help returns the help of the verb.
func (v *Verb) Help() string {
	b := &strings.Builder{}
	b.WriteString("gridbox " + v.Usage())
	for _, o := range v.Flags {
		b.WriteString(" [" + o.usage() + "]")
	}
	b.WriteString("\n\n" + strings.ToUpper(v.About[:1]) + v.About[1:] + ".\n")
	if v.Details != "" {
		b.WriteString(v.Details + "\n")
	}
	if len(v.Flags) > 0 {
		b.WriteString("\n")
		t := Table{}
		for _, o := range v.Flags {
			t.Row("  "+o.usage(), o.about)
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// usage returns the flag with its value.
func (o *Option) usage() string {
	return strings.TrimSpace("--" + o.name + " " + o.value)
}

// Flag returns a flag of a verb.
func Flag(name, value, about string) Option { return Option{name, value, about} }
