// Package cite writes how a scenario is shown, cited and repeated elsewhere: as an
// address, a frame, an element, in Markdown, HTML and LaTeX, as entries of a
// bibliography, and as the commands that come to the same answers. The share dialog
// and the command line hand out the same texts.
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
	// Fragment opens it, with what is expected of its answers where that is known.
	Fragment string
	// Site is the address of Gridbox, without a slash at the end.
	Site string
}

// A Form is one text to be copied.
type Form struct {
	ID    string // "link"
	Name  string // "Address"
	About string // what it is for
	Text  string
}

// Forms lists all of them, the shortest way first.
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
	}
}

// Address is the laboratory's with the scenario in it.
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

// latex takes in the picture, or the chart of the study where the address opens that.
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

// texAddress writes an address for \href: of its signs only these mean something there.
func texAddress(address string) string {
	return strings.NewReplacer("#", "\\#", "%", "\\%", "&", "\\&", "_", "\\_").Replace(address)
}

// commands repeat it: in single quotes a shell leaves an address alone.
func (w *Work) commands() string {
	link := "'" + strings.ReplaceAll(w.Fragment, "'", "%27") + "'"
	text := "gridbox open " + link + " > " + w.file() + ".json\n"
	if w.Scenario.Study != nil {
		text += "gridbox study " + w.file() + ".json > " + w.file() + ".study.json\n"
	}
	text += "gridbox solve " + w.file() + ".json --text"
	if e, _ := scenario.Expected(w.Fragment); e != nil {
		text += "\ngridbox verify " + link
	}
	return text
}

// BibTeX has an entry for each paper that the runs are of, and one for the scenario.
// It has no date of a visit: a link holds all of what it leads to.
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

// file is a name made of the title: letters, digits and hyphens.
func (w *Work) file() string { return FileName(w.Scenario.Title) }

// FileName makes a name for a file of a title: letters and digits, the rest as
// hyphens.
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

// ByID finds a form, or says which there are.
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

// Escape is text that may stand in an attribute. The package html would bring its table of two
// thousand names for signs, which a binary then holds although nothing reads it.
func Escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(text)
}
