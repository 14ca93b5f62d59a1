package main

import (
	"regexp"
	"strings"
)

// Comments of languages other than Go. Lines of // or # that follow each other
// are one comment.
var (
	block   = `/\*(?s:.*?)\*/`
	slashes = regexp.MustCompile(block + `|(?m:(?:^|[ \t])//(?:[ \t][^\n]*)?(?:\n[ \t]*//(?:[ \t][^\n]*)?)*)`)
	hashes  = regexp.MustCompile(`(?m:(?:^|[ \t])#[ \t][^\n]*(?:\n[ \t]*#[ \t][^\n]*)*)`)
)

// commentsOf has the form of comments by the ending of a file.
var commentsOf = map[string]*regexp.Regexp{".css": regexp.MustCompile(block), ".js": slashes, ".mjs": slashes,
	".ts": slashes, ".sh": hashes}

// margin is the beginning of a further line of a comment.
var margin = regexp.MustCompile(`\s*\n\s*(?:\*|//|#)?\s*`)

// inspectScript returns the avoided words in the comments of a script or a style
// sheet.
func inspectScript(p, text string, comments *regexp.Regexp) []finding {
	var found []finding
	for _, at := range comments.FindAllStringIndex(text, -1) {
		line := 1 + strings.Count(text[:at[0]], "\n")
		for _, text := range findAvoided(margin.ReplaceAllString(text[at[0]:at[1]], " ")) {
			found = append(found, finding{p, line, text})
		}
	}
	return found
}
