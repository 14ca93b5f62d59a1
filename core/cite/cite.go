// Package cite formats a scenario for other media: as an address, a frame, an
// element, in Markdown, HTML and LaTeX, as bibliography entries, and as the
// commands that reproduce its answers. The share dialog and the command line
// use the same texts.
package cite

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A Work is a scenario to be shared.
type Work struct {
	Scenario *scenario.Scenario
	// Fragment is the part of the address that opens the scenario, with the expected answers
	// if known.
	Fragment string
	// Answers are the expected answers if known; the artifact description lists them.
	Answers []scenario.Answer
	// Site is the address of Gridbox, without a slash at the end.
	Site string
}

// A Form is one text to copy.
type Form struct {
	ID    string // "link"
	Name  string // "Address"
	About string // purpose
	Text  string
}

// Forms returns all forms in the order in which they are offered.
func (w *Work) Forms() []Form {
	return []Form{
		{"link", "Address", "opens the laboratory on a draft of its own", w.Address()},
		{"frame", "Frame", "a figure in any page, without a script of yours", w.frame()},
		{"element", "Element", "a figure whose height and theme follow your page", w.element()},
		{"markdown", "Markdown", "a line for notes and READMEs", w.markdown()},
		{"html", "HTML", "a figure with a picture and the address behind it", w.html()},
		{"latex", "LaTeX", "a figure of a paper, to be saved with its PDF", w.latex()},
		{"bibtex", "BibTeX", "the papers of its algorithms, and the scenario itself", w.BibTeX()},
		{"command", "Command", "comes to the same answers without a browser", w.commands()},
		{"artifact", "Artifact description", "an appendix: commands, expected digests, expected time", w.artifact()},
	}
}

// Address returns the address of the laboratory with the scenario in it.
func (w *Work) Address() string { return w.Site + "/lab/" + w.Fragment }

func (w *Work) frame() string {
	return `<iframe src="` + Escape(w.Site+"/figure/"+w.Fragment) + `" title="` +
		Escape(w.title()) + `" width="100%" height="560" loading="lazy"></iframe>`
}

func (w *Work) element() string {
	return `<script src="` + Escape(w.Site) + `/embed.js" defer></script>` + "\n" +
		`<gridbox-figure scenario="` + Escape(w.Fragment) + `"></gridbox-figure>`
}

func (w *Work) markdown() string { return "[" + Markdown(w.title()) + "](" + w.Address() + ")" }

func (w *Work) html() string {
	address, title := Escape(w.Address()), Escape(w.title())
	return "<figure>\n  <a href=\"" + address + "\"><img src=\"" + w.file() + ".svg\" alt=\"" + title + "\"></a>\n" +
		"  <figcaption>" + title + ". <a href=\"" + address + "\">Open it in Gridbox</a>.</figcaption>\n</figure>"
}

// StudySuffix ends the name of a study's figure.
const StudySuffix = "-study"

// latex returns a LaTeX figure environment with a caption and a link, preceded
// by comments with the commands that draw its PDF. The figure shows the chart
// of the study if the view of the scenario is on the study, otherwise the
// picture.
func (w *Work) latex() string {
	file, caption := w.file(), TeX(w.title())+"."
	made := "% gridbox draw " + file + ".json --out " + file + ".pdf\n"
	if s := w.Scenario; s.Study != nil && s.View != nil && s.View.Panel == "study" {
		made = "% gridbox study " + file + ".json > " + file + ".study.json\n" +
			"% gridbox draw " + file + ".json " + file + ".study.json --out " + file + StudySuffix + ".pdf\n"
		file += StudySuffix
		if !catalog.Single(s) {
			caption += " Means over " + doc.Number(float64(s.Study.Replications)) + " replications."
		}
	}
	return made + "\\begin{figure}\n  \\centering\n  \\includegraphics{" + file + ".pdf}\n" +
		"  \\caption{" + caption + " \\href{" + texAddress(w.Address()) + "}{Open it in Gridbox}.}\n" +
		"  \\label{fig:" + file + "}\n\\end{figure}"
}

// texAddress escapes an address for \href, where only these characters are
// special.
func texAddress(address string) string {
	return strings.NewReplacer("#", "\\#", "%", "\\%", "&", "\\&", "_", "\\_").Replace(address)
}

// commands returns shell commands that reproduce the answers. Single quotes
// protect the address.
func (w *Work) commands() string {
	link := "'" + strings.ReplaceAll(w.Fragment, "'", "%27") + "'"
	text := "gridbox open " + link + " > " + w.file() + ".json\n"
	if w.Scenario.Study != nil {
		text += "gridbox study " + w.file() + ".json > " + w.file() + ".study.json\n"
	}
	text += "gridbox solve " + w.file() + ".json --text"
	if e, _ := scenario.ParseExpectation(w.Fragment); e != nil {
		text += "\ngridbox verify " + link
	}
	return text
}

// BibTeX returns an entry for each paper of the runs and one for the scenario.
// There is no date of a visit, since the link contains the whole scenario.
func (w *Work) BibTeX() string {
	var entries []string
	for _, r := range catalog.Runs(w.Scenario) {
		a, _ := catalog.Find(w.Scenario.Kind, r.Algorithm)
		if entry := paper(a.Paper); a.Paper != "" && !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	digest := strings.TrimPrefix(scenario.Digest(w.Scenario), "sha256:")
	note := "Gridbox " + catalog.Version + ", scenario sha256:" + digest[:16]
	if w.Scenario.Seed != 0 {
		note += ", seed " + strconv.FormatUint(w.Scenario.Seed, 10)
	}
	entries = append(entries, entry("misc", "gridbox-"+digest[:8], []field{{"title", TeX(w.title())},
		{"howpublished", "Scenario of Gridbox, a laboratory for scheduling algorithms"}, {"note", TeX(note)},
		{"url", strings.ReplaceAll(w.Address(), "%", "\\%")}}))
	return strings.Join(entries, "\n\n")
}

func (w *Work) title() string {
	if w.Scenario.Title != "" {
		return strings.Join(strings.Fields(w.Scenario.Title), " ")
	}
	k, _ := catalog.ByID(w.Scenario.Kind)
	return k.Name
}

// file returns a file name for the title.
func (w *Work) file() string { return FileName(w.Scenario.Title) }

// FileName returns a file name for a title: lower-case letters and digits, with
// hyphens for the rest.
func FileName(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" {
		return "scenario"
	}
	return name[:min(len(name), 60)]
}

// ByID returns the form with an id, or else a message with the ids that exist.
func (w *Work) ByID(id string) (Form, string) {
	var ids []string
	for _, f := range w.Forms() {
		if f.ID == id {
			return f, ""
		}
		ids = append(ids, f.ID)
	}
	return Form{}, id + " is no form" + doc.Suggest(id, ids) + "; there are " + strings.Join(ids, ", ")
}

// Escape escapes a text for an attribute. Package html would add its table of
// two thousand character names to the binary.
func Escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(text)
}
