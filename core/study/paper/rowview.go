package paper

import (
	"strconv"
	"strings"
)

// A RowView is our side of a row for pages.
type RowView struct {
	ID       string `json:"id"`
	Ours     string `json:"ours,omitempty"`
	Interval string `json:"interval,omitempty"`
	Count    int    `json:"count,omitempty"`
	Excluded int    `json:"left,omitempty"`
	Verdict  string `json:"verdict"`
	Miss     string `json:"miss,omitempty"`  // distance from the statement
	Class    string `json:"class"`           // good, bad, open or neutral
	Scale    string `json:"scale,omitempty"` // the row to scale, as SVG
}

// View returns our side of a row as text.
func (r *RowDocument) View() RowView {
	s := RowView{ID: r.ID, Count: r.Count, Excluded: r.Excluded, Verdict: r.Verdict, Miss: r.Miss(), Class: "neutral"}
	switch r.Verdict {
	case Agrees:
		s.Class = "good"
	case Differs:
		s.Class = "bad"
	case Near, Undecided:
		s.Class = "open"
	}
	if r.Ours == nil || len(r.CI95) != 2 {
		return s
	}
	low, high := r.CI95[0], r.CI95[1]
	s.Ours = formatRounded(*r.Ours, high-low)
	if high > low {
		s.Interval = formatRounded(low, high-low) + " to " + formatRounded(high, high-low)
	}
	s.Scale = whisker(r)
	return s
}

// formatRounded returns a number with the digits that its interval justifies.
func formatRounded(x, width float64) string {
	if width <= 0 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	digits := 0
	for w := width; w < 10 && digits < 6; w *= 10 {
		digits++
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// The size of a row's picture.
const (
	whiskerWidth  = 140.0
	whiskerHeight = 20.0
)

// whisker returns a picture of a row to scale: the statement's range as a band,
// ours as a dot with its interval.
func whisker(r *RowDocument) string {
	from, to := r.CI95[0], r.CI95[1]
	for _, end := range []*float64{r.Low, r.High} {
		if end != nil {
			from, to = min(from, *end), max(to, *end)
		}
	}
	if r.Low == nil && r.High == nil {
		return ""
	}
	if to <= from {
		from, to = from-1, to+1
	}
	pad := 0.12 * (to - from)
	from, to = from-pad, to+pad
	low, high := from, to // a band without an end extends to the edge
	if r.Low != nil {
		low = *r.Low
	}
	if r.High != nil {
		high = *r.High
	}
	place := func(x float64) float64 { return (x - from) / (to - from) * whiskerWidth }
	at := func(x float64) string { return strconv.FormatFloat(place(x), 'f', 1, 64) }
	wide := strconv.FormatFloat(max(2, place(high)-place(low)), 'f', 1, 64)
	text := "ours " + formatRounded(*r.Ours, r.CI95[1]-r.CI95[0]) + ", the statement " + r.Claim
	b := &strings.Builder{}
	b.WriteString(`<svg class="whisker" viewBox="0 0 140 20" width="140" height="20" role="img" aria-label="` +
		text + `">`)
	b.WriteString(`<rect class="within" x="` + at(low) + `" y="3" width="` + wide + `" height="14"/>`)
	b.WriteString(`<path class="interval" d="M` + at(r.CI95[0]) + ` 10H` + at(r.CI95[1]) + `"/>`)
	b.WriteString(`<circle class="ours" cx="` + at(*r.Ours) + `" cy="10" r="3.5"/></svg>`)
	return b.String()
}
