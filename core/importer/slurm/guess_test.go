package slurm

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/kind/farm"
)

// faulty returns a file that showed an error of this reader.
func faulty(t testing.TB, name string) []importer.File {
	return importertest.Genuine(t, "faults/"+name)
}

// withoutUsers returns the farm without the data that no column of a table without a
// header identifies.
func withoutUsers(p *farm.Problem) farm.Problem {
	q := *p
	q.Jobs = append([]farm.Job{}, p.Jobs...)
	for i := range q.Jobs {
		q.Jobs[i].User, q.Jobs[i].Priority = "", 0
	}
	return q
}

// findAnswer returns the entry of the report for a setting.
func findAnswer(r *importer.Report, name string) *importer.AnsweredQuestion {
	for i := range r.Answers {
		if r.Answers[i].Name == name {
			return &r.Answers[i]
		}
	}
	return &importer.AnsweredQuestion{}
}

// Headers are split in one way, so that no table panics.
func TestHeadersAreSplitInOneWay(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		jobs    int
		message string
	}{
		"tabs": {"JOBID\tPARTITION\tST\tTIME\tTIME_LIMIT\tNODES\n1\tbatch\tPD\t0:00\t10:00\t1\n" +
			"2\tbatch\tR\t1:00\t10:00\t1\n",
			2, "1 waiting job"},
		"tabs of another program": {"user\tpartition\tstart\tend\na\tb\t1\t2\n", 0, ""},
		"tabs without states":     {"JOBID\tPARTITION\tNAME\n1\tbatch\ta\n", 0, "no job and no node"},
		"tabs and blanks":         {"JOBID\tST TIME NODES\n1\tPD 0:00 1\n", 1, "1 waiting job"},
		"blanks that do not break": {"JOBID\u00a0ST\u00a0TIME\u00a0NODES\n1\u00a0PD\u00a00:00\u00a01\n", 1,
			"1 waiting job"},
		"vertical tabs":      {"JOBID\vST\vTIME NODES\n1 PD 0:00 1\n", 1, "1 waiting job"},
		"marks behind tabs":  {"JOBID\t|ST|NODES\n1|PD|1\n", 1, "1 waiting job"},
		"no number":          {"ST|NODES|TIME\nPD|1|0:00\n", 0, "no column holds the numbers of jobs"},
		"one tab":            {"JOBID ST\tNODES\n\t\n1\tPD 1", 1, ""},
		"semicolons":         {"JOBID;ST;NODES\n1;PD;1\n", 0, "is not recognised as output of sacct"},
		"a million by tabs":  {strings.Repeat("JobID\t", 1_000_000) + "\n1\t2\n", 0, "more than 1000 columns"},
		"a million by marks": {strings.Repeat("JobID|", 1_000_000) + "\n1|2\n", 0, "more than 1000 columns"},
		"a million words":    {strings.Repeat("JobID ", 1_000_000) + "\n1 2\n", 0, "more than 1000 columns"},
		"a wide gap": {"JobID" + strings.Repeat(" ", 1<<20) + "State\n" + strings.Repeat("1\n", 1000), 0,
			"is not recognised as output of sacct"},
	} {
		made := Read([]importer.File{text(name, c.text)}, importer.Wishes{})
		jobs := 0
		if made.Scenario != nil {
			jobs = len(made.Scenario.Farm.Jobs)
		}
		if got := made.Report.String(); jobs != c.jobs || !strings.Contains(got, c.message) {
			t.Errorf("%s: got %d jobs, want %d and %q\n%.2000s", name, jobs, c.jobs, c.message, got)
		}
	}
	if kind, _ := sniff(text("a", "user\tpartition\tstart\tend\na\tb\t1\t2\n")); kind != unknownFile {
		t.Error("a table of another program is recognised as a table of Slurm")
	}
	Read(faulty(t, "f01-tabs.txt"), importer.Wishes{})
}

