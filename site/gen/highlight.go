package main

import (
	"html"
	"regexp"
	"strings"
)

// dialects maps a language to an expression that matches its tokens. The names of its groups are
// classes in the style sheet.
var dialects = map[string]*regexp.Regexp{
	"json": regexp.MustCompile(
		`(?P<com>//[^\n]*)|(?P<key>"(?:[^"\\\n]|\\.)*")\s*:|(?P<str>"(?:[^"\\\n]|\\.)*")|(?P<num>-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b)|(?P<kw>\b(?:true|false|null)\b)`),
	"go": regexp.MustCompile(
		"(?P<com>//[^\\n]*)|(?P<str>\"(?:[^\"\\\\\\n]|\\\\.)*\"|`[^`]*`)|" +
			"(?P<num>\\b\\d+(?:\\.\\d+)?\\b)|" +
			`(?P<kw>\b(?:break|case|const|continue|default|defer|else|for|func|go|if|import|interface|map|package|range|return|select|struct|switch|type|var)\b)`),
	"js": regexp.MustCompile(
		"(?P<com>//[^\\n]*)|(?P<str>\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'|`[^`]*`)" +
			"|(?P<num>\\b\\d+(?:\\.\\d+)?\\b)|" +
			`(?P<kw>\b(?:async|await|const|else|export|for|function|if|import|let|new|of|return)\b)`),
	"sh": regexp.MustCompile(
		`(?m)(?P<com>(?:^|\s)#[^\n]*)|(?P<str>"[^"\n]*"|'[^'\n]*')|(?P<kw>(?:^|\s)--?[a-z][-a-z]*)`),
	"html": regexp.MustCompile(`(?s)(?P<com><!--.*?-->)|(?P<str>"[^"]*")|(?P<kw></?[a-zA-Z][-\w]*|/?>)`),
}

func init() {
	dialects["jsonc"] = dialects["json"]
	dialects["console"] = dialects["sh"]
}

// highlight escapes code and marks its tokens. Code in an unknown language is only escaped.
func highlight(language, code string) string {
	dialect, ok := dialects[language]
	if !ok {
		return html.EscapeString(code)
	}
	var out strings.Builder
	names, last := dialect.SubexpNames(), 0
	for _, m := range dialect.FindAllStringSubmatchIndex(code, -1) {
		for group := 1; group < len(names); group++ {
			from, to := m[2*group], m[2*group+1]
			if from < 0 {
				continue
			}
			out.WriteString(html.EscapeString(code[last:from]))
			out.WriteString(`<span class="t-` + names[group] + `">` + html.EscapeString(code[from:to]) + `</span>`)
			last = to
		}
	}
	out.WriteString(html.EscapeString(code[last:]))
	return out.String()
}
