package cite

import "strings"

// A field is a field of an entry. Its value is TeX.
type field struct{ name, value string }

func entry(kind, key string, fields []field) string {
	var b strings.Builder
	b.WriteString("@" + kind + "{" + key)
	for _, f := range fields {
		if f.value != "" {
			b.WriteString(",\n  " + f.name + " = {" + f.value + "}")
		}
	}
	b.WriteString("\n}")
	return b.String()
}

// paper returns the entry of a reference in the form of the catalogue: "Names:
// Title. Where and when, doi 10.1". A text in another form becomes the note of
// an entry.
func paper(text string) string {
	names, rest, ok := strings.Cut(text, ": ")
	if !ok {
		return entry("misc", key(text, ""), []field{{"note", TeX(text)}})
	}
	title, where, _ := strings.Cut(rest, ". ")
	where, doi, _ := strings.Cut(where, "doi ")
	if doi == "" {
		title, doi, _ = strings.Cut(title, "doi ")
	}
	year := yearIn(where + " " + title)
	if cut := strings.LastIndex(title, " ("); cut > 0 && year != "" && strings.Contains(title[cut:], year) {
		title = title[:cut]
	}
	where = strings.Trim(where, " ,.;")
	return entry("misc", key(names, year), []field{{"author", TeX(strings.ReplaceAll(names, ", ", " and "))},
		{"title", "{" + TeX(strings.Trim(title, " ,.")) + "}"}, {"howpublished", TeX(where)}, {"year", year},
		{"doi", strings.TrimRight(strings.TrimSpace(doi), ".;,)")}})
}

// key returns the first name with the year, in letters and digits.
func key(names, year string) string {
	first, _, _ := strings.Cut(names, ",")
	return strings.ReplaceAll(FileName(first), "-", "") + year
}

// yearIn returns the first four digits that are a year, or "".
func yearIn(text string) string {
	for i := 0; i+4 <= len(text); i++ {
		four := text[i : i+4]
		alone := (i == 0 || !digit(text[i-1])) && (i+4 == len(text) || !digit(text[i+4]))
		if alone && strings.Trim(four, "0123456789") == "" && four >= "1950" && four < "2100" {
			return four
		}
	}
	return ""
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
