package scenario

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/placement"
)

// Links of earlier builds open forever. Each line of the fixture is the digest of
// a scenario and a link that must lead to it.
func TestOldLinksOpen(t *testing.T) {
	text, err := os.ReadFile("testdata/links-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		want, link, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || strings.HasPrefix(want, "//") {
			continue
		}
		lines++
		s, faults := OpenLink(link)
		if faults != nil || Digest(s) != want {
			t.Errorf("OpenLink(%s): got faults %v or another scenario, want digest %s", link, faults, want)
		}
	}
	if lines < 4 {
		t.Errorf("got %d links, want at least 4", lines)
	}
}

// This build writes the links of earlier builds. If the packing ever changes, old
// links must still open: add lines to the fixture, then change this one.
func TestLinksStayTheSame(t *testing.T) {
	s, _ := Parse(fixtures(t, "v1")["generated.json"])
	const want = "#s1.p.o9gFiBYEqK0AirbgDHDAg6s-SK1sZqCDcCnSmC-o7inIz8lPB6UO0Jwx6ngiksMB"
	if got, err := Link(s); err != nil || got != want {
		t.Errorf("Link: got %s, error %v; want %s", got, err, want)
	}
}

func TestLinkLeadsBack(t *testing.T) {
	for name, text := range fixtures(t, "v1") {
		s, _ := Parse(text)
		link, err := Link(s)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(link, func(r rune) bool {
			return r <= ' ' || r > '~' ||
				strings.ContainsRune(`"<>\^{|}`, r)
		}) {
			t.Errorf("%s: the link has characters that need escapes: %s", name, link)
		}
		got, faults := OpenLink(link)
		if faults != nil || !bytes.Equal(Canonical(got), Canonical(s)) {
			t.Errorf("%s: OpenLink: got faults %v or another scenario\n%s\n%s", name, faults, Text(got), link)
		}
	}
}

// Policies are unchanged in links, to the byte: formulas and programs, with
// quotation marks, line breaks and letters of any language.
func TestLinksCarryPolicies(t *testing.T) {
	s, _ := Parse([]byte(scn(`{"clusters": [{"mips": 1000, "id": "c"}], "jobs": []}`)))
	s.Policies = []Policy{{ID: "mine", Title: "Größe", Language: "formula",
		Source: "# \"größte\"\r\ncluster: -mips\t+ 1e-3\n"},
		{ID: "tree", Language: "javascript",
			Source: "function decide({ clusters }) {\n  return `${clusters[0].id}\u2028` // </script>&#s1.\n}"},
		{ID: "long", Language: "javascript", Source: strings.Repeat("// many lines\n", 400) + "function decide() {}"}}
	s.Runs = []Run{{Algorithm: "own", Options: map[string]any{"policy": "tree"}}}
	link, err := Link(s)
	if err != nil {
		t.Fatal(err)
	}
	got, faults := OpenLink(link)
	if faults != nil || !bytes.Equal(Canonical(got), Canonical(s)) || len(got.Policies) != 3 {
		t.Fatalf("OpenLink: got faults %v or another scenario, want 3 policies\n%s", faults, Text(got))
	}
	for i, p := range s.Policies {
		if got.Policies[i] != p {
			t.Errorf("policy: got %+v, want %+v", got.Policies[i], p)
		}
	}
	if len(link) > 1200 {
		t.Errorf("link: got %d characters, want at most 1200", len(link))
	}
}

// Equal scenarios have equal links, however they are written.
func TestEqualScenariosHaveEqualLinks(t *testing.T) {
	a, _ := Parse([]byte(scn(`{"clusters": [{"mips": 1e3, "id": "c"}], "jobs": []}`)))
	b, _ := Parse(
		[]byte(
			`{"placement": {"clusters": [ {"id": "\u0063", "mips": 1000.0} ] }, "version": 1, "kind": "placement", "format": "gridbox"}`))
	la, _ := Link(a)
	lb, _ := Link(b)
	if la != lb || la == "" {
		t.Errorf("links of equal scenarios: got %s and %s, want the same", la, lb)
	}
}

func TestViewOfLink(t *testing.T) {
	s, _ := Parse([]byte(scn(`{}`)))
	link, _ := Link(s)
	for _, c := range []struct {
		parameters string
		want       View
	}{
		{"&view=timeline&theme=dark", View{Panel: "timeline", Theme: "dark"}},
		{"&select=a%20%26%2fb&run=rbhs&utm_source=x", View{Select: "a &/b", Run: "rbhs"}},
		{"&theme=pink&view=%zz&select=" + strings.Repeat("x", 300), View{}},
		{"&view", View{}}, {"&", View{}}, {"&select=%", View{}},
	} {
		got, faults := OpenLink(link + c.parameters)
		if faults != nil {
			t.Errorf("OpenLink with %s: got faults %v, want none", c.parameters, faults)
		} else if view := got.View; view == nil && !c.want.Empty() || view != nil && !reflect.DeepEqual(*view, c.want) {
			t.Errorf("OpenLink with %s: got view %+v, want %+v", c.parameters, view, c.want)
		}
	}
}

