package render

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/assets/css"
)

// A sheet holds the values of a style sheet by selector, given as its sorted classes and names, and
// by property.
type sheet map[string]map[string]string

func (s sheet) declare(words []string, property, value string) {
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" || w == "gb-picture" })
	slices.Sort(words)
	key := strings.Join(words, " ")
	if s[key] == nil {
		s[key] = map[string]string{}
	}
	s[key][property] = value
}

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/`)
	media      = regexp.MustCompile(`(?m:^@media print .*$)|(?ms:^@media.*?^})`)
	block      = regexp.MustCompile(`([^{}]+){([^{}]*)}`)
	either     = regexp.MustCompile(`:is\(rect, circle\)`)
	noName     = regexp.MustCompile(`:not\([^)]*\)|\[[^\]]*\]|:first-child|[>+]`)
	name       = regexp.MustCompile(`[\w-]+`)
	mixture    = regexp.MustCompile(`color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)`)
	zoomLength = regexp.MustCompile(`calc\(([\d.]+px) / var\(--gb-k, 1\)\)`)
	token      = regexp.MustCompile(`var\(--([\w-]+)\)`)
	// screenOnly matches selectors that never apply on paper: pointers, zoom, gestures, tables and the
	// document as text.
	screenOnly = regexp.MustCompile(`:hover|:focus|gb-(hover|aim|lit|z2|z4|ghost|rubber|carried|drawn|vega|heat|tip|where|` +
		`faults|plot|text|code)\b|\.empty|^\.(c\d+|shade\d)$|^\.gb-picture$`)
)

// plainValue returns a value of a style sheet in the form of the rules.
func plainValue(value string) string {
	value = zoomLength.ReplaceAllString(mixture.ReplaceAllString(value, "$1 $2 $3"), "$1")
	value = strings.TrimSuffix(token.ReplaceAllString(strings.TrimSpace(value), "$1"), "px")
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		return number(v)
	}
	return value
}

// pictureRules returns the rules of picture.css for marks without hover.
func pictureRules() sheet {
	s := sheet{}
	text := media.ReplaceAllString(comment.ReplaceAllString(css.Picture, ""), "")
	for _, b := range block.FindAllStringSubmatch(text, -1) {
		head := b[1]
		if either.MatchString(head) {
			head = either.ReplaceAllString(head, "rect") + "," + either.ReplaceAllString(head, "circle")
		}
		head = regexp.MustCompile(`:not\([^)]*\)`).ReplaceAllString(head, "")
		for _, one := range strings.Split(head, ",") {
			if one = strings.TrimSpace(one); screenOnly.MatchString(one) {
				continue
			}
			for _, d := range strings.Split(b[2], ";") {
				property, value, _ := strings.Cut(d, ":")
				if property = strings.TrimSpace(property); slices.Contains(attributes[:], property) {
					s.declare(name.FindAllString(noName.ReplaceAllString(one, " "), -1), property, plainValue(value))
				}
			}
		}
	}
	return s
}

// otherwise lists the rules that the style sheet expresses differently, since it uses negation,
// attributes and siblings.
var otherwise = []string{"gb-name", "gb-beside gb-name", "gb-crowded gb-rate", "gb-crowded gb-near gb-rate",
	"gb-link gb-many gb-near gb-wire", "gb-link gb-many gb-sel gb-wire", "gb-handle",
	"gb-bartext gb-dark gb-plan gb-sel rect"}

// The rules and the style sheet of pages agree on all marks.
func TestRulesAreThoseOfTheStyleSheet(t *testing.T) {
	sheets, table := pictureRules(), sheet{}
	for i := range rules {
		r := &rules[i]
		for k, value := range r.props {
			if value != "" {
				table.declare(append(strings.Fields(r.classes), r.mark, r.tag), attributes[k], plainValue(value))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(sheets)) {
		if !slices.Contains(otherwise, key) && !maps.Equal(sheets[key], table[key]) {
			t.Errorf("%q: got rules %v, want %v of the style sheet", key, table[key], sheets[key])
		}
	}
	for key := range table {
		if sheets[key] == nil && !slices.Contains(otherwise, key) {
			t.Errorf("%q: the style sheet does not have the rule %v", key, table[key])
		}
	}
	if len(sheets) < 120 {
		t.Errorf("got %d selectors of the style sheet, want at least 120", len(sheets))
	}
}

// The palette is the light theme on white, and shades are mixed as in the style sheet.
func TestPaletteIsTheLightTheme(t *testing.T) {
	light, _, _ := strings.Cut(css.Tokens, "@media")
	for name, want := range palette {
		if name != "paper" && name != "panel" && !strings.Contains(light, "--"+name+": "+want+";") {
			t.Errorf("the light theme does not contain --%s: %s", name, want)
		}
	}
	for i, want := range shades {
		rule := regexp.MustCompile(`\.shade` + strconv.Itoa(i+1) + ` { --hue: ([^;]*);`).FindStringSubmatch(css.Picture)
		if len(rule) < 2 || plainValue(rule[1]) != want {
			t.Errorf("shade %d of the style sheet: got %q, want %s", i+1, rule, want)
		}
	}
}