// A table without a header gives the same farm as with one, except for the users.
func TestGuessesAgainstHeaders(t *testing.T) {
	for bare, headed := range map[string]string{"f06-never-started.txt": "f06-with-header.txt",
		"f14-ids.txt": "f14-with-header.txt"} {
		got, r := importFarm(t, faulty(t, bare), nil)
		want, _ := importFarm(t, faulty(t, headed), nil)
		if a, b := withoutUsers(got), withoutUsers(want); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: got %+v\nwant %+v\n%s", bare, a, b, r)
		}
	}
	for _, name := range []string{"sacct-all.txt", "sacct-short.txt"} {
		files := realFiles(t, name)
		want, _ := importFarm(t, files, nil)
		_, rest, _ := strings.Cut(string(files[0].Data), "\n")
		got, r := importFarm(t, []importer.File{text(name, rest)}, nil)
		if a, b := withoutUsers(got), withoutUsers(want); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: got %+v\nwant %+v\n%s", name, a, b, r)
		}
	}
}

// Dates are ordered by the rows that have both, and elapsed times determine start and
// end.
func TestDatesAreOrderedRowByRow(t *testing.T) {
	const never = "103|c|None assigned|1|4|CANCELLED by 1|2024-01-02T10:00:00|None|2024-01-02T10:16:00|02:00:00|" +
		"00:00:00\n"
	const rows = "101|a|n1|1|4|COMPLETED|2024-01-01T10:00:00|2024-01-01T10:05:00|2024-01-01T11:05:00|02:00:00|" +
		"01:00:00\n" +
		"102|b|n1|1|4|COMPLETED|2024-03-01T10:00:00|2024-03-02T10:06:00|2024-03-02T11:16:00|02:00:00|01:10:00\n" + never
	p, r := importFarm(t, []importer.File{text("bare", rows)}, nil)
	if len(p.Jobs) != 2 || p.Jobs[0].Duration != 3600 || p.Jobs[1].Duration != 4200 || p.Jobs[0].Slots != 4 {
		t.Fatalf("got jobs %+v, want 2 of 3600 s and 4200 s\n%s", p.Jobs, r)
	}
	if a := findAnswer(r, "column.Start"); !a.Guess || !a.Assumed || !strings.HasPrefix(a.Answer, "8 ") ||
		!strings.Contains(a.About, "in 2 of 2 rows") || len(a.Choices) < 2 {
		t.Errorf("column.Start: got %+v, want the guess 8 with evidence of 2 rows", a)
	}
	p, r = importFarm(t, []importer.File{text("bare", rows)}, map[string]string{"column.Start": "7",
		"column.Submit": "none",
		"column.User":   findAnswer(r, "column.User").Choices[0]})
	if p.Jobs[0].Submitted != 0 || findAnswer(r, "column.Start").Assumed || p.Jobs[0].User != "A" {
		t.Errorf("with answers: got %+v, want user A and a submission at 0\n%s", p.Jobs[0], r)
	}
	// Without elapsed times only the order of the dates decides, and the report
	// states this.
	bare := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(rows, "|01:00:00\n", "\n"), "|01:10:00\n", "\n"),
		"|00:00:00\n", "\n")
	p, r = importFarm(t, []importer.File{text("bare", bare)}, nil)
	if p.Jobs[1].Duration != 4200 || !strings.Contains(findAnswer(r, "column.Start").About,
		"order of the dates alone") {
		t.Errorf("without elapsed times: got %+v, want 4200 s by the order of the dates\n%s", p.Jobs[1], r)
	}
}

// Numbers of users are not taken for CPUs. Undecided columns are reported and not
// used.
func TestNumbersThatAreIds(t *testing.T) {
	rows := ""
	for i := range 12 {
		cpus := 1 + i%3
		// number, raw number, user, uid, group, gid, database, nodes, CPUs, state, times, node
		rows += fmt.Sprintf("%d|%d|u%d|%d|staff|200|%d|1|%d|COMPLETED|2024-01-01T10:%02d:00|2024-01-01T11:00:00|"+
			"2024-01-01T12:00:00|01:00:00|02:00:00|n[%d]\n", 500+i, 500+i, i%2, 1000+i%2, 9000+7*i, cpus, i, i)
	}
	p, r := importFarm(t, []importer.File{text("bare", rows)}, nil)
	if p.Jobs[2].Slots != 1 || p.Machines[2].Slots != 1 {
		t.Errorf("got %+v, want 1 slot of job and machine\n%s", p.Jobs[2], r)
	}
	importertest.HasNotes(t, r, "nothing distinguishes the columns 6 and 9",
		"column 4 holds one for each word of column 3",
		"column 7 holds a number that every job has", "no column is certain to hold the number of CPUs")
	p, r = importFarm(t, []importer.File{text("bare", rows)}, map[string]string{"column.NCPUS": "9"})
	if p.Jobs[2].Slots != 3 || p.Jobs[2].Priority != 0 {
		t.Errorf("column.NCPUS=9: got %+v, want 3 slots\n%s", p.Jobs[2], r)
	}
	for name, got := range map[string]string{"column.NCPUS": "must be a number from 1 to 16 or none",
		"column.NCPU": "did you mean NCPUS?"} {
		made := importertest.Import(t, allFormats, []importer.File{text("bare", rows)}, "",
			importer.Wishes{Set: importertest.Set(name, "17")})
		importertest.HasNotes(t, &made.Report, got)
	}
	_, r = importFarm(t, []importer.File{text("headed", "JobID|State|Start|Elapsed\n1|COMPLETED|2024-01-01T10:00:00|"+
		"01:00:00\n")},
		map[string]string{"column.NCPUS": "9"})
	importertest.HasNotes(t, r, "1 answer: about columns, because every table here has a header")
}

