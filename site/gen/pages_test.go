package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gridbox/core/cmd/interpreter/located"

	"golang.org/x/net/html"
)

// TestMain runs in the repository's root, as the generator does.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	status := m.Run()
	if renderedSite != nil {
		renderedSite.close()
	}
	os.Exit(status)
}

// renderedSite is the site that all tests of this file read and none changes.
var renderedSite *Site

// wholeSite renders every page under a prefix, once.
func wholeSite(t *testing.T) *Site {
	t.Helper()
	if renderedSite != nil {
		return renderedSite
	}
	if _, err := located.Find(""); errors.Is(err, located.ErrMissing) {
		t.Skip(err) // an article runs a program
	}
	s := newSite(t, "/some/prefix", "https://host.example")
	folder := comparisons(t)
	papers := func() error { return s.addPapers(folder) }
	for _, step := range []func() error{s.addIcons, s.addPages, papers, s.addSitemap, s.addServiceWorker} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	renderedSite = s
	return s
}

// TestPages checks the properties of every page.
func TestPages(t *testing.T) {
	s := wholeSite(t)
	if err := s.checkLinks(); err != nil {
		t.Error(err)
	}
	for _, name := range s.names() {
		if filepath.Ext(name) != ".html" {
			continue
		}
		page := s.files[name]
		policies := 0
		if err := walk(page, func(n *html.Node) {
			if attr(n, "style") != "" || n.Data == "style" {
				t.Errorf("%s: an inline style at <%s>, which the policy refuses", name, n.Data)
			}
			if n.Data == "meta" && attr(n, "http-equiv") == "Content-Security-Policy" {
				policies++
				if lax := laxity(attr(n, "content")); lax != "" {
					t.Errorf("%s: the policy allows too much: %s", name, lax)
				}
			}
			if n.Data == "script" && attr(n, "src") == "" && attr(n, "type") != "application/json" {
				t.Errorf("%s: an inline script, which the policy refuses", name)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: the inline handler %s", name, a.Key)
				}
			}
		}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if policies != 1 {
			t.Errorf("%s: got %d policies, want 1", name, policies)
		}
		head := bytes.Index(page, []byte("<head>"))
		if first := bytes.TrimSpace(page[head+len("<head>"):]); !bytes.HasPrefix(first,
			[]byte(`<meta http-equiv="Content-Security-Policy"`)) {
			t.Errorf("%s: the policy is not first in head, so it does not cover what precedes it", name)
		}
		if !bytes.Contains(page, []byte(`<html lang="en"`)) {
			t.Errorf("%s has no lang attribute", name)
		}
	}
}

// laxity returns a permission of a policy that no page of the site needs, or "".
func laxity(policy string) string {
	directives := strings.Split(policy, ";")
	if strings.TrimSpace(directives[0]) != "default-src 'none'" {
		return "it does not begin with default-src 'none'"
	}
	for _, directive := range directives {
		for _, source := range strings.Fields(directive) {
			if source == "'unsafe-eval'" || source == "'unsafe-inline'" || strings.Contains(source, "*") ||
				strings.HasPrefix(source, "http") {
				return strings.TrimSpace(directive)
			}
		}
	}
	return ""
}

func TestLaxPoliciesAreFound(t *testing.T) {
	for policy, want := range map[string]string{
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:": "",
		"default-src 'self'": "it does not begin with default-src 'none'",
		"default-src 'none'; script-src 'wasm-unsafe-eval' 'unsafe-eval'": "script-src 'wasm-unsafe-eval' " +
			"'unsafe-eval'",
		"default-src 'none'; style-src 'unsafe-inline'":             "style-src 'unsafe-inline'",
		"default-src 'none'; connect-src https://elsewhere.example": "connect-src https://elsewhere.example",
		"default-src 'none'; img-src *":                             "img-src *",
	} {
		if got := laxity(policy); got != want {
			t.Errorf("laxity(%s): got %q, want %q", policy, got, want)
		}
	}
}

