package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxWidth is the maximum number of characters of a line of Go, a tab counted as four.
const maxWidth = 120

// Lines can be read without scrolling. Text between backquotes, such as a field's
// tags and documents in tests, cannot be broken and may be longer. The output of
// examples may be longer too.
func TestLinesAreShort(t *testing.T) {
	visitFiles(t, func(path string, file *ast.File) {
		if strings.HasSuffix(path, "_gen.go") {
			return
		}
		text, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range longLines(string(text), file) {
			t.Errorf("%s:%d: line is longer than %d characters", path, n, maxWidth)
		}
	})
}

// longLines lists the lines that are too long without a permitted reason.
func longLines(text string, file *ast.File) (long []int) {
	quoted := map[int]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && s.Value[0] == '`' {
			first := 1 + strings.Count(text[:s.Pos()-file.FileStart], "\n")
			for i := range 1 + strings.Count(s.Value, "\n") {
				quoted[first+i] = true
			}
		}
		return true
	})
	for _, group := range file.Comments {
		if first := group.List[0]; strings.HasPrefix(first.Text, "// Output:") {
			from := 1 + strings.Count(text[:first.Pos()-file.FileStart], "\n")
			for i := range group.List {
				quoted[from+i] = true
			}
		}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if utf8.RuneCountInString(strings.TrimRight(line, "\n"))+3*strings.Count(line, "\t") > maxWidth && !quoted[n] {
			long = append(long, n)
		}
	}
	return long
}

func TestLongLinesAreFound(t *testing.T) {
	wide := strings.Repeat("x", maxWidth)
	text := "package p\n\nvar a = \"" + wide + "\"\nvar b = `short\n" + wide + "1\n`\nvar c = 1 // " + wide + "\n\n" +
		strings.Repeat("\t", 10) + "// " + wide[:78] + "\n" + strings.Repeat("\t", 10) + "// " + wide[:77] + "\n" +
		"\n// Output:\n// " + wide + "\n"
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if found := longLines(text, file); !slices.Equal(found, []int{3, 7, 9}) {
		t.Errorf("longLines: got %v, want lines 3, 7 and 9", found)
	}
}
