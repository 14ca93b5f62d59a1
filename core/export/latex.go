package export

import (
	"strings"

	"gridbox/core/cite"
)

// latex writes the summary as a table with the package booktabs, for use with \input. It needs
// \usepackage{booktabs} and a document in UTF-8, the default of LaTeX since 2018.
func latex(w *Work) (Text, error) {
	s := summaryOf(w)
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\caption{" + tex(s.caption) + "}\n" +
		"  \\begin{tabular}{")
	for _, h := range s.head {
		if h.right {
			b.WriteByte('r')
		} else {
			b.WriteByte('l')
		}
	}
	b.WriteString("}\n    \\toprule\n    ")
	for i, h := range s.head {
		if i > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(tex(h.name))
		if h.unit != "" {
			b.WriteString(" [" + tex(h.unit) + "]")
		}
	}
	b.WriteString(" \\\\\n    \\midrule\n")
	groups := s.groups
	for i, row := range s.rows {
		if len(groups) > 0 && groups[0] == i {
			groups = groups[1:]
			b.WriteString("    \\addlinespace\n")
		}
		b.WriteString("    ")
		for k := range row {
			if k > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(row[k].tex())
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("    \\bottomrule\n  \\end{tabular}\n")
	for _, note := range s.notes {
		b.WriteString("\n  \\par\\footnotesize " + tex(note) + "\n")
	}
	b.WriteString("\\end{table}\n")
	return Text{Bytes: []byte(b.String())}, nil
}

// tex returns the figure with its interval in brackets, the best in bold, and its marks as
// superscripts.
func (f *figure) tex() string {
	text := texNumber(f.text)
	if f.best {
		text = "\\textbf{" + text + "}"
	}
	if f.stars != "" {
		text += "\\textsuperscript{" + f.stars + "}"
	}
	if f.low != "" {
		text += " [" + texNumber(f.low) + ", " + texNumber(f.high) + "]"
	}
	// A bracket at the start of a row would be read as an argument of \\.
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
	}
	return text
}

// texNumber formats a negative number with a minus sign, and numbers from 10 000 on with thin
// spaces between thousands. Other texts are escaped.
func texNumber(text string) string {
	rest, below := strings.CutPrefix(text, "-")
	whole, decimals, _ := strings.Cut(rest, ".")
	if whole == "" || strings.Trim(whole+decimals, "0123456789") != "" {
		return tex(text)
	}
	grouped := whole
	if len(whole) > 4 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			grouped = grouped[:i] + "\\," + grouped[i:]
		}
	}
	grouped += rest[len(whole):]
	if below {
		return "$-$" + grouped
	}
	return grouped
}

// tex escapes a text for LaTeX.
func tex(text string) string { return cite.TeX(text) }
