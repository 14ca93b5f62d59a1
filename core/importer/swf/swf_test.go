package swf

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
)

func importFile(t testing.TB, set map[string]string, name string, data []byte) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, importertest.Text(name, string(data)), "",
		importer.Wishes{Set: set})
}

// importLog reads data as a log, whatever their content.
func importLog(t testing.TB, set map[string]string, data string) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, importertest.Text("f", data), "swf",
		importer.Wishes{Set: set})
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func jobs(t *testing.T, made *importer.Result) []farm.Job {
	t.Helper()
	if made.Scenario == nil {
		t.Fatalf("got no scenario: %s", made.Report.String())
	}
	return made.Scenario.Farm.Jobs
}

func TestPlain(t *testing.T) {
	made := importFile(t, nil, "plain.swf", file(t, "plain.swf"))
	importertest.HasNotes(t, &made.Report, "taken: 1 header: says MaxProcs: 16",
		"taken: 6 jobs: on one machine of 16 slots",
		"left out: 1 line: cancelled before it ran (plain.swf:10)",
		"left out: 1 line: of a piece of a job that was swapped out",
		"left out: 1 job: wider than the machine (plain.swf:12)",
		"assumed: 1 job: of 0 s; 1 s is taken, the format's unit (plain.swf:8)",
		"assumed: 1 line: without a run time; the CPU time is taken",
		"assumed: 1 line: with processors in one column only",
		"assumed: 1 line: out of the order of submission", "assumed: 1 job: longer than its requested time",
		"assumed: 1 job: with the number of an earlier one", "left out: 1 job: with memory",
		"left out: 4 dependences: on the user's previous job; the jobs come at the times of the log")
	var got []string
	for _, j := range jobs(t, made) {
		got = append(got, strings.Join([]string{j.ID, doc.Decimal(float64(j.Slots)), doc.Decimal(j.Duration),
			doc.Decimal(j.Submitted), doc.Decimal(j.EstimatedRunTime()), j.User}, " "))
	}
	want := "1 4 100 0 200 A,2 8 60 10 120 A,4 16 50 15 40 B,3 1 1 20 60 C,4-1 2 10 60 60 ,8 2 10.25 70 60 A"
	if strings.Join(got, ",") != want {
		t.Errorf("%s\nwant\n%s", strings.Join(got, ","), want)
	}
}

func TestAnswers(t *testing.T) {
	made := importFile(t, map[string]string{"slots": "64", "keep-think-times": "yes", "users": "keep", "memory": "100"},
		"plain.swf", file(t, "plain.swf"))
	importertest.HasNotes(t, &made.Report, "taken: 7 jobs: on one machine of 64 slots",
		"taken: 2 dependences: on the user's previous job",
		"left out: 1 dependence: on a job that is not there",
		"left out: 1 dependence: on a job that is not submitted before",
		"assumed: 1 dependence: without a think time")
	list := jobs(t, made)
	if list[0].User != "7" || list[0].Memory != 16 || made.Scenario.Farm.Machines[0].Memory != 100 {
		t.Errorf("got %+v on %+v, want user 7, 16 MB on 100 MB", list[0], made.Scenario.Farm.Machines[0])
	}
	if a := list[1].After; len(a) != 1 || a[0].Job != "1" || a[0].Delay != 30 {
		t.Errorf("got dependences %+v, want job 1 with a delay of 30 s", a)
	}
	made = importFile(t, map[string]string{"slots": "many", "users": "none", "processors": "requested"}, "plain.swf",
		file(t, "plain.swf"))
	importertest.HasNotes(t, &made.Report, `fault: slots must be a whole number from 1 to 1000000, not "many"`)
	if list := jobs(t, made); len(list) != 7 || list[0].User != "" {
		t.Errorf("got %d jobs, %+v; want 7 without users", len(list), list[0])
	}
}

