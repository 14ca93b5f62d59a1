package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// A plan is what the service worker knows about the version of the site that
// it serves; assets/js/sw.js says how it is used.
type plan struct {
	Version string              `json:"version"`
	Scope   string              `json:"scope"`
	Files   map[string]string   `json:"files"`
	Groups  map[string][]string `json:"groups"`
}

// unplanned files are for hosts, robots and previews, never for a page.
var unplanned = []string{"sw.js", "robots.txt", "sitemap.xml", feedFile, "social.png"}

// named is how many bytes of a file's digest stand in the plan. They tell a file from
// every other that this or another build may have put there, and weigh a quarter of
// the whole digests, which no coding makes shorter.
const named = 9

// addServiceWorker files sw.js: the plan, then the script.
func (s *Site) addServiceWorker() error {
	script := s.moveOut("sw.js")
	if err := s.Add("embed.js", s.moveOut("embed.js")); err != nil {
		return err
	}
	if err := s.addModule(); err != nil {
		return err
	}
	p := plan{Scope: s.URL(""), Files: map[string]string{}, Groups: map[string][]string{}}
	whole := sha256.New()
	for _, name := range s.names() {
		if slices.Contains(unplanned, name) {
			continue
		}
		sum := sha256.Sum256(s.files[name])
		p.Files[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:named])
		whole.Write([]byte(name + " " + p.Files[name] + "\n"))
		for _, group := range s.groupsOf(name) {
			p.Groups[group] = append(p.Groups[group], name)
		}
	}
	whole.Write(script)
	p.Version = hex.EncodeToString(whole.Sum(nil)[:6])
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.Add("sw.js", slices.Concat([]byte("self.GRIDBOX_PLAN="), text, []byte(";\n"), script))
}

// elsewhere is what pages load that are not the laboratory.
var elsewhere = []string{"composer.js", "contest.js", "course.js", "rerun.js", "search.js", "search.json",
	"module.wasm", "worker.wasm", "figure.wasm", "figure.js", "figure.css", "figure-first.js", "vugu.js"}

// groupsOf says with which others a file is kept for offline use. The base is
// what every static page needs, the lab what the laboratory needs, the charts
// what it draws with once somebody works there, and the way home; tools, figures and
// documents are kept as they are visited.
func (s *Site) groupsOf(name string) []string {
	plain := plainName(strings.TrimPrefix(name, "a/"))
	switch {
	case slices.Contains([]string{"offline.html", "404.html", "icon.svg", "manifest.webmanifest"}, name),
		slices.Contains([]string{"site.css", "static.js", "theme.js", "stub.js",
			"inter-latin-wght-normal.woff2"}, plain):
		return []string{"base", "lab"}
	case plain == "vega.js", name == "index.html":
		return []string{"charts"}
	case slices.Contains(tools, plain), slices.Contains(elsewhere, plain):
		return nil
	case strings.HasPrefix(name, "a/"), strings.HasPrefix(name, "lab/"), strings.HasPrefix(name, "examples/"):
		return []string{"lab"}
	}
	return nil
}

// version names this build by the binaries and scripts that a page of the
// laboratory starts.
func (s *Site) version() string {
	sum := sha256.New()
	for _, name := range s.names() {
		if strings.HasPrefix(name, "a/") {
			sum.Write([]byte(name + "\n"))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}
