package main

import (
	"bytes"
	"embed"
	"html/template"
	"strings"
)

// policy is the Content-Security-Policy of every page: sources from the site itself, WebAssembly
// but no eval, no inline script or style.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

// framing is added to the policy of pages with live figures.
const framing = "; frame-src 'self'"

//go:embed templates/*.html
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "templates/*.html"))

// A Page is the data of an HTML page of the site.
type Page struct {
	*Site
	// Path is the address within the site: "" is the home page, "docs/rbhs/" the index of a
	// folder, "404.html" a file.
	Path        string
	Title       string
	Description string
	Section     string // marks the current entry of the site's navigation
	Hidden      bool   // not for search engines
	Frames      bool   // shows live figures
	Body        template.HTML
	To          string // target of a redirect
	// For pages that run WebAssembly: the addresses for their scripts, and the preset drawn in
	// the page.
	Config template.HTML
	Still  string
}

// CSP returns the policy of the page. It must come first in head: a policy in a meta element
// covers only what follows it.
func (p Page) CSP() string {
	if p.Frames {
		return policy + framing
	}
	return policy
}

// FullTitle returns the title of the page with the name of the site.
func (p Page) FullTitle() string {
	if p.Path == "" {
		return "Gridbox · a laboratory for scheduling algorithms"
	}
	return p.Title + " · Gridbox"
}

// Canonical returns the canonical address of the page.
func (p Page) Canonical() string { return p.Absolute(p.Path) }

// file returns the name of the file with the page.
func (p Page) file() string {
	if p.Path == "" || strings.HasSuffix(p.Path, "/") {
		return p.Path + "index.html"
	}
	return p.Path
}

// addPage renders a page with the layout called name and adds it. A page with a folder as its
// address also gets a redirect under the .html address, which some hosts and many readers use.
func (s *Site) addPage(name string, p Page) error {
	p.Site = s
	text, err := render(name, p)
	if err != nil {
		return err
	}
	if err := s.Add(p.file(), text); err != nil {
		return err
	}
	s.pages = append(s.pages, p)
	if folder, ok := strings.CutSuffix(p.Path, "/"); ok {
		stub := Page{Site: s, Path: folder + ".html", Title: p.Title, To: p.Path}
		text, err := render("stub", stub)
		if err != nil {
			return err
		}
		return s.Add(stub.Path, text)
	}
	return nil
}

// render executes a template.
func render(name string, data any) ([]byte, error) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, name, data); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// part renders a template as part of a page.
func part(name string, data any) (template.HTML, error) {
	text, err := render(name, data)
	return template.HTML(text), err
}
