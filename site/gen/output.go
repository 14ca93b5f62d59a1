package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"gridbox/core/scenario"
	"gridbox/core/study/fleet"
	"gridbox/core/study/report"
	"gridbox/site/gen/house"
)

// addSchemas publishes the JSON Schemas of the documents.
func (s *Site) addSchemas() error {
	if err := s.Add("schema/"+scenario.SchemaName, scenario.Schema()); err != nil {
		return err
	}
	if err := s.Add("schema/"+scenario.ResultSchemaName, scenario.ResultSchema()); err != nil {
		return err
	}
	for _, p := range fleet.Schemas {
		if err := s.Add("schema/"+p.File(), p.Schema()); err != nil {
			return err
		}
	}
	return s.Add("schema/"+report.SchemaName, report.Schema())
}

// writeOutput renders a fenced block "gridbox": every line is the arguments of
// one command, which is run, and whose output stands below it. What the
// documentation shows is therefore what the command line prints today.
func (s *Site) writeOutput(w io.Writer, block string) error {
	if s.command == "" {
		dir, err := os.MkdirTemp("", "gridbox-command-")
		if err != nil {
			return err
		}
		s.command = filepath.Join(dir, "gridbox")
		build := exec.Command("go", "build", "-trimpath", "-o", s.command, "./core/cmd/gridbox")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building the command line: %w", err)
		}
	}
	for line := range strings.Lines(block) {
		args := strings.Fields(line)
		run := exec.Command(s.command, args...)
		var out bytes.Buffer
		run.Stdout, run.Stderr = &out, &out
		if err := run.Run(); err != nil {
			return fmt.Errorf("gridbox %s: %w\n%s", strings.TrimSpace(line), err, out.String())
		}
		fmt.Fprintf(w, "<pre tabindex=\"0\"><code><span class=\"t-kw\">$ gridbox %s</span>\n%s</code></pre>\n",
			html.EscapeString(strings.Join(args, " ")), html.EscapeString(steady(out.String())))
	}
	return nil
}

// elapsed matches the last column of the table of answers, behind the word of
// the checker.
var elapsed = regexp.MustCompile(`(?m) (?:optimal|bounded|valid|wrong) +\d+(?:\.\d+)?$`)

// steady takes out how long a run took, the one thing that differs from build
// to build; with as many digits go as many blanks as the column is wide.
func steady(output string) string {
	return elapsed.ReplaceAllStringFunc(output, func(found string) string {
		word := strings.TrimRight(found, " .0123456789")
		return word + strings.Repeat(" ", len(found)-len(word)-1) + "…"
	})
}

// writeHouse renders a fenced block "house": a caption, then the folders that
// are its rooms, drawn from the sources as they are.
func (s *Site) writeHouse(w io.Writer, block string) error {
	caption, folders, _ := strings.Cut(strings.TrimSpace(block), "\n")
	plan, err := house.Read("gridbox", os.DirFS("."), strings.Fields(folders))
	if err != nil {
		return err
	}
	io.WriteString(w, "<figure class=\"plan\"><div class=\"scroll\" tabindex=\"0\">")
	plan.Draw(w, "house-"+slug.Replace(strings.Fields(folders)[0]), caption)
	_, err = fmt.Fprintf(w, "</div><figcaption>%s</figcaption></figure>\n", html.EscapeString(caption))
	return err
}

// slug makes a folder pattern part of an id.
var slug = strings.NewReplacer("/", "-", "*", "all")

// close removes what was built on the way.
func (s *Site) close() {
	if s.command != "" {
		os.RemoveAll(filepath.Dir(s.command))
	}
}