// Irregular files: a line of text, no header, tabs, more columns, ids from 0,
// lines out of order, a word for a number, a truncated last line.
func TestWild(t *testing.T) {
	made := importFile(t, map[string]string{"keep-think-times": "yes"}, "wild.txt", file(t, "wild.txt"))
	importertest.HasNotes(t, &made.Report, "left out: 1 line: that begins with text and is no job (wild.txt:1)",
		"fault: column 9 is no number; the line was left out (wild.txt:4)",
		"fault: has 6 of 18 columns; the line was left out (wild.txt:5)",
		"assumed: 1 machine: is as large as the log shows to have been in use: 8 slots")
	if list := jobs(t, made); len(list) != 2 || list[0].ID != "1" || list[1].ID != "0" || list[0].After != nil {
		t.Errorf("got jobs %+v, want 1 and 0 without dependences", list)
	}
}

func TestPacked(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(file(t, "plain.swf"))
	_ = z.Close()
	made := importFile(t, nil, "plain.swf.gz", b.Bytes())
	if list := jobs(t, made); len(list) != 6 || made.Scenario.Title != "plain" {
		t.Errorf("got %d jobs, title %q; want 6, \"plain\"", len(list), made.Scenario.Title)
	}
}

// Files without usable content.
func TestHopeless(t *testing.T) {
	wide := strings.Repeat("1 ", 1e6) + "\n"
	importertest.Complains(t, map[string][2]string{
		"header alone": {"; Version: 2.2\n; MaxProcs: 4\n; MaxJobs: 1\n", "there is no job to schedule"},
		"cut off":      {"; Version: 2.2\n; MaxProcs: 4\n; MaxJobs: 1\n1 2 3", "fault: has 3 of 18 columns"},
		"all cancelled": {"1 0 -1 -1 -1 -1 -1 4 9 -1 5 1 1 1 1 1 -1 -1\n",
			"left out: 1 line: cancelled before it ran"},
		"out of bounds":     {"1 0 0 1e300 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n", "out of all bounds"},
		"not a number":      {"; MaxProcs: 4\n1 0 0 NaN 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n", "column 4 is no number"},
		"a million columns": {"; Version: 2\n" + wide + wide, "taken: 2 jobs"},
	}, func(t testing.TB, text string) *importer.Result { return importLog(t, nil, text) })
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]bool{"": false, "{}": false, "1 2 3\n": false, "a;b\n1;2\n": false,
		"; MaxProcs: 4\n" + strings.Repeat("1 ", 18): true, strings.Repeat(" 1", 18): true,
		strings.Repeat(" a", 18): false} {
		if n, _ := recognise(importer.File{Name: "f", Data: []byte(text)}); (n >= 50) != want {
			t.Errorf("recognise(%q): got %v, want at least 50: %t", text, n, want)
		}
	}
}

// Any input gives a valid scenario or none, and every line with a job is in the
// report.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"plain.swf", "wild.txt"} {
		f.Add(file(f, name), "4")
	}
	for _, seed := range realfiles.Seeds(f, "swf/*.swf", 4000) {
		f.Add(seed, "4")
	}
	f.Fuzz(func(t *testing.T, data []byte, slots string) {
		for _, set := range []map[string]string{nil, {"slots": slots, "memory": slots, "keep-think-times": "yes"}} {
			if made := importLog(t, set, string(data)); made.Scenario != nil {
				importertest.CheckTaken(t, &made.Report, "job", len(made.Scenario.Farm.Jobs))
			}
		}
	})
}

// A long log is scheduled by algorithms with linear time, and the report states this.
// A short one names no algorithms.
func TestLongLogsAreScheduledByQueues(t *testing.T) {
	line := " 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 1 -1 -1\n"
	var text strings.Builder
	for i := range 20_001 {
		text.WriteString(strconv.Itoa(i+1) + line)
	}
	made := importLog(t, nil, text.String())
	if r := made.Scenario.Runs; len(r) != 2 || r[0].Algorithm != "fcfs" || r[1].Algorithm != "easy" {
		t.Errorf("a long log: got runs %+v, want fcfs and easy", r)
	}
	importertest.HasNotes(t, &made.Report, "assumed: 2 algorithms: FCFS and EASY are chosen")
	if short := importLog(t, nil, "1"+line); len(short.Scenario.Runs) != 0 {
		t.Errorf("a short log: got runs %+v, want none", short.Scenario.Runs)
	}
}
