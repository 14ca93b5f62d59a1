package main

import (
	"strings"
	"testing"
)

func TestRenderMarkdown(t *testing.T) {
	s, _ := NewSite("/p", "")
	a, err := s.renderMarkdown([]byte("# A *title*\n\nThe first paragraph isn't\nlong.\n\n## One part\n\nSee [the " +
		"format](format.md#links), [lab](site:lab/).\n\n" +
		"| a | b |\n|---|---|\n| 1 | 2 |\n\n## Another part\n\n```json\n{\"a<b\": [1, true]} // why\n```\n"))
	if err != nil {
		t.Fatal(err)
	}
	if a.Title != "A title" || a.Description != "The first paragraph isn’t long." {
		t.Errorf("got title %q, description %q; want A title, the first paragraph", a.Title, a.Description)
	}
	if len(a.Contents) != 2 || a.Contents[0] != (Entry{"one-part", "One part"}) {
		t.Errorf("got contents %v, want 2 entries, the first One part", a.Contents)
	}
	for _, part := range []string{
		`<h2 id="one-part">One part <a class="anchor" href="#one-part"`, `href="/p/docs/format/#links"`,
		`href="/p/lab/"`,
		`<div class="scroll" tabindex="0"><table>`, "</table></div>",
		`<span class="t-key">&#34;a&lt;b&#34;</span>`, `<span class="t-num">1</span>`, `<span class="t-kw">true</span>`,
		`<span class="t-com">// why</span>`,
	} {
		if !strings.Contains(string(a.Body), part) {
			t.Errorf("%s is missing in\n%s", part, a.Body)
		}
	}
}

func TestRenderMarkdownRefuses(t *testing.T) {
	s, _ := NewSite("", "")
	for source, want := range map[string]string{
		"no heading":                               "no first-level heading",
		"# One\n\n# Two":                           "a second title",
		"# One\n\n### Too deep":                    "below no second-level heading",
		"# One\n\n```figure\ncaption: x\n```":      "names no preset",
		"# One\n\n```figure\npreset: nothing\n```": `no preset "nothing"`,
		"# One\n\n```figure\nsize: 3\n```":         "want a line such as",
		"# One\n\n```fields\nnothing\n```":         `no document "nothing"`,
		"# One\n\n```figure\npreset: five-clusters\nalgorithm: magic\n```": `no algorithm "magic"`,
	} {
		if _, err := s.renderMarkdown([]byte(source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("renderMarkdown(%q): got error %v, want %q", source, err, want)
		}
	}
}

// TestHighlightKeepsTheText checks that highlighting never loses or adds a character.
func TestHighlightKeepsTheText(t *testing.T) {
	for language, code := range map[string]string{
		"json": `{"a": -1.5e3, "b": "x \" y", "c": null}`, "sh": "./build.sh serve --port 1 # \"comment\"\n",
		"go": "func f() string { return `raw` + \"x\" } // end", "js": "const a = 'b'; // c",
		"html": `<a href="x">y</a><!-- z -->`, "none": "<&>",
	} {
		marked := highlight(language, code)
		plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;",
			"&").Replace(stripTags(marked))
		if plain != code {
			t.Errorf("%s: text of %q: got %q", language, code, plain)
		}
		if language != "none" && !strings.Contains(marked, "<span") {
			t.Errorf("highlight of %s: got no span", language)
		}
	}
}

func stripTags(text string) string {
	var out strings.Builder
	for text != "" {
		before, rest, ok := strings.Cut(text, "<")
		out.WriteString(before)
		if !ok {
			break
		}
		_, text, _ = strings.Cut(rest, ">")
	}
	return out.String()
}

func TestFirstSentences(t *testing.T) {
	long := strings.Repeat("word ", 20) + "end. " + strings.Repeat("more ", 40)
	if got := firstSentences(long); !strings.HasSuffix(got, "end.") {
		t.Errorf("firstSentences of a long text: got %q, want the first sentence", got)
	}
	if got := firstSentences("Short."); got != "Short." {
		t.Errorf(`firstSentences of a short text: got %q, want "Short."`, got)
	}
	if got := firstSentences(strings.Repeat("word ", 60)); len(got) > 165 || !strings.HasSuffix(got, " …") {
		t.Errorf("firstSentences without an end: got %q, want at most 165 bytes and an ellipsis", got)
	}
}

func TestDrawRefusesWhatItCannotDraw(t *testing.T) {
	for svg, want := range map[string]string{
		`<svg viewBox="0 0 64 64"><path d="M0 0"/></svg>`:                         "<path>",
		`<svg viewBox="0 0 64 32"/>`:                                              "square",
		`<svg viewBox="0 0 64 64"><circle cx="1" cy="1" r="1" fill="red"/></svg>`: "#rrggbb",
	} {
		d, err := parseDrawing([]byte(svg))
		if err == nil {
			err = d.paint(newCanvas(8, 8, ground), 1, 0, 0)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %q", svg, err, want)
		}
	}
}

func TestDrawFills(t *testing.T) {
	d, err := parseDrawing(
		[]byte(`<svg viewBox="0 0 8 8"><rect x="2" y="2" width="4" height="4" rx="0" fill="#0b6b63"/></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	canvas := newCanvas(8, 8, ground)
	if err := d.paint(canvas, 1, 0, 0); err != nil {
		t.Fatal(err)
	}
	if canvas.RGBAAt(4, 4) != accent || canvas.RGBAAt(1, 1) != ground {
		t.Errorf("got inside %v, outside %v; want %v, %v", canvas.RGBAAt(4, 4), canvas.RGBAAt(1, 1), accent, ground)
	}
}

func TestRemoveElapsedLeavesTimesOut(t *testing.T) {
	one := "RBHS   263.9  105.4 %  bounded   0.082\nSCP    438.1  241.1 %  optimal      12\n"
	two := "RBHS   263.9  105.4 %  bounded    0.13\nSCP    438.1  241.1 %  optimal       9\n"
	if removeElapsed(one) != removeElapsed(two) || !strings.Contains(removeElapsed(one), "263.9") {
		t.Errorf("removeElapsed: got %q and %q, want them equal and with 263.9", removeElapsed(one), removeElapsed(two))
	}
}
