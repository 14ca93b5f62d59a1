package main

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// checkLinks checks every address in every page: an address within the site must exist, including
// its fragment; an address outside of it must not be fetched by the page.
func (s *Site) checkLinks() error {
	var faults []string
	ids := map[string]map[string]bool{}
	for _, name := range s.names() {
		if path.Ext(name) == ".html" {
			found, err := idsOf(s.files[name])
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			ids[name] = found
		}
	}
	for _, name := range s.names() {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, link := range linksOf(s.files[name]) {
			if why := s.faultOf(name, link, ids); why != "" {
				faults = append(faults, fmt.Sprintf("%s: %s: %s", name, link.address, why))
			}
		}
	}
	if len(faults) > 0 {
		return fmt.Errorf("broken addresses:\n%s", strings.Join(faults, "\n"))
	}
	return nil
}

// A link is an address in a page; followed is true if only a click opens it.
type link struct {
	address  string
	followed bool
}

// faultOf returns the fault of a link of the file name, or "".
func (s *Site) faultOf(name string, l link, ids map[string]map[string]bool) string {
	u, err := url.Parse(l.address)
	if err != nil {
		return err.Error()
	}
	if u.Scheme == "data" || (l.followed && (u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "mailto")) {
		return ""
	}
	if u.Scheme != "" || u.Host != "" {
		return "leads out of the site"
	}
	target := name
	if u.Path != "" {
		rest, ok := strings.CutPrefix(u.Path, s.Base+"/")
		if !ok {
			return "does not start with the base"
		}
		target = rest
		if rest == "" || strings.HasSuffix(rest, "/") {
			target = rest + "index.html"
		}
	}
	if _, ok := s.files[target]; !ok && target != "sw.js" && target != "embed.js" {
		return "no such file"
	}
	// A fragment with dots is a scenario, read by the laboratory.
	if u.Fragment != "" && ids[target] != nil && !strings.Contains(u.Fragment, ".") && !ids[target][u.Fragment] {
		return "no such place in the page"
	}
	return ""
}

// idsOf returns the ids of the elements of a page. It returns an error if an id occurs twice or the page cannot be
// parsed.
func idsOf(text []byte) (map[string]bool, error) {
	ids := map[string]bool{}
	var twice string
	err := walk(text, func(n *html.Node) {
		if id := attr(n, "id"); id != "" {
			if ids[id] {
				twice = id
			}
			ids[id] = true
		}
	})
	if err == nil && twice != "" {
		err = fmt.Errorf("the id %q is there twice", twice)
	}
	return ids, err
}

// linksOf returns the addresses in a page in their order. Links that a reader follows, and canonical links, are
// marked as followed.
func linksOf(text []byte) []link {
	var links []link
	// The error was reported when the ids were read.
	_ = walk(text, func(n *html.Node) {
		for _, name := range []string{"href", "src", "data-live"} {
			address := attr(n, name)
			if address == "" || n.Data == "use" {
				continue
			}
			rel := attr(n, "rel")
			followed := n.Data == "a" || (n.Data == "link" && rel == "canonical")
			links = append(links, link{address, followed})
		}
	})
	return links
}

// walk visits the elements of a page in order.
func walk(text []byte, visit func(*html.Node)) error {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return err
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			visit(n)
		}
	}
	return nil
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
