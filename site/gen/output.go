package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"gridbox/core/scenario"
	"gridbox/core/study/cluster"
	"gridbox/core/study/report"
	"gridbox/site/gen/house"
	"gridbox/site/messages/catalogue"
)

// addVerifier publishes the program that verifies answers independently.
func (s *Site) addVerifier() error {
	text, err := os.ReadFile("site/verify/gridbox_verify.py")
	if err != nil {
		return err
	}
	return s.Add("verify/gridbox_verify.py", text)
}

// addSchemas publishes the JSON Schemas of the documents, each with its address as $id. The name
// of a schema contains the version of the format, so an address never changes its meaning.
func (s *Site) addSchemas() error {
	schemas := map[string][]byte{scenario.SchemaName: scenario.Schema(),
		scenario.ResultSchemaName: scenario.ResultSchema(), report.SchemaName: report.Schema()}
	for _, p := range cluster.Schemas {
		schemas[p.File()] = p.Schema()
	}
	for name, text := range schemas {
		const head = `"$schema": "https://json-schema.org/draft/2020-12/schema",`
		id := head + "\n  \"$id\": \"" + s.Absolute("schema/"+name) + `",`
		if err := s.Add("schema/"+name, bytes.Replace(text, []byte(head), []byte(id), 1)); err != nil {
			return err
		}
	}
	return nil
}

// addTexts publishes the English catalogue of the interface, a template for translators.
func (s *Site) addTexts() error {
	text, err := catalogue.JSON(".")
	if err != nil {
		return err
	}
	return s.Add("lang/en.json", text)
}

// writeOutput renders a fenced block "gridbox": every line is the arguments of a command, which
// is run and whose output follows it. The documentation therefore shows the current output.
func (s *Site) writeOutput(w io.Writer, block string) error {
	if s.command == "" {
		dir, err := os.MkdirTemp("", "gridbox-command-")
		if err != nil {
			return err
		}
		s.command = filepath.Join(dir, "gridbox")
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", s.command, "./core/cmd/gridbox")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building the command line: %w", err)
		}
	}
	for line := range strings.Lines(block) {
		args := strings.Fields(line)
		out, err := s.commandOutput(args)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "<pre tabindex=\"0\"><code><span class=\"t-kw\">$ gridbox %s</span>\n%s</code></pre>\n",
			html.EscapeString(strings.Join(args, " ")), html.EscapeString(removeElapsed(string(out))))
	}
	return nil
}

// commandOutput returns the output of the command line. Some commands take seconds, and the output
// depends only on the program, the arguments and the files, so it is cached in the folder
// s.outputs, if there is one.
func (s *Site) commandOutput(args []string) ([]byte, error) {
	if s.program == "" {
		text, err := os.ReadFile(s.command)
		if err != nil {
			return nil, err
		}
		s.program = fmt.Sprintf("%x", sha256.Sum256(text))
	}
	sum := sha256.New()
	fmt.Fprintln(sum, s.program)
	for _, word := range args {
		text, _ := os.ReadFile(word) // most arguments are not files
		fmt.Fprintf(sum, "%q %x\n", word, sha256.Sum256(text))
	}
	at := filepath.Join(s.outputs, hex.EncodeToString(sum.Sum(nil)))
	if s.outputs != "" {
		if kept, err := os.ReadFile(at); err == nil {
			return kept, nil
		}
	}
	run := exec.Command(s.command, args...)
	out, err := run.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("gridbox %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	if s.outputs == "" {
		return out, nil
	}
	// Rename after writing, so that an interrupted build leaves no partial output.
	half := fmt.Sprintf("%s.%d", at, os.Getpid())
	if err := os.MkdirAll(s.outputs, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(half, out, 0o644); err != nil {
		return nil, err
	}
	return out, os.Rename(half, at)
}

// elapsedColumn matches the last column of the table of answers, after the scope of the verification.
var elapsedColumn = regexp.MustCompile(`(?m) (?:optimal|bounded|valid|wrong) +\d+(?:\.\d+)?$`)

// removeElapsed removes the elapsed time of a run, the only part of the output that differs between
// builds, with the blanks of the column's width.
func removeElapsed(output string) string {
	return elapsedColumn.ReplaceAllStringFunc(output, func(found string) string {
		word := strings.TrimRight(found, " .0123456789")
		return word + strings.Repeat(" ", len(found)-len(word)-1) + "…"
	})
}

// writeHouse renders a fenced block "house": a caption, then the patterns of folders whose
// dependency graph is drawn from the sources.
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

// writeRooms renders a fenced block "rooms": a table of the packages in the named folders, each
// with the first sentence of its package comment.
func (s *Site) writeRooms(w io.Writer, block string) error {
	io.WriteString(w, "<div class=\"scroll\" tabindex=\"0\"><table>\n"+
		"<thead><tr><th>Package</th><th>What it does</th></tr></thead>\n<tbody>\n")
	for _, folder := range strings.Fields(block) {
		packages, err := house.Packages(os.DirFS("."), folder)
		if err != nil {
			return err
		}
		for _, p := range packages {
			fmt.Fprintf(w, "<tr><td><code>%s</code></td><td>%s</td></tr>\n",
				html.EscapeString(p.Folder), html.EscapeString(p.About))
		}
	}
	_, err := io.WriteString(w, "</tbody></table></div>\n")
	return err
}

// slug replaces the characters of a folder pattern that an id cannot contain.
var slug = strings.NewReplacer("/", "-", "*", "all")

// close removes temporary files.
func (s *Site) close() {
	if s.command != "" {
		os.RemoveAll(filepath.Dir(s.command))
	}
}
