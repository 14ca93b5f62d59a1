package scenario

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// Any query is parsed as net/url parses it, except for invalid Unicode.
func TestQueryIsReadAsElsewhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([abß%&=+; ]|%[0-7][0-9a-fA-F]){0,30}`).Draw(t, "query")
		want, err := url.ParseQuery(text)
		got, ok := Query(text)
		if ok != (err == nil) {
			t.Fatalf("Query(%q): got ok %t, want net/url's error %v", text, ok, err)
		}
		if len(got) != len(want) {
			t.Fatalf("Query(%q): got %q, want %q", text, got, want)
		}
		for name, values := range want {
			if got[name] != strings.ToValidUTF8(values[0], "") {
				t.Fatalf("Query(%q): %q: got %q, want %q", text, name, got[name], values[0])
			}
		}
	})
}