func TestEveryFolderHasItsStub(t *testing.T) {
	s := wholeSite(t)
	for _, p := range s.pages {
		folder, ok := strings.CutSuffix(p.Path, "/")
		if !ok {
			continue
		}
		stub := string(s.files[folder+".html"])
		for _, part := range []string{
			`data-to="/some/prefix/` + p.Path + `"`, `content="0; url=/some/prefix/` + p.Path + `"`,
			`rel="canonical" href="https://host.example/some/prefix/` + p.Path + `"`,
		} {
			if !strings.Contains(stub, part) {
				t.Errorf("%s.html lacks %s", folder, part)
			}
		}
	}
}

func TestSitemapListsWhatMayBeFound(t *testing.T) {
	s := wholeSite(t)
	listed := regexp.MustCompile(`<loc>([^<]*)</loc>`).FindAllSubmatch(s.files["sitemap.xml"], -1)
	shown := 0
	for _, p := range s.pages {
		if !p.Hidden {
			shown++
		}
	}
	if len(listed) != shown || shown < 10 {
		t.Errorf("sitemap: got %d pages, want the %d public ones", len(listed), shown)
	}
	for _, m := range listed {
		if !bytes.HasPrefix(m[1], []byte("https://host.example/some/prefix/")) || bytes.Contains(m[1], []byte("404")) {
			t.Errorf("sitemap: got %s, want addresses of this site and no 404", m[1])
		}
	}
}

func TestManifestStaysWithinTheSite(t *testing.T) {
	s := wholeSite(t)
	var m struct {
		ID       string `json:"id"`
		StartURL string `json:"start_url"`
		Scope    string `json:"scope"`
		Icons    []struct {
			Src, Sizes string
		}
	}
	if err := json.Unmarshal(s.files["manifest.webmanifest"], &m); err != nil {
		t.Fatal(err)
	}
	if m.Scope != "/some/prefix/" || !strings.HasPrefix(m.StartURL, m.Scope) || !strings.HasPrefix(m.ID, m.Scope) {
		t.Errorf("got manifest %+v, want its scope /some/prefix/ to contain start and id", m)
	}
	for _, icon := range m.Icons {
		content, ok := s.files[strings.TrimPrefix(icon.Src, "/some/prefix/")]
		if !ok {
			t.Errorf("icon %s is missing", icon.Src)
		}
		if icon.Sizes == "any" {
			continue
		}
		picture, err := png.Decode(bytes.NewReader(content))
		if err != nil || !strings.HasPrefix(icon.Sizes,
			strings.Split(picture.Bounds().Size().String(), ",")[0][1:]+"x") {
			t.Errorf("icon %s: got error %v, size %v; want %s", icon.Src, err, picture.Bounds().Size(), icon.Sizes)
		}
	}
}

// TestConfigCannotBeClosed puts a hostile prefix into the block of JSON.
func TestConfigCannotBeClosed(t *testing.T) {
	s := newSite(t, "", "")
	s.Base = "</script><script>"
	block, err := s.configBlock()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(block), "</script>") != 1 {
		t.Errorf("the block is closed early: %s", block)
	}
}

func TestCheckLinksFinds(t *testing.T) {
	for page, want := range map[string]string{
		`<a href="/p/gone/">x</a>`:                        "no such file",
		`<a href="/elsewhere/">x</a>`:                     "does not start with the base",
		`<a href="#gone">x</a>`:                           "no such place",
		`<img src="https://foreign.example/x.png">`:       "leads out of the site",
		`<script src="//foreign.example/x.js"></script>`:  "leads out of the site",
		`<p id="a"></p><p id="a"></p>`:                    "is there twice",
		`<a href="https://foreign.example/">x</a>`:        "",
		`<p id="a"></p><a href="/p/index.html#a">x</a>`:   "",
		`<a href="/p/#s1.d.abc">a scenario in a link</a>`: "",
	} {
		s, _ := NewSite("/p", "")
		s.Add("index.html", []byte(page))
		err := s.checkLinks()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("checkLinks of %s: got error %v, want %q", page, err, want)
		}
	}
}