// A queue without a header: the expected end minus the start is the limit.
func TestQueueWithoutHeader(t *testing.T) {
	p, r := importFarm(t, []importer.File{text("q", "11|main|job a|ada|R|10:00|1:00:00|2|c[01-02]\n"+
		"12|main|b|eve|PD|0:00|1-00:00:00|1|(Resources)\n13|main|c|eve|PD|0:00|2:00:00|1|(Priority)\n")}, nil)
	if one := jobNamed(p, "11"); one == nil || one.Running == nil || one.Running.Since != -600 ||
		*one.Estimate != 3600 ||
		len(one.Running.OtherMachines) != 1 {
		t.Errorf("job 11: got %+v, want it running for 600 s with a limit of 3600 s\n%s", one, r)
	}
	if j := jobNamed(p, "13"); j == nil || *j.Estimate != 7200 || j.Forecast.Reason != "Priority" {
		t.Errorf("job 13: got %+v, want a limit of 7200 s and the reason Priority\n%s", j, r)
	}
	files := realFiles(t, "squeue-all.txt")
	want, _ := importFarm(t, files, nil)
	_, rest, _ := strings.Cut(string(files[0].Data), "\n")
	got, r := importFarm(t, []importer.File{text("q", rest)}, nil)
	if len(got.Jobs) != len(want.Jobs) || got.Moment.Clock != want.Moment.Clock {
		t.Fatalf("got %d jobs at %s, want %d at %s\n%s", len(got.Jobs), got.Moment.Clock, len(want.Jobs),
			want.Moment.Clock, r)
	}
	for i := range got.Jobs {
		a, b := &got.Jobs[i], &want.Jobs[i]
		if a.ID != b.ID || *a.Estimate != *b.Estimate || a.Submitted != b.Submitted {
			t.Errorf("job %d: got %+v\nwant %+v", i, a, b)
		}
	}
}

