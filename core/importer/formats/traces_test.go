package formats

import (
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
)

// importGenuine imports a file of another project. The content determines its format.
func importGenuine(t *testing.T, path, kind string) *importer.Result {
	t.Helper()
	made := importertest.Import(t, All(), importertest.Genuine(t, path), "", importer.Wishes{Kind: kind})
	if made.Scenario == nil || made.Report.Count(importer.Faulty, "") > 0 {
		t.Fatalf("%s: got no scenario or faults: %s", path, made.Report.String())
	}
	return made
}

// Real workloads have the numbers of jobs and processors that were counted in the
// files by other means.
func TestRealWorkloads(t *testing.T) {
	for path, want := range map[string][2]int{"swf/hpc2n.swf": {3170, 240}, "swf/ctc-sp2-5jobs.swf": {5, 306},
		"batsim/example_workload_hpc_seed1_jobs250.json": {250, 128}, "batsim/test_delays.json": {10, 2},
		"batsim/test_homo_ptasks.json": {6, 6}, "evalys/medium_late.json": {801, 32}} {
		made := importGenuine(t, path, "")
		f := made.Scenario.Farm
		if got := [2]int{len(f.Jobs), f.Machines[0].Slots}; got != want {
			t.Errorf("%s: %v jobs and slots, want %v", path, got, want)
		}
		if n := made.Report.Count(importer.Taken, "job"); n != want[0] {
			t.Errorf("%s: got %d jobs in the report, want %d", path, n, want[0])
		}
	}
	many := importGenuine(t, "batsim/example_workload_hpc_seed1_jobs250.json", "")
	importertest.CheckTaken(t, &many.Report, "profile", 14)
}

// Real workflows have the tasks, files and edges that were counted in them.
func TestRealWorkflows(t *testing.T) {
	for name, want := range map[string][3]int{"helloworld-chain-5-chameleon": {5, 6, 4},
		"helloworld-forkjoin-10-chameleon": {10, 11, 16}, "bacass-dirt02-001": {11, 67, 14},
		"srasearch-chameleon-10a-001": {22, 48, 30}, "blast-chameleon-small-001": {43, 127, 120}} {
		r := &importGenuine(t, "wfformat/"+name+".json", "farm").Report
		got := [3]int{r.Count(importer.Taken, "task"), r.Count(importer.Taken, "file") +
			r.Count(importer.LeftOut, "file"), r.Count(importer.Taken, "dependency")}
		if got != want {
			t.Errorf("%s as farm: %v, want %v", name, got, want)
		}
		made := importGenuine(t, "wfformat/"+name+".json", "placement")
		p := made.Scenario.Placement
		got = [3]int{len(p.Jobs), len(p.Datasets), made.Report.Count(importer.LeftOut, "dependency")}
		if got != want {
			t.Errorf("%s as placement: %v, want %v", name, got, want)
		}
	}
}
