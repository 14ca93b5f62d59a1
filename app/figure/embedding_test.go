package figure

import (
	"cmp"
	"html"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/core/scenario"
)

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDocumentedAddresses opens every address in the guide.
func TestDocumentedAddresses(t *testing.T) {
	guide := readFile(t, "../../site/docs/embedding.md")
	found := regexp.MustCompile(`(?:src|href)="([^"]*/figure/[^"]*)"`).FindAllStringSubmatch(guide, -1)
	if len(found) < 4 {
		t.Fatalf("got %d addresses in the guide, want at least 4", len(found))
	}
	for _, match := range found {
		address, err := url.Parse(html.UnescapeString(match[1]))
		if err != nil {
			t.Errorf("%s: %v", match[1], err)
			continue
		}
		_, page, _ := strings.Cut(address.Path, "/figure/")
		a, err := ReadAddress(address.RawQuery, address.EscapedFragment(),
			cmp.Or(strings.TrimSuffix(page, "/"), DefaultPreset))
		if err != nil {
			t.Errorf("%s: %v", match[1], err)
		}
		tryOpening(t, a)
	}
}

// TestDocumentedElements opens what the attributes of every documented element name.
func TestDocumentedElements(t *testing.T) {
	guide := readFile(t, "../../site/docs/embedding.md")
	elements := regexp.MustCompile(`<gridbox-figure ([^>]*)>`).FindAllStringSubmatch(guide, -1)
	if len(elements) < 2 {
		t.Fatalf("got %d elements in the guide, want at least 2", len(elements))
	}
	for _, element := range elements {
		query, fragment := url.Values{}, ""
		for _, pair := range regexp.MustCompile(`([a-z]+)="([^"]*)"`).FindAllStringSubmatch(element[1], -1) {
			switch name, value := pair[1], html.UnescapeString(pair[2]); {
			case !slices.Contains(attributes(t), name):
				t.Errorf("the element has no attribute %s", name)
			case name == "scenario":
				fragment = value
			default:
				query.Set(name, value)
			}
		}
		a, err := ReadAddress(query.Encode(), fragment, DefaultPreset)
		if err != nil {
			t.Errorf("%s: %v", element[0], err)
		}
		tryOpening(t, a)
	}
}

func tryOpening(t *testing.T, a Address) {
	t.Helper()
	if a.Fragment != "" {
		if _, faults := scenario.OpenLink(a.Fragment); len(faults) > 0 {
			t.Errorf("OpenLink(%s): got faults %v", a.Fragment, faults)
		}
		return
	}
	e := &Direct{}
	f := New(a, "", e)
	f.Open(nil)
	e.Settle()
	if f.Phase != Done {
		t.Errorf("preset %s: got phase %s, %s, faults %v; want done", a.Preset, f.Phase, f.TroubleText(), f.Faults())
	}
}

// attributes returns the attributes that the script knows.
func attributes(t *testing.T) []string {
	script := readFile(t, "../../assets/js/embed.js")
	list := regexp.MustCompile(`const parameters = \[(.*?)\]`).FindStringSubmatch(script)
	if list == nil {
		t.Fatal("embed.js has no list of parameters")
	}
	known := []string{"scenario", "height", "fixed"}
	for _, quoted := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(list[1], -1) {
		known = append(known, quoted[1])
	}
	slices.Sort(known)
	return known
}

// TestAttributesAreDocumented compares the guide's table with the script.
func TestAttributesAreDocumented(t *testing.T) {
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(
		readFile(t, "../../site/docs/embedding.md"), -1) {
		documented = append(documented, row[1])
	}
	slices.Sort(documented)
	if known := attributes(t); !slices.Equal(documented, known) {
		t.Errorf("got %v in the guide, want %v of embed.js", documented, known)
	}
}
