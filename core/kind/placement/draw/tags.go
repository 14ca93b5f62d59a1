package draw

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

const (
	tagSize   = 10.0
	tagHeight = 15.0
	tagWidest = 60.0
	tagsShown = 4 // with more, the last tag counts the rest
)

// drawTags draws the replicas of each cluster as small tags at its upper right. They are outside
// of the cluster's group, because a button must not contain buttons.
func (t *topology) drawTags(m *scene.Builder) {
	if t.Small {
		return
	}
	m.Open("g", "gb-tags")
	for i, ids := range t.replicas {
		if len(ids) > 0 && !t.wordless(i) {
			t.drawCached(m, i, []any{t.tags[i], t.hiddenTags[i]}, func() { t.drawTagsOf(m, i, ids) })
		}
	}
	m.Close()
}

// drawTagsOf draws the row of tags of a cluster's datasets. The row is hidden at first if it has no
// free place and neither the cluster nor a replica of it is selected.
func (t *topology) drawTagsOf(m *scene.Builder, i int, ids []string) {
	c := t.p.Clusters[i]
	shown := visibleTags(ids)
	left, top := t.tags[i].X, t.tags[i].Y
	m.Open("g", "gb-holds")
	if t.hiddenTags[i] && !t.selected[picture.Ref{Kind: picture.Cluster, ID: c.ID}] && !t.hasSelectedReplica(i) {
		m.Class("gb-crowded")
	}
	m.Attr("data-of", c.ID)
	m.Translate(t.at[i].X, t.at[i].Y)
	x := left
	for _, id := range shown {
		x += t.drawTag(m, id, c.ID, x, top) + 3
	}
	if rest := len(ids) - len(shown); rest > 0 {
		drawRest(m, ids[len(shown):], x, top)
	}
	m.Close()
}

// hasSelectedReplica reports whether one of a cluster's replicas is selected.
func (t *topology) hasSelectedReplica(i int) bool {
	return slices.ContainsFunc(t.replicas[i], func(id string) bool {
		return t.selected[picture.Ref{Kind: picture.Replica, ID: markid.ReplicaID(id, t.p.Clusters[i].ID)}]
	})
}

// visibleTags returns the ids that have a tag of their own.
func visibleTags(ids []string) []string {
	if len(ids) > tagsShown {
		return ids[:tagsShown-1]
	}
	return ids
}

func tagWidth(text string) float64 {
	return picture.TextWidth(picture.Truncate(text, tagSize, tagWidest), tagSize) + 8
}

// tagsWidth returns the width of the whole row of tags.
func (t *topology) tagsWidth(ids []string) float64 {
	w := 0.0
	shown := visibleTags(ids)
	for _, id := range shown {
		w += tagWidth(id) + 3
	}
	if len(shown) < len(ids) {
		w += tagWidth(restOf(ids[len(shown):])) + 3
	}
	return w - 3
}

func restOf(ids []string) string { return "+" + picture.Number(float64(len(ids))) }

// drawTag draws the tag of a replica as a button at a position relative to the cluster's centre,
// and returns its width.
func (t *topology) drawTag(m *scene.Builder, dataset, cluster string, x, y float64) float64 {
	short := picture.Truncate(dataset, tagSize, tagWidest)
	w := tagWidth(dataset)
	id := markid.ReplicaID(dataset, cluster)
	m.Open("g", "gb-tag")
	if t.selected[picture.Ref{Kind: picture.Replica, ID: id}] {
		m.Class("gb-sel")
	}
	if t.JobDatasets != nil && !t.JobDatasets[dataset] {
		m.Class("gb-unread")
	}
	m.Attr("data-dataset", dataset)
	m.Attr("data-cluster", cluster)
	t.mark(m, picture.Replica, id, i18n.T("Replica of {} on {}", dataset, cluster))
	m.Translate(x, y)
	if short != dataset {
		m.Title(dataset)
	}
	drawLozenge(m, w, short)
	m.Close()
	return w
}

// drawRest draws a tag with the number of further datasets. Its title lists them if there are at
// most 40.
func drawRest(m *scene.Builder, ids []string, x, y float64) {
	text := restOf(ids)
	m.Open("g", "gb-tag gb-rest")
	m.Attr("aria-hidden", "true")
	m.Translate(x, y)
	if len(ids) <= 40 {
		m.Title(doc.Enumeration(ids))
	}
	drawLozenge(m, tagWidth(text), text)
	m.Close()
}

// drawLozenge draws the rounded box of a tag with its text.
func drawLozenge(m *scene.Builder, w float64, text string) {
	m.Open("rect", "")
	m.Nums([]string{"width", "height", "rx"}, w, tagHeight, 3)
	m.Close()
	m.Open("text", "")
	m.Nums(scene.XY, w/2, 11)
	m.Text(text)
	m.Close()
}
