// Package scenetest holds functions for tests of pictures.
package scenetest

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/draw/scene"
)

var update = flag.Bool("update", false, "write the goldens; read the diff before committing")

// WellFormed returns the start tags of s. It fails unless s is one XML element.
func WellFormed(t testing.TB, s string) []xml.StartElement {
	t.Helper()
	var all []xml.StartElement
	d := xml.NewDecoder(strings.NewReader(s))
	depth, roots := 0, 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%.300s is not well-formed: %v", s, err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
			all = append(all, e.Copy())
		case xml.EndElement:
			depth--
		}
	}
	if roots != 1 {
		t.Fatalf("got %d root elements, want 1", roots)
	}
	return all
}

// Parse returns the node with the markup s.
func Parse(t testing.TB, s string) *scene.Node {
	t.Helper()
	d, m := xml.NewDecoder(strings.NewReader(s)), &scene.Builder{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return m.Node()
		}
		if err != nil {
			t.Fatalf("%s is not well-formed: %v", s, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			m.Open(e.Name.Local, "")
			for _, a := range e.Attr {
				m.Attr(a.Name.Local, a.Value)
			}
		case xml.EndElement:
			m.Close()
		case xml.CharData:
			m.Text(string(e))
		}
	}
}

func Attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// CheckPolicy fails unless a picture suits a strict content security policy and keyboards: no style, no
// script, no handler, exactly one tab stop, a name on every button and no button inside another.
func CheckPolicy(t *testing.T, picture *scene.Node, stops int) {
	t.Helper()
	found := 0
	for _, e := range WellFormed(t, picture.SVG()) {
		if e.Name.Local == "style" || e.Name.Local == "script" || e.Name.Local == "foreignObject" {
			t.Errorf("got the element %s, want no style, script or foreignObject", e.Name.Local)
		}
		for _, a := range e.Attr {
			if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "id" {
				t.Errorf("got the attribute %s on %s, want no style, handler or id", a.Name.Local, e.Name.Local)
			}
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				t.Errorf("got %s=%q on %s, want a finite number", a.Name.Local, a.Value, e.Name.Local)
			}
		}
		if Attr(e, "tabindex") == "0" {
			found++
		}
		if Attr(e, "role") == "button" && Attr(e, "aria-label") == "" {
			t.Errorf("a button without a name: %v", e)
		}
	}
	if found != stops {
		t.Errorf("got %d tab stops, want %d", found, stops)
	}
}

// Golden compares a picture with its file in testdata.
func Golden(t *testing.T, name string, picture *scene.Node) {
	t.Helper()
	File(t, name+".golden", strings.ReplaceAll(picture.SVG(), "><", ">\n<")+"\n")
}

// File fails the test if a text differs from a file of testdata. With -update it writes the text to
// the file instead.
func File(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from %s: run the test with -update and read the diff", name, file)
	}
}

// CheckEqual fails at the first byte in which a picture differs from the wanted one.
func CheckEqual(t *testing.T, what string, is, wanted *scene.Node) {
	t.Helper()
	got, want := is.SVG(), wanted.SVG()
	if got == want {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	t.Fatalf("%s, from byte %d: got …%.200s, want …%.200s", what, at, got[at:], want[at:])
}
