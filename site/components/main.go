// Command components writes the software bill of materials of a built binary: the modules that
// it was linked with, as a CycloneDX document.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"gridbox/core/catalog"
)

// A bom is a CycloneDX document of version 1.6.
type bom struct {
	Schema      string       `json:"$schema"`
	Format      string       `json:"bomFormat"`
	SpecVersion string       `json:"specVersion"`
	Version     int          `json:"version"`
	Metadata    metadata     `json:"metadata"`
	Components  []component  `json:"components"`
	DependsOn   []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

func main() {
	binary := flag.String("binary", "", "the built binary")
	flag.Parse()
	info, err := buildinfo.ReadFile(*binary)
	if err != nil {
		fmt.Fprintln(os.Stderr, "components:", err)
		os.Exit(1)
	}
	text, _ := json.MarshalIndent(materials(info), "", "  ")
	fmt.Println(string(text))
}

// materials returns the bill of materials of a binary: Go's standard library and the modules that the binary was
// linked with. A replaced module is listed as its replacement.
func materials(info *debug.BuildInfo) *bom {
	self := component{Type: "application", Ref: "gridbox", Name: "gridbox", Version: catalog.Version,
		PURL: "pkg:generic/gridbox@" + catalog.Version}
	b := &bom{Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6",
		Version: 1, Metadata: metadata{self}}
	b.Components = []component{library("stdlib", strings.TrimPrefix(info.GoVersion, "go"), "")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, library(m.Path, m.Version, m.Sum))
	}
	needs := dependency{Ref: self.Ref}
	for _, c := range b.Components {
		needs.DependsOn = append(needs.DependsOn, c.Ref)
	}
	b.DependsOn = []dependency{needs}
	return b
}

// library returns a module with its sum from go.sum.
func library(path, version, sum string) component {
	purl := "pkg:golang/" + path + "@" + version
	c := component{Type: "library", Ref: purl, Name: path, Version: version, PURL: purl}
	if sum != "" {
		c.Properties = []property{{"go:sum", sum}}
	}
	return c
}