func TestTooLongForALink(t *testing.T) {
	s := &Scenario{Format: Format, Version: Version, Kind: "placement", Placement: &Placement{}}
	for i := range 2000 {
		s.Placement.Jobs = append(s.Placement.Jobs,
			placement.Job{ID: "job" + doc.Number(float64(i)), MI: float64(i*i*7919%100_003) + 0.5})
	}
	_, err := Link(s)
	var long *TooLongError
	if !errors.As(err, &long) || long.Length <= MaxLink || !strings.Contains(err.Error(), "file") {
		t.Errorf("Link of 2000 jobs: got error %v, want TooLongError with its length", err)
	}
	s.About = strings.Repeat("a", 5<<20) // would pack well, but no scenario is like this
	if _, err := Link(s); !errors.As(err, &long) || long.Length != 0 {
		t.Errorf("Link of a text of 5 MiB: got error %v, want TooLongError without a length", err)
	}
}

func squeeze(text []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write(text)
	w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Hostile and damaged links are refused quickly and with a reason.
func TestBrokenLinks(t *testing.T) {
	good, _ := Link(&Scenario{Format: Format, Version: Version, Kind: "placement", Placement: &Placement{}})
	stored := base64.RawURLEncoding.EncodeToString([]byte(scn(`{}`)))
	for _, c := range []struct{ name, link, want string }{
		{"empty", "", "not a link to a scenario"},
		{"another fragment", "#chapter-2", "not a link to a scenario"},
		{"newer grammar", "#s2.d.abc", "version 2, which this build does not know"},
		{"unknown codec", "#s1.z.abc", "packed in a way"},
		{"no payload", "#s1.d.", "cut off"},
		{"no codec", "#s1", "packed in a way"},
		{"cut off", good[:len(good)-4], "damaged"},
		{"foreign characters", good + "!", "damaged"},
		{"padding", "#s1.s." + stored + "=", "damaged"},
		{"something behind", "#s1.d." + squeeze([]byte("{}")) + "AAAA", "damaged"},
		{"no deflate", "#s1.d.____", "damaged"},
		{"no JSON", "#s1.d." + squeeze([]byte("nonsense")), "line 1, column 1"},
		{"no scenario", "#s1.d." + squeeze([]byte("{}")), "is missing"},
		{"a field that nobody knows", "#s1.d." +
			squeeze([]byte(`{"format":"gridbox","kind":"placement","placement":{},"version":1,"<b>x</b>":1}`)),
			`["<b>x</b>"]: is not a field of this object`},
		{"very long", "#s1.s." + strings.Repeat("A", 1<<20), "too long"},
		{"codec p cut off", "#s1.p.o9gFiBYEqK0Airbg", "damaged"},
		{"codec p without deflate", "#s1.p.____", "damaged"},
		{"a bomb in codec p", "#s1.p." + squeeze(make([]byte, 40<<20)), "4 MiB"},
		{"a bomb", "#s1.d." + squeeze(make([]byte, 40<<20)), "4 MiB"},
	} {
		s, faults := OpenLink(c.link)
		if len(faults) == 0 || !strings.Contains(faults.Error(), c.want) {
			t.Errorf("OpenLink, %s: got %v, faults %v; want %q", c.name, s, faults, c.want)
		}
	}
	if s, faults := OpenLink("s1.s." + stored); faults != nil || s.Kind != "placement" {
		t.Errorf("OpenLink of a stored link without #: got faults %v, want none", faults)
	}
}

func FuzzOpenLink(f *testing.F) {
	for _, text := range fixtures(f, "v1") {
		s, _ := Parse(text)
		link, _ := Link(s)
		f.Add(link)
	}
	f.Add("#s1.s.e30&view=%41&theme=dark")
	f.Add("#s1.d." + squeeze([]byte(`{"format":"gridbox"}`)))
	f.Fuzz(func(t *testing.T, link string) {
		s, faults := OpenLink(link)
		for _, fault := range faults {
			if fault.Reason == "" {
				t.Fatalf("%q: a fault without a reason", link)
			}
		}
		if faults != nil {
			return
		}
		again, err := Link(s)
		var long *TooLongError
		if errors.As(err, &long) {
			return
		}
		if back, faults := OpenLink(again); err != nil || faults != nil || Digest(back) != Digest(s) {
			t.Fatalf("link %q: got %q, error %v, faults %v; want the same scenario", link, again, err, faults)
		}
	})
}
