package state

import (
	"cmp"
	"strings"

	"gridbox/core/scenario"
)

// NameList writes names so that namesIn reads them. Names with separators are
// quoted.
func NameList(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name
		if strings.ContainsAny(name, ",;\n\"") || strings.TrimSpace(name) != name {
			list[i] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
	}
	return strings.Join(list, ", ")
}

// namesIn parses a list of names and drops duplicates. They are separated by commas, semicolons or lines; a name that
// contains one of those is quoted, with quotes inside doubled. Without any of these, blanks separate names, except
// within known names.
func namesIn(text string, known func(string) bool) []string {
	var list []string
	if strings.ContainsAny(text, ",;\n\"") {
		list = splitNames(text)
	} else {
		list = blanks(strings.Fields(text), known)
	}
	seen, names := map[string]bool{}, []string{}
	for _, name := range list {
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// splitNames divides a text at commas, semicolons and lines outside of quotes.
func splitNames(text string) []string {
	var list []string
	var name strings.Builder
	quoted, exact := false, false // inside quotes, and whether the name was quoted
	end := func() {
		if exact {
			list = append(list, name.String())
		} else {
			list = append(list, strings.TrimSpace(name.String()))
		}
		name.Reset()
		exact = false
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '"' && i+1 < len(text) && text[i+1] == '"':
			name.WriteByte('"')
			i++
		case quoted && c == '"':
			quoted = false
		case quoted:
			name.WriteByte(c)
		case c == '"' && strings.TrimSpace(name.String()) == "":
			name.Reset()
			quoted, exact = true, true
		case c == ',' || c == ';' || c == '\n':
			end()
		case !exact: // blanks after closing quotes separate names
			name.WriteByte(c)
		}
	}
	end()
	return list
}

// blanks joins words to known names, the longest first.
func blanks(words []string, known func(string) bool) []string {
	var list []string
	for len(words) > 0 {
		most := 1
		for n := len(words); n > 1; n-- {
			if known(strings.Join(words[:n], " ")) {
				most = n
				break
			}
		}
		list = append(list, strings.Join(words[:most], " "))
		words = words[most:]
	}
	return list
}

// hasName reports whether a thing of a problem has a name.
func hasName(d *scenario.Scenario, name string) bool {
	n := nounsOf(d)
	for _, kind := range []string{"job", "machine", "cluster", "dataset", "node", "group"} {
		if count, id := n.list(d, kind); count > 0 {
			for i := range count {
				if id(i) == name {
					return true
				}
			}
		}
	}
	return false
}

// TitleInSentence returns the title of a scenario in a sentence.
func TitleInSentence(title string) string { return cmp.Or(title, "an untitled scenario") }
