package schedaudit_test

import (
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/formats"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
	"gridbox/core/schedaudit"
)

// The recorded schedule is valid for the farm from the same file, although jobs
// exceeded their limits.
func TestRealSchedulesAreValid(t *testing.T) {
	for _, path := range []string{"swf/hpc2n.swf", "swf/ctc-sp2-5jobs.swf", "slurm/sacct-short.txt",
		"slurm/sacct-all.txt"} {
		farm := importertest.Import(t, formats.All(), importertest.Genuine(t, path), "",
			importer.Wishes{}).Scenario.Farm
		read, faults := schedaudit.Read(realfiles.File(t, path))
		if faults != nil {
			t.Fatalf("Read(%s): got faults %v, want none", path, faults)
		}
		j, err := read.Judge(&farm.Problem, path)
		if err != nil || j.ViolationCount > 0 {
			t.Errorf("%s: got error %v, %d violations %v; want none", path, err, j.ViolationCount,
				j.Answer.Check.Violations)
		}
	}
}
