package main

import (
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gridbox/core/kind/kinds"
	policies "gridbox/core/policy"
)

// writePolicies renders a fenced block "policies": the decisions of a kind, the attributes that
// formulas can use, and the initial policies, from the tables that the solvers use.
func (s *Site) writePolicies(w io.Writer, kind string) error {
	k, ok := kinds.Policy(kind)
	if !ok {
		return fmt.Errorf("policies: there is no kind %q", kind)
	}
	for i := range k.Decisions {
		d := &k.Decisions[i]
		fmt.Fprintf(w, "<p><strong><code>%s</code></strong> – %s.</p>\n", html.EscapeString(d.ID),
			html.EscapeString(d.About))
		rows := [][2]string{}
		for _, n := range append(append([]policies.Name(nil), d.Names...), d.Members...) {
			about := sentence(n.About)
			if n.Unit != "" {
				about += ", in " + n.Unit
			}
			rows = append(rows, [2]string{n.ID, about})
		}
		writeRows(w, "Name", rows)
	}
	rows := [][2]string{}
	for i := range k.Ready {
		r := &k.Ready[i]
		rows = append(rows, [2]string{strings.ReplaceAll(r.Source, "\n", "; "), r.Title + ". " + r.About})
	}
	writeRows(w, "To start from", rows)
	var programs []string
	for _, x := range kinds.Starters(kind) {
		programs = append(programs, fmt.Sprintf("<code>gridbox policy %s --from %s</code>", kind, x.Algorithm))
	}
	_, err := fmt.Fprintf(w, "<p>Programs that decide as an algorithm does: %s.</p>\n", strings.Join(programs, ", "))
	return err
}

func writeRows(w io.Writer, head string, rows [][2]string) {
	fmt.Fprintf(w, "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">%s</th>"+
		"<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n", head)
	for _, r := range rows {
		fmt.Fprintf(w, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td></tr>\n", html.EscapeString(r[0]),
			html.EscapeString(r[1]))
	}
	fmt.Fprint(w, "</tbody></table></div>\n")
}

// writeAttempt renders a fenced block "attempt": a challenge and a file of site/docs/policies on
// each line. The policy is shown and run, and its score follows it.
func (s *Site) writeAttempt(w io.Writer, block string) error {
	for line := range strings.Lines(block) {
		id, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		path := filepath.ToSlash(filepath.Join("site/docs/policies", name))
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		language := strings.TrimPrefix(filepath.Ext(name), ".")
		fmt.Fprintf(w, "<pre tabindex=\"0\"><code>%s</code></pre>\n", highlight(language, string(source)))
		if err := s.writeOutput(w, "challenge run "+id+" --policy "+path+" --start 7 --text"); err != nil {
			return err
		}
	}
	return nil
}
