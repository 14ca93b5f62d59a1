package importer_test

import (
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/importer"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/wasm/msg"
)

// The dialog satisfies the drawing rules while files are read, with their report, and with reasons.
func TestTheDialogIsDrawn(t *testing.T) {
	parts := []msg.ImportPart{{Names: []string{"grid.xml"}, Title: "SimGrid"},
		{Names: []string{"log.swf"}, Title: "SWF"},
		{Names: []string{"notes.txt"}, Contents: []string{"notes.txt is in none of the known formats."}}}
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		v := labtest.NewViewer(t, sc)
		s := state.Reduce(labtest.Preset(t, sc.Kind, kind.Presets[0].ID), state.Show{Field: "dialog", To: "import"})
		for _, c := range []state.Change[importer.State]{importer.Start{Names: []string{"a.csv", "<b>.csv"}},
			importer.Reading{Format: "table"}, importer.Unreadable{Reason: "The files cannot be read."},
			importer.Read{Report: msg.ImportReport{Parts: parts, Part: 1}, Ready: true}, importer.Opening{On: true},
			importer.Opening{}, importer.Judging{}, importer.JudgeFailure{Reason: "none of the jobs is here"},
			importer.Read{Report: msg.ImportReport{Contents: []string{"a.csv is no table."}}}} {
			s = state.Reduce(s, importer.Slot.Do(c))
			v.CheckPage(s, "%s after %T", sc.Kind, c)
		}
		if s = state.Reduce(s, importer.Slot.Do(importer.End{})); importer.Slot.Get(&s).Active() {
			t.Error("the import is active after its end")
		}
	}
}

// By default files that combine become one draft, and others become one draft each.
func TestOpens(t *testing.T) {
	parts := make([]msg.ImportPart, 2)
	for _, c := range []struct {
		state importer.State
		want  string
	}{
		{importer.State{}, ""},
		{importer.State{Report: msg.ImportReport{Parts: parts}}, importer.OpenEach},
		{importer.State{Report: msg.ImportReport{Parts: parts, Combine: true}}, importer.OpenTogether},
		{importer.State{Open: importer.OpenAll, Report: msg.ImportReport{Parts: parts, Combine: true}},
			importer.OpenAll},
	} {
		if got := c.state.Opens(); got != c.want {
			t.Errorf("Opens of %+v: got %q, want %q", c.state, got, c.want)
		}
	}
}