// GPUs belong to nodes if there is a list of nodes. Each node has as many as were in use.
func TestGenericResourcesWithoutNodeFiles(t *testing.T) {
	p, r := importFarm(t, faulty(t, "f13-gpu-on-two-nodes.txt"), nil)
	if len(p.Jobs) != 1 || p.Jobs[0].Slots != 8 || p.Jobs[0].Partition != 2 || p.Jobs[0].Licenses["gpu"] != 2 ||
		len(p.Machines) != 2 || p.Machines[1].Slots != 4 || p.Machines[1].Licenses["gpu"] != 2 || len(p.Licenses) > 0 {
		t.Errorf("GPUs on two nodes: got %+v, want 1 job of 2 parts and 2 GPUs per node\n%s", p, r)
	}
	p, r = importFarm(t, faulty(t, "f13-gpu-on-each-node.txt"), nil)
	if len(p.Jobs) != 2 || p.Machines[0].Licenses["gpu"] != 1 || p.Machines[1].Licenses["gpu"] != 1 ||
		len(p.Licenses) > 0 {
		t.Errorf("a GPU on each node: got %+v, want 2 jobs and 1 GPU per node\n%s", p, r)
	}
	const head = "JobID|NNodes|NCPUS|State|Submit|Start|End|Elapsed|Timelimit|AllocTRES|NodeList|Licenses\n"
	row := func(id, start, end, tres, nodes, licences string) string {
		return id + "|1|2|COMPLETED|2024-01-01T10:00:00|2024-01-01T" + start + "|2024-01-01T" + end + "||" +
			"02:00:00|" + tres +
			"|" + nodes + "|" + licences + "\n"
	}
	// Three GPUs are in use at a time on n1, typed and not. Three licences are in use at a
	// time: a job on two nodes uses one for each part.
	p, r = importFarm(t, []importer.File{text("s", head+row("1", "10:00:00", "11:00:00",
		"cpu=2,gres/gpu=2,gres/gpu:a100=2", "n1", "m:1")+
		row("2", "10:30:00", "11:30:00", "cpu=2,gres/gpu=1", "n1", "m:1")+
		row("3", "11:30:00", "12:30:00", "cpu=2,gres/gpu=1", "n1", "m:1")+
		row("4", "11:30:00", "12:30:00", "cpu=2", "n[2-3]", "m:1"))}, nil)
	if m := p.Machines[0]; m.Licenses["gpu"] != 3 || m.Licenses["gpu:a100"] != 2 || len(p.Machines[1].Licenses) > 0 {
		t.Errorf("machines: got %+v, want 3 GPUs, 2 of them a100, on the first only\n%s", p.Machines, r)
	}
	if p.Licenses["m"] != 3 || len(p.Jobs) != 4 {
		t.Errorf("got %d jobs and licences %+v, want 4 and 3 of m\n%s", len(p.Jobs), p.Licenses, r)
	}
	// A waiting job that requests more is assigned to a node that has any.
	queue := "JOBID|ST|TRES_ALLOC|TRES_PER_NODE|CPUS|NODES|TIME|TIME_LIMIT|NODELIST\n" +
		"1|R|cpu=2,gres/gpu=1|gres:gpu:1|2|1|1:00|10:00|n1\n2|PD|N/A|gres:gpu:4|2|1|0:00|10:00|\n3|R|N/A|N/A|2|" +
		"1|1:00|10:00|n2\n"
	p, r = importFarm(t, []importer.File{text("q", queue)}, nil)
	if p.Machines[0].Licenses["gpu"] != 4 || len(p.Machines[1].Licenses) > 0 || jobNamed(p, "2") == nil {
		t.Errorf("a queue: got %+v, want 4 GPUs on the first machine only\n%s", p, r)
	}
}

// scontrol -d adds lines about single nodes, on one line with -o.
func TestDetailsOfJobs(t *testing.T) {
	files := faulty(t, "f07-scontrol-detail.txt")
	var plain, single []string
	for line := range strings.Lines(string(files[0].Data)) {
		if !strings.Contains(line, "CPU_IDs=") {
			plain = append(plain, line)
		}
		single = append(single, strings.TrimSpace(line))
	}
	want, _ := importFarm(t, []importer.File{text("s", strings.Join(plain, ""))}, nil)
	for name, content := range map[string]string{"lines": string(files[0].Data), "line": strings.Join(single, " ")} {
		got, r := importFarm(t, []importer.File{text("s", content)}, nil)
		if !reflect.DeepEqual(got, want) || r.Count(importer.Faulty, "") > 0 {
			t.Errorf("%s: %+v\nwant %+v\n%s", name, got, want, r)
		}
	}
}

