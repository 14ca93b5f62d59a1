// Package shelf shows the library of drafts: the list with its search, marks and trash, the selected draft with its
// versions, and the studies with results. Saving and opening drafts belong to the laboratory.
package shelf

import (
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
)

// viewID names the view in the look.
const viewID = "library"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	return feature.Feature{
		Follow: e.follow,
		View: &feature.View{ID: viewID, Toggle: e.toggle, Escape: e.escape, Undo: e.undo, OnScroll: e.setVisible,
			OnStorageChange: e.reload, Open: func() { env.Do(state.Show{Field: "view", To: viewID}) }},
		Commands: append(e.keyCommands(), e.buttonCommands()...),
		Fields: []feature.Field{
			{Attribute: "data-rename", Enter: func(of string, in feature.Input) { e.rename(of, in.Value) }},
			{Attribute: "data-tags", Enter: func(of string, in feature.Input) { e.tag(of, in.Value) }},
			{Attribute: "data-version", Enter: func(of string, in feature.Input) { e.nameVersion(of, in.Value) }},
			{Attribute: "data-seek", Typing: true, Enter: func(of string, in feature.Input) { e.seek(of, in.Value) }},
		},
		Additions: panel.Additions{Views: []panel.AddedView{
			{Name: "shelves", Facets: []state.Facet{Slot.Facet, state.FacetKeep, state.FacetLayout}, Draw: side},
			{Name: "drafts", Facets: []state.Facet{Slot.Facet, RowsSlot.Facet, state.FacetLayout}, Draw: list},
			{Name: "card", Facets: []state.Facet{Slot.Facet, state.FacetVersions, state.FacetLayout}, Draw: card},
		}},
	}
}

// keyCommands returns the commands with keys, in their order on the sheet of keys.
func (e *effects) keyCommands() []feature.Command {
	return []feature.Command{
		{Act: "library", Keys: [][2]string{{"B", ""}}, Reach: feature.ReachNonText, Sign: "B", Help: "all drafts",
			InsertBefore: "help", Do: func(_, _ string) { e.toggle() }},
		{Act: "row", Reach: feature.ReachRows, CanRun: isViewShown, InsertBefore: "context",
			Keys: [][2]string{{"ArrowUp", "up"},
				{"ArrowDown", "down"}, {"PageUp", "pageup"}, {"PageDown", "pagedown"}, {"Home", "first"},
				{"End", "last"}},
			Sign: "↑ ↓ Page Up Page Down", Help: "go through the drafts of the library",
			Do: func(where, _ string) { e.walk(where) }},
		{Act: "openrow", Keys: [][2]string{{"Enter", ""}}, Reach: feature.ReachRows, Sign: "Enter",
			Help: "open the draft chosen there", CanRun: isViewShown, InsertBefore: "context",
			Do: func(_, _ string) { e.openChosen() }},
		{Act: "rename", Keys: [][2]string{{"F2", ""}}, Reach: feature.ReachRows, Sign: "F2", Help: "rename it",
			CanRun:       isViewShown,
			InsertBefore: "context", Do: func(id, _ string) { e.startRename(id) }},
		{Act: "trash", Keys: [][2]string{{"Delete", ""}}, Reach: feature.ReachRows, Sign: "Del",
			Help: "move it to the trash", CanRun: isViewShown, InsertBefore: "context",
			Do: func(id, _ string) { e.bin(id) }},
		{Act: "duplicate", Keys: [][2]string{{"Ctrl+D", ""}}, Reach: feature.ReachRows, Sign: "Ctrl+D",
			Help:   "duplicate it",
			CanRun: isViewShown, InsertBefore: "context", Do: func(id, _ string) { e.duplicate(id) }},
		{Act: "beside", Keys: [][2]string{{"Shift+Enter", ""}}, Reach: feature.ReachRows, Sign: "Shift+Enter",
			CanRun: isViewShown,
			Help:   "compare it with the open draft", InsertBefore: "context", Do: e.sideBySide},
	}
}

// buttonCommands returns the commands without keys.
func (e *effects) buttonCommands() []feature.Command {
	return []feature.Command{
		{Act: "choose", CanRun: isViewShown, Do: e.choose},
		{Act: "seek", CanRun: isViewShown, Do: e.seek},
		{Act: "putback", Do: func(id, _ string) { e.restoreDraft(id) }},
		{Act: "purge", CanRun: isViewShown, Do: func(id, _ string) { e.purge(id) }},
		{Act: "empty", CanRun: isViewShown, Do: func(id, _ string) { e.empty(id) }},
		{Act: "salvage", CanRun: isViewShown, Do: func(id, _ string) { e.salvage(id) }},
		{Act: "restore", CanRun: isViewShown, Do: e.restore},
		{Act: "tryversion", CanRun: isViewShown, Do: func(id, _ string) { e.tryVersion(id) }},
		{Act: "compare", CanRun: isViewShown, Do: e.compare},
		{Act: "openstudy", CanRun: isViewShown, Do: func(id, _ string) { e.openStudy(id) }},
		{Act: "binstudy", CanRun: isViewShown, Do: func(id, _ string) {
			e.binStudy(id,
				max(1, time.Now().UnixMilli()))
		}},
		{Act: "versions", Do: func(_, _ string) { e.openVersions() }},
		{Act: "trashdraft", Do: func(_, _ string) { e.binCurrent() }},
	}
}
