package picture

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/draw/markid"
)

const (
	tagSize   = 10.0
	tagHeight = 15.0
	tagWidest = 60.0
	tagsShown = 4 // beyond this the last tag counts the rest
)

// drawTags writes the replicas that each cluster holds as small tags at its
// upper right; they stand outside the cluster's group because one button may
// not hold others.
func (t *topology) drawTags(m *markup) {
	if t.Small {
		return
	}
	m.raw(`<g class="gb-tags">`)
	for i, ids := range t.replicas {
		if len(ids) > 0 && !t.wordless(i) {
			t.drawKept(m, i, []any{t.tags[i], t.hidden[i]}, func() { t.drawTagsOf(m, i, ids) })
		}
	}
	m.raw("</g>")
}

func (t *topology) drawTagsOf(m *markup, i int, ids []string) {
	c := t.p.Clusters[i]
	shown := shownTags(ids)
	left, top := t.tags[i].X, t.tags[i].Y
	m.raw(`<g class="gb-holds`)
	if t.hidden[i] && !t.selected[Ref{Cluster, c.ID}] && !t.holdsSelected(i) {
		m.raw(" gb-crowded")
	}
	m.raw(`"`)
	m.attr("data-of", c.ID)
	m.translate(t.at[i].X, t.at[i].Y)
	m.raw(">")
	x := left
	for _, id := range shown {
		x += t.drawTag(m, id, c.ID, x, top) + 3
	}
	if rest := len(ids) - len(shown); rest > 0 {
		drawRest(m, ids[len(shown):], x, top)
	}
	m.raw("</g>")
}

// holdsSelected tells whether one of a cluster's replicas is selected.
func (t *topology) holdsSelected(i int) bool {
	return slices.ContainsFunc(t.replicas[i], func(id string) bool {
		return t.selected[Ref{Replica, markid.ReplicaID(id, t.p.Clusters[i].ID)}]
	})
}

// shownTags are the ids that get a tag of their own.
func shownTags(ids []string) []string {
	if len(ids) > tagsShown {
		return ids[:tagsShown-1]
	}
	return ids
}

func tagWidth(text string) float64 { return textWidth(truncate(text, tagSize, tagWidest), tagSize) + 8 }

// tagsWidth is the width of the whole row of tags.
func (t *topology) tagsWidth(ids []string) float64 {
	w := 0.0
	shown := shownTags(ids)
	for _, id := range shown {
		w += tagWidth(id) + 3
	}
	if len(shown) < len(ids) {
		w += tagWidth(restOf(ids[len(shown):])) + 3
	}
	return w - 3
}

func restOf(ids []string) string { return "+" + Number(float64(len(ids))) }

func (t *topology) drawTag(m *markup, dataset, cluster string, x, y float64) float64 {
	short := truncate(dataset, tagSize, tagWidest)
	w := tagWidth(dataset)
	id := markid.ReplicaID(dataset, cluster)
	m.raw(`<g class="gb-tag`)
	if t.selected[Ref{Replica, id}] {
		m.raw(" gb-sel")
	}
	m.raw(`"`)
	m.attr("data-dataset", dataset)
	m.attr("data-cluster", cluster)
	t.mark(m, Replica, id, "Replica of "+dataset+" on "+cluster)
	m.translate(x, y)
	m.raw(">")
	if short != dataset {
		m.title(dataset)
	}
	drawLozenge(m, w, short)
	m.raw("</g>")
	return w
}

func drawRest(m *markup, ids []string, x, y float64) {
	text := restOf(ids)
	m.raw(`<g class="gb-tag gb-rest" aria-hidden="true"`)
	m.translate(x, y)
	m.raw(">")
	if len(ids) <= 40 {
		m.title(doc.Enumeration(ids))
	}
	drawLozenge(m, tagWidth(text), text)
	m.raw("</g>")
}

func drawLozenge(m *markup, w float64, text string) {
	m.raw("<rect")
	m.nums([]string{"width", "height", "rx"}, w, tagHeight, 3)
	m.raw("/>")
	m.raw(`<text`)
	m.nums(xyNames, w/2, 11)
	m.raw(">")
	m.text(text)
	m.raw("</text>")
}