// A row continues until it has all its cells.
func TestLineBreaksInsideFields(t *testing.T) {
	p, r := importFarm(t, faulty(t, "f16-submit-line.txt"), nil)
	if len(p.Jobs) != 2 || r.Count(importer.Faulty, "") > 0 {
		t.Errorf("got %d jobs, want 2 without faults\n%s", len(p.Jobs), r)
	}
	const head = "JobID|SubmitLine|NCPUS|State|Start|End|Elapsed|WorkDir\n"
	const tail = "|4|COMPLETED|2024-01-01T10:05:00|2024-01-01T11:05:00|01:00:00|/w\n"
	script := "sbatch --wrap=a\n\nSun Nov 22 04:00:28 2026\nb | c | d\nJobID|State\n"
	for name, c := range map[string]struct {
		text   string
		jobs   int
		faults int
	}{
		"marks, dates and headers inside": {head + "7|" + script + "e" + tail + "8|run" + tail, 2, 0},
		"steps":                           {head + "7|a\nb" + tail + "7.batch|" + tail + "8|c\nd" + tail, 2, 0},
		"cut off before a row":            {head + "7|a|4|COMPL\n8|run" + tail, 1, 1},
		"cut off at the end":              {head + "8|run" + tail + "7|a\nb", 1, 2},
		"the last cell":                   {head + "8|run" + tail + "more\nmore\n9|run" + tail, 2, 0},
		"with marks at the ends": {strings.ReplaceAll(head+"7|a\nb"+tail, "\n", "|\n") + "8|x" +
			tail[:len(tail)-1] + "|\n",
			1, 0},
		"no row is whole": {head + strings.Repeat("7|a\n", 10_000), 0, 1},
	} {
		if name == "with marks at the ends" {
			c.text = strings.ReplaceAll(c.text, "a|\nb", "a\nb")
			c.jobs = 2
		}
		made := Read([]importer.File{text("s", c.text)}, importer.Wishes{})
		jobs := 0
		if made.Scenario != nil {
			jobs = len(made.Scenario.Farm.Jobs)
		}
		if faults := made.Report.Count(importer.Faulty, ""); jobs != c.jobs || min(faults, 2) < c.faults ||
			c.faults == 0 && faults > 0 {
			t.Errorf("%s: got %d jobs and %d faults, want %d and at least %d\n%.3000s", name, jobs, faults, c.jobs,
				c.faults, made.Report.String())
		}
	}
}

// The elapsed time of Slurm is the run time, also when the clocks were changed.
func TestElapsedAcrossAClockChange(t *testing.T) {
	const row = "1|1|4|COMPLETED|2024-10-26T23:00:00|2024-10-27T01:30:00|2024-10-27T03:30:00|03:00:00|04:00:00|n[1]\n"
	p, r := importFarm(t, []importer.File{text("s", "JobID|NNodes|NCPUS|State|Submit|Start|End|Elapsed|Timelimit|"+
		"NodeList\n"+row)}, nil)
	if p.Jobs[0].Duration != 3*3600 {
		t.Errorf("run time: got %+v, want 3 h\n%s", p.Jobs[0], r)
	}
}

// Damaged tables end in bounded time and memory, with a message.
func TestDamagedTablesAreBounded(t *testing.T) {
	row := "501|here|batch|alice|1001|2024-01-01T10:00:00|2024-01-01T10:05:00|2024-01-01T11:05:00|01:00:00|" +
		"COMPLETED|1|4|n1\n"
	for name, content := range map[string]string{
		"half":            strings.Repeat(row, 100)[:len(row)*100-len(row)/2],
		"commas":          strings.ReplaceAll(strings.Repeat(row, 100), "|", ","),
		"empty":           "",
		"a million cells": strings.Repeat("1|COMPLETED|", 500_000) + "\n",
		"a million rows":  "1|2|COMPLETED|x\n" + strings.Repeat("1|2|3\n", 1_000_000),
		"all text": strings.TrimSuffix(strings.Repeat("Name|", 900), "|") + "|JobID|State\n" +
			strings.Repeat(strings.Repeat("|", 1000)+"\n", 300),
		"pieces of a row":  "JobID|State|SubmitLine|Start\n" + strings.Repeat("a|b|c\n", 300_000),
		"pieces and marks": "JobID|State|SubmitLine|Start\n" + strings.Repeat("a|b\n|", 300_000),
		"wide without":     strings.Repeat(strings.Repeat("1|PENDING|", 490)+"\n", 300),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		made := Read([]importer.File{text(name, content)}, importer.Wishes{})
		runtime.ReadMemStats(&after)
		t.Logf("%s: %v, %d MiB allocated for %d MiB", name, time.Since(start).Round(time.Millisecond),
			(after.TotalAlloc-before.TotalAlloc)>>20, len(content)>>20)
		if made.Scenario == nil && len(made.Report.Entries) == 0 {
			t.Errorf("%s: got neither a scenario nor a message", name)
		}
		if grown := float64(after.TotalAlloc - before.TotalAlloc); grown > 400*float64(len(content))+math.Exp2(26) {
			t.Errorf("%s: got %g MiB allocated for %d bytes, want less", name, grown/math.Exp2(20), len(content))
		}
	}
}
