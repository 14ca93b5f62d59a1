package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// addPages writes all pages, and the files that list them.
func (s *Site) addPages() error {
	for _, step := range []func() error{
		s.addHome, s.addDocs, s.addChanges, s.addCourse, s.addChallenges, s.addClassroom, s.addComposer,
		s.addLab, s.addFigure, s.addExamples, s.addSigns, s.addSchemas, s.addVerifier, s.addTexts, s.addManifest,
		s.addLicenses,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// addHome writes the home page.
func (s *Site) addHome() error {
	home, err := s.home()
	if err != nil {
		return err
	}
	body, err := part("home", home)
	if err != nil {
		return err
	}
	return s.addPage("page", Page{
		Path: "", Title: "Gridbox", Body: body, Frames: true,
		Description: "Build a grid, run scheduling algorithms on it, see the reason for each decision, and share " +
			"it as a link. In a browser tab, without a server.",
	})
}

// addSigns adds the pages 404.html and offline.html, which are shown for missing and for uncached addresses.
func (s *Site) addSigns() error {
	for _, sign := range []struct{ file, title, text string }{
		{"404.html", "No such page",
			"There is no page at this address. It may have moved, or the link may be incomplete."},
		{"offline.html", "Not kept for offline use",
			"You are offline, and this page was not visited before on this device. Pages you have visited, and the " +
				"laboratory once you have opened it, work offline."},
	} {
		body, err := part("sign", struct {
			*Site
			Title, Text string
		}{s, sign.title, sign.text})
		if err != nil {
			return err
		}
		if err := s.addPage("page", Page{Path: sign.file, Title: sign.title, Description: sign.text, Hidden: true,
			Body: body}); err != nil {
			return err
		}
	}
	return nil
}

// addManifest writes the manifest of the installable web application.
func (s *Site) addManifest() error {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	text, err := json.MarshalIndent(struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		ShortName   string `json:"short_name"`
		Description string `json:"description"`
		StartURL    string `json:"start_url"`
		Scope       string `json:"scope"`
		Display     string `json:"display"`
		Background  string `json:"background_color"`
		Theme       string `json:"theme_color"`
		Icons       []icon `json:"icons"`
	}{
		ID: s.URL("lab/"), Name: "Gridbox", ShortName: "Gridbox",
		Description: "A laboratory for grid and cluster scheduling algorithms",
		StartURL:    s.URL("lab/"), Scope: s.URL(""), Display: "standalone", Background: "#fbfaf7", Theme: "#fbfaf7",
		Icons: []icon{
			{s.URL("icon.svg"), "any", "image/svg+xml", ""},
			{s.URL("icon-192.png"), "192x192", "image/png", ""},
			{s.URL("icon-512.png"), "512x512", "image/png", ""},
			{s.URL("icon-maskable.png"), "512x512", "image/png", "maskable"},
		},
	}, "", "  ")
	if err != nil {
		return err
	}
	return s.Add("manifest.webmanifest", text)
}

// addSitemap lists the pages for search engines. If the origin is known, the addresses are
// complete, as the protocol requires; otherwise they are paths, and robots.txt does not refer to
// the sitemap.
func (s *Site) addSitemap() error {
	var out strings.Builder
	out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset " +
		"xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for _, p := range s.pages {
		if !p.Hidden {
			fmt.Fprintf(&out, "<url><loc>%s</loc></url>\n", p.Canonical())
		}
	}
	out.WriteString("</urlset>\n")
	if err := s.Add("sitemap.xml", []byte(out.String())); err != nil {
		return err
	}
	robots := "User-agent: *\nAllow: /\n"
	if s.Origin != "" {
		robots += "Sitemap: " + s.Absolute("sitemap.xml") + "\n"
	}
	return s.Add("robots.txt", []byte(robots))
}
