package cluster_test

import (
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/cluster"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// The dialog satisfies the drawing rules in every state, for each kind.
func TestTheDialogIsDrawn(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		v := labtest.NewViewer(t, sc)
		s := labtest.Preset(t, sc.Kind, kind.Presets[0].ID)
		s = state.Reduce(s, state.Show{Field: "view", To: "study"})
		s = state.Reduce(s, state.Show{Field: "dialog", To: "fleet"})
		for _, c := range []state.Change[cluster.State]{cluster.Measurement{Draft: s.Draft},
			cluster.JobFile{Wrong: "Nothing could be measured here."},
			cluster.Measurement{Draft: s.Draft, Unit: 12.3456, Sampled: 40},
			cluster.JobFile{Script: "#!/bin/bash\n# <b>\n", Facts: []string{"4 units of work", "about 1 core hour"}},
			cluster.SetEngine{Engine: "kubernetes"}, cluster.SetChunk{Chunk: "5m"},
			cluster.SetCores{Text: "many"}, cluster.SetCores{Text: "8"}, cluster.SetPrice{Text: "dear"},
			cluster.SetPrice{Text: "0.04"}} {
			s = state.Reduce(s, cluster.Slot.Do(c))
			v.CheckPage(s, "%s after %T", sc.Kind, c)
		}
		s = state.Reduce(s, state.SetField{Path: "study.replications", Text: "900000000"})
		v.CheckPage(s, "%s, a study that is too large", sc.Kind)
		if v.Parts < 20 {
			t.Errorf("%s: got %d different parts, want at least 20", sc.Kind, v.Parts)
		}
	}
}

// Text that is not a number leaves the defaults in force.
func TestAWishIsTakenAsFarAsItMeansSomething(t *testing.T) {
	wish := func(c ...state.Change[cluster.State]) (own cluster.State) {
		for _, c := range c {
			own = c.Change(nil, own)
		}
		return own
	}
	none := wish(cluster.SetCores{Text: "many"}, cluster.SetPrice{Text: "dear"})
	if engine, chunk, cores := none.Wish(); engine != "slurm" || chunk != "10m" || cores != 1 {
		t.Errorf("invalid settings: got %s, %s, %d cores; want slurm, 10m, 1", engine, chunk, cores)
	}
	if _, ok := none.Costs(3); ok {
		t.Error("got a cost for a price that is no number")
	}
	all := wish(cluster.SetEngine{Engine: "parallel"}, cluster.SetChunk{Chunk: "5m"}, cluster.SetCores{Text: "5000"},
		cluster.SetPrice{Text: "36"}, cluster.Measurement{Unit: 500})
	if engine, chunk, cores := all.Wish(); engine != "parallel" || chunk != "5m" || cores != 1024 {
		t.Errorf("got %s, %s, %d cores; want parallel, 5m, 1024", engine, chunk, cores)
	}
	if cost, ok := all.Costs(200); !ok || cost != 1 || all.UnitTime() != "500ms" {
		t.Errorf("got cost %v for 200 of %s, want 1 for 500ms", cost, all.UnitTime())
	}
}
