package onepage

import (
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/numtext"
	"gridbox/core/draw/picture"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// escaper escapes a text for elements and attributes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func escape(text string) string { return escaper.Replace(text) }

// title returns the title of a scenario, or words in its place.
func title(s *scenario.Scenario) string {
	if s.Title == "" {
		return "A scheduling scenario"
	}
	return s.Title
}

// A body is the part of a page that shows a scenario and its answers without a program. It has
// the elements and classes of the figure (app/figure/root.vugu), so that the same styles suit it.
type body struct {
	*Work
	explicit    *scenario.Scenario
	kind        catalog.Kind
	runs        []scenario.Run
	visibleRuns []int              // indexes of the runs that the view does not hide
	selectedRun int                // index of the run that is shown
	answers     []*scenario.Answer // answers by index of their runs, nil for none
	strings.Builder
}

// body returns the element #figure with the title, the picture of the chosen run and the table of
// all runs. It returns an error if the scenario cannot be made explicit.
func (w *Work) body() (string, error) {
	explicit, faults := scenario.ExpandValid(w.Scenario)
	if err := faults.Err(); err != nil {
		return "", err
	}
	b := &body{Work: w, explicit: explicit, runs: catalog.Runs(w.Scenario)}
	b.kind, _ = catalog.ByID(explicit.Kind)
	b.visibleRuns = catalog.VisibleRuns(w.Scenario)
	if b.selectedRun, _ = catalog.Pick(explicit.Kind, b.runs, w.Run); !slices.Contains(b.visibleRuns, b.selectedRun) {
		b.selectedRun = b.visibleRuns[0]
	}
	names := catalog.Names(explicit.Kind, b.runs)
	b.answers = make([]*scenario.Answer, len(b.runs))
	for i := range w.Answers {
		place := i
		if p := w.Answers[i].Run; p != nil {
			place = *p
		}
		if place < len(b.runs) && w.Answers[i].Algorithm == b.runs[place].Algorithm {
			a := w.Answers[i]
			a.Label = names[place]
			b.answers[place] = &a
		}
	}
	b.write()
	return b.String(), nil
}

// add writes markup and texts in turn; every second part is a text and is
// escaped.
func (b *body) add(parts ...string) {
	for i, part := range parts {
		if i%2 == 1 {
			part = escape(part)
		}
		b.WriteString(part)
	}
}

// write writes the body of the page: the heading, the picture, the table, the caption and the
// footer.
func (b *body) write() {
	b.add(`<main id="figure" class="fig" data-phase="still"><header class="fig-head"><h1 class="fig-title">`,
		title(b.Scenario), `</h1>`)
	if link := b.link(); link != "" {
		b.add(`<a class="fig-open" target="_blank" rel="noopener" href="`, link, `">Open in the laboratory</a>`)
	}
	b.picture()
	b.table()
	b.add(`<p class="fig-versus">`, b.versus(), `</p><p class="fig-story">`, kinds.Size(b.explicit)+".",
		`</p></div></div>`)
	if caption := cite.Caption(b.Scenario); caption != "" {
		b.add(`<p class="fig-caption">`, caption, `</p>`)
	}
	b.add(`<footer class="fig-foot"><p class="fig-status" id="fig-status" role="status">`,
		"Solved and verified when this page was made.", `</p>`)
	if b.Site != "" {
		b.add(`<a class="fig-home" target="_blank" rel="noopener" href="`, b.Site+"/", `">Gridbox</a>`)
	}
	b.add("</footer></main>")
}

// picture draws the answer of the chosen run in the initial size of the figure.
func (b *body) picture() {
	v := picture.View{Scenario: b.explicit, Width: 440, Height: 330, Static: true, Name: title(b.Scenario),
		Colour: catalog.Colours(b.kind.ID, b.runs)[b.selectedRun]}
	class := "fig-body"
	if kinds.IsWide(b.explicit) {
		class, v.Width, v.Height = class+" fig-large", 720, 405
	}
	if kinds.IsLow(b.explicit) {
		class, v.Width, v.Height = class+" fig-low", 720, 180
	}
	if a := b.answers[b.selectedRun]; a != nil && a.Feasible {
		v.Answer = a
	}
	b.add(`</header><div class="` + class + `"><div class="fig-picture" id="fig-picture">` + kinds.Draw(v).SVG() +
		`</div><div class="fig-side">`)
}

// link returns the address that opens the scenario in the laboratory, or "".
func (b *body) link() string {
	link, err := scenario.Link(b.Scenario)
	if b.Site == "" || err != nil {
		return ""
	}
	return b.Site + "/lab/" + link
}

// table writes a row for each run that the scenario's view does not hide.
func (b *body) table() {
	b.add(`<table class="fig-table"><caption class="fig-quiet">Answers compared</caption><thead><tr>` +
		`<th scope="col" class="fig-left">Algorithm</th>`)
	for _, m := range b.metrics() {
		b.add(`<th scope="col" title="`, m.About, `">`, m.Head(), `</th>`)
	}
	b.add(`<th scope="col" title="how far the answer is from a proven bound">to bound</th>` +
		`<th scope="col"><span class="fig-quiet">verified</span></th></tr></thead><tbody>`)
	names, letters := catalog.Names(b.kind.ID, b.runs), catalog.Letters(b.runs)
	colours := catalog.Colours(b.kind.ID, b.runs)
	for _, i := range b.visibleRuns {
		class := "fig-row"
		if i == b.selectedRun {
			class += " fig-row-on"
		}
		b.add(`<tr class="`+class+`"><th scope="row" class="fig-left"><span class="fig-algorithm"><span class="fig-swatch fig-`+
			picture.Hue(colours[i])+`">`, letters[i], `</span><span class="fig-name">`, names[i], `</span></span></th>`)
		b.cells(b.answers[i])
		b.add(`</tr>`)
	}
	b.add(`</tbody></table>`)
}

// metrics returns the metrics that the table shows.
func (b *body) metrics() []kind.Metric { return b.kind.Metrics[:min(2, len(b.kind.Metrics))] }

// cells writes the table cells of an answer: its metrics, its distance to a bound and the verdict
// of the check. For a nil answer the verdict is "not run".
func (b *body) cells(a *scenario.Answer) {
	gap, class, mark, verdict := "–", "fig-mark", "·", "not run"
	switch {
	case a == nil:
	case !a.Feasible:
		mark, verdict = "∅", "no answer: "+a.Reason.String()
	case a.Check == nil:
		mark, verdict = "?", "not verified"
	case a.Check.OK:
		class, mark, verdict = "fig-mark fig-mark-ok", "✓", a.Reach()
	default:
		class, mark = "fig-mark fig-mark-bad", "✗"
		verdict = "refuted: " + picture.Count(len(a.Check.Violations), "violation")
	}
	for _, m := range b.metrics() {
		text := "–"
		if a != nil && a.Feasible {
			text = numtext.Num(a.Metrics[m.ID])
		}
		b.add(`<td>`, text, `</td>`)
	}
	switch {
	case a == nil || !a.Feasible:
	case a.Check != nil && a.Check.OK && a.Check.Scope == scenario.ScopeOptimal:
		gap = "optimal"
	case a.Bound != nil:
		gap = a.Bound.DistanceIn(b.needsMultiples())
	}
	b.add(`<td>`, gap, `</td><td><span class="`+class+`" aria-hidden="true" title="`, verdict, `">`, mark,
		`</span><span class="fig-quiet">`, verdict, `</span></td>`)
}

// needsMultiples reports whether distances to bounds are written in multiples.
func (b *body) needsMultiples() bool {
	var bounds []*scenario.Bound
	for _, a := range b.answers {
		if a != nil {
			bounds = append(bounds, a.Bound)
		}
	}
	return scenario.NeedsMultiples(bounds)
}

// versus returns a comparison of the shown answer with the best other one, or
// "".
func (b *body) versus() string {
	shown := b.answers[b.selectedRun]
	if shown == nil || !shown.Feasible || len(b.kind.Metrics) == 0 {
		return ""
	}
	first := b.kind.Metrics[0]
	var best *scenario.Answer
	for _, i := range b.visibleRuns {
		a := b.answers[i]
		if i == b.selectedRun || a == nil || !a.Feasible {
			continue
		}
		if best == nil || first.IsBetter(a.Metrics[first.ID], best.Metrics[first.ID]) {
			best = a // the first of equal ones
		}
	}
	if best == nil {
		return ""
	}
	return b.kind.Compare(b.explicit, shown, best)
}
