package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// A plan describes a version of the site to the service worker; assets/js/sw.js documents its
// use.
type plan struct {
	Version string              `json:"version"`
	Scope   string              `json:"scope"`
	Files   map[string]string   `json:"files"`
	Groups  map[string][]string `json:"groups"`
}

// excludedFiles lists files for hosts, robots and previews, which pages never load.
var excludedFiles = []string{"sw.js", "robots.txt", "sitemap.xml", feedFile, "social.png"}

// digestBytes is the number of bytes of a file's digest in the plan. They identify the content of a
// file among all builds in a quarter of the size of the whole digests, which do not compress.
const digestBytes = 9

// addServiceWorker adds sw.js: the plan, then the script.
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
		if slices.Contains(excludedFiles, name) {
			continue
		}
		sum := sha256.Sum256(s.files[name])
		p.Files[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:digestBytes])
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

// elsewhere lists files that only pages other than the laboratory load.
var elsewhere = []string{"classroom.js", "composer.js", "challengepage.js", "lessonpage.js", "paperrun.js", "search.js",
	"search.json", "module.wasm", "worker.wasm", "figure.wasm", "figure.js", "figure.css", "figure-first.js", "vugu.js"}

// groupsOf returns the groups in which a file is stored for offline use. The base has the files
// that every static page needs, the lab those of the laboratory, the charts the files that it loads
// after the first action, and the home page. Tools, figures and documents are stored when they
// are visited.
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

// version returns an identifier of this build, made from the binaries and scripts that a page of
// the laboratory starts.
func (s *Site) version() string {
	sum := sha256.New()
	for _, name := range s.names() {
		if strings.HasPrefix(name, "a/") {
			sum.Write([]byte(name + "\n"))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}
