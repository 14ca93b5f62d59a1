package slurm

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
)

var allFormats = []*importer.Format{Accounting, Queue, Control}

// importFarm reads files and fails if they give no scenario.
func importFarm(t *testing.T, files []importer.File, set map[string]string) (*farm.Problem, *importer.Report) {
	t.Helper()
	made := importertest.Import(t, allFormats, files, "", importer.Wishes{Set: set})
	if made.Scenario == nil {
		t.Fatalf("got no scenario: %s", made.Report.String())
	}
	return &made.Scenario.Farm.Problem, &made.Report
}

func text(name, content string) importer.File {
	return importer.File{Name: name, Data: []byte(content)}
}

// realFiles returns files of a real Slurm.
func realFiles(t testing.TB, names ...string) []importer.File {
	t.Helper()
	for i := range names {
		names[i] = "slurm/" + names[i]
	}
	return importertest.Genuine(t, names...)
}

func jobNamed(p *farm.Problem, id string) *farm.Job {
	for i := range p.Jobs {
		if p.Jobs[i].ID == id {
			return &p.Jobs[i]
		}
	}
	return nil
}

func waiting(p *farm.Problem) (n int) {
	for i := range p.Jobs {
		if p.Jobs[i].Running == nil {
			n++
		}
	}
	return n
}

// The counts of the real files were made by hand.
func TestRealAccounting(t *testing.T) {
	for _, name := range []string{"sacct-short.txt", "sacct-all.txt"} {
		p, r := importFarm(t, realFiles(t, name), nil)
		if len(p.Jobs) != 24 || r.Count(importer.LeftOut, "job") != 1 { // the cancelled one never ran
			t.Errorf("%s: got %d jobs, want 24 and one left out\n%s", name, len(p.Jobs), r)
		}
		if len(p.Machines) != 1 || p.Machines[0].ID != "vm" || p.Machines[0].Slots != 2 {
			t.Errorf("%s: got machines %+v, want vm of 2 slots", name, p.Machines)
		}
		if j := jobNamed(p, "6"); j == nil || j.Duration != 81 || *j.Estimate != 60 || j.Submitted != 0 ||
			j.User != "A" {
			t.Errorf("%s: job 6: got %+v, want 81 s of an estimate of 60 s, user A", name, j)
		}
	}
	_, r := importFarm(t, realFiles(t, "sacct-all.txt"), nil)
	if n := r.Count(importer.LeftOut, "step"); n != 25 {
		t.Errorf("got %d steps left out, want 25", n)
	}
}

// All files together give the moment of the queue, with the later events.
func TestRealQueue(t *testing.T) {
	p, r := importFarm(t, realFiles(t, "squeue-all.txt", "squeue-start.txt", "scontrol-show-job.txt",
		"scontrol-show-node.txt", "scontrol-show-partition.txt", "sacct-all.txt"), nil)
	if len(p.Jobs) != 19 || waiting(p) != 18 { // 15 lines, and an array of three on one line
		t.Errorf("got %d jobs, %d waiting; want 19 and 18\n%s", len(p.Jobs), waiting(p), r)
	}
	if p.Moment.Clock != "2026-11-22T04:00:28" {
		t.Errorf("Moment.Clock: got %s, want 2026-11-22T04:00:28", p.Moment.Clock)
	}
	// 4/120, 6/180, 7/60 and the tasks 1 to 4 of 60 s each.
	if want := []float64{0.0167, 0.0333, 0.0333, 0.0333, 0.05, 0.0667, 0.1167}; !slices.Equal(p.Moment.UsedShares,
		want) {
		t.Errorf("used: got %v, want %v", p.Moment.UsedShares, want)
	}
	if m := p.Machines[0]; m.Slots != 2 || m.Memory != 8000 {
		t.Errorf("machine: got %+v, want 2 slots and 8000 MB", m)
	}
	if j := jobNamed(p, "4_5"); j == nil || j.Running == nil || j.Running.Since != -1 || j.Licenses["array 4"] != 1 {
		t.Errorf("job 4_5: got %+v, want it running since -1 with a licence of array 4", j)
	}
	if j := jobNamed(p, "8"); j == nil || j.Slots != 2 || *j.Forecast.Start != 872 || *j.Forecast.Started != 98 {
		t.Errorf("job 8: got %+v, want 2 slots and a forecast from 872 to 98", j)
	}
	if j := jobNamed(p, "19"); j == nil || len(j.After) != 1 || j.After[0].Job != "9" {
		t.Errorf("job 19: got %+v, want it after job 9", j)
	}
	if p.Licenses["matlab"] != 1 || p.Licenses["array 4"] != 2 {
		t.Errorf("licences: got %v, want 1 of matlab and 2 of array 4", p.Licenses)
	}
}

// The aligned queue alone, whose columns are counted in bytes.
func TestRealAligned(t *testing.T) {
	p, r := importFarm(t, realFiles(t, "squeue-start.txt"), nil)
	if len(p.Jobs) != 18 || r.Count(importer.Faulty, "") != 0 { // 15 lines and an array of three
		t.Errorf("got %d jobs, want 18 without faults\n%s", len(p.Jobs), r)
	}
	if j := jobNamed(p, "13"); j == nil || *j.Forecast.Start != 600 { // ten minutes after the first of them
		t.Errorf("job 13: got %+v, want a forecast of 600", j)
	}
}

// The content identifies the columns of a table without a header, in any order.
func TestWithoutHeader(t *testing.T) {
	files := realFiles(t, "sacct-short.txt")
	_, rest, _ := bytes.Cut(files[0].Data, []byte("\n"))
	want, _ := importFarm(t, files, nil)
	got, r := importFarm(t, []importer.File{{Name: "bare", Data: rest}}, nil)
	checkSameJobs(t, got, want, r)
	columns := "JobID,JobName,User,Account,Partition,Submit,Eligible,Start,End,Elapsed," +
		"Timelimit,State,ExitCode,NNodes,NCPUS,ReqCPUS,ReqMem," +
		"AllocTRES,NodeList,Priority"
	named, r := importFarm(t, []importer.File{{Name: "bare", Data: rest}}, map[string]string{"columns": columns})
	checkSameJobs(t, named, want, r)
	var turned []string
	for line := range strings.Lines(string(files[0].Data)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		slices.Reverse(cells)
		turned = append(turned, strings.Join(cells, "|"))
	}
	back, r := importFarm(t, []importer.File{text("turned", strings.Join(turned, "\n"))}, nil)
	checkSameJobs(t, back, want, r)
}

func checkSameJobs(t *testing.T, got, want *farm.Problem, r *importer.Report) {
	t.Helper()
	if len(got.Jobs) != len(want.Jobs) {
		t.Fatalf("got %d jobs, want %d\n%s", len(got.Jobs), len(want.Jobs), r)
	}
	for i := range got.Jobs {
		a, b := got.Jobs[i], want.Jobs[i]
		if a.ID != b.ID || a.Duration != b.Duration || *a.Estimate != *b.Estimate || a.Submitted != b.Submitted ||
			a.Slots != b.Slots {
			t.Errorf("job %d: got %+v\nwant %+v", i, a, b)
		}
	}
}

// A small cluster written for the test, with all features of the model.
const nodesText = `NodeName=c1 CPUTot=4 RealMemory=8000 State=MIXED Partitions=short,long ActiveFeatures=intel Gres=gpu:a100:2(S:0)
NodeName=c2 CPUTot=4 RealMemory=8000 State=IDLE Partitions=long ActiveFeatures=intel,big Gres=(null)
NodeName=c3 CPUTot=4 RealMemory=8000 State=IDLE+DRAIN Partitions=long ActiveFeatures=intel Gres=(null) Reason=a fan = broken [root@2026-01-01T00:00:00]

PartitionName=short
   MaxTime=01:00:00 Nodes=c1 State=UP TotalCPUs=4 TotalNodes=1
PartitionName=long
   MaxTime=UNLIMITED DefaultTime=02:00:00 Nodes=c[1-3] State=UP TotalCPUs=12 TotalNodes=3
LicenseName=matlab
    Total=2 Used=1 Free=1 Remote=no
ReservationName=course StartTime=2026-01-01T00:00:00 EndTime=2026-01-01T03:00:00 Nodes=c2 NodeCnt=1
`

const jobsText = `JobId=1 JobName=secret name UserId=ada(1) Partition=long JobState=RUNNING Reason=None Priority=10 RunTime=01:00:00 TimeLimit=02:00:00 SubmitTime=2026-01-01T00:30:00 StartTime=2026-01-01T01:00:00 NodeList=c1 NumNodes=1 NumCPUs=3 TRES=cpu=3,mem=1000M,node=1 MinMemoryNode=1000M Licenses=matlab:1
JobId=2 JobName=a=b c=d UserId=eve(2) Partition=short JobState=PENDING Reason=Resources Priority=9 TimeLimit=00:30:00 SubmitTime=2026-01-01T01:10:00 NodeList=(null) NumNodes=1 NumCPUs=2 MinMemoryCPU=500M TresPerNode=gres:gpu:1 Licenses=matlab:1 Dependency=(null)
JobId=3 JobName=x UserId=ada(1) Partition=long JobState=PENDING Reason=Dependency Priority=8 TimeLimit=UNLIMITED SubmitTime=2026-01-01T01:20:00 NumNodes=1 NumCPUs=1 Dependency=afterok:1:2(unfulfilled),afternotok:4 Features=big
JobId=4 JobName=x UserId=ada(1) Partition=long JobState=PENDING Reason=Priority Priority=7 TimeLimit=00:10:00 SubmitTime=2026-01-01T01:20:00 NumNodes=2 NumCPUs=8 Dependency=afterany:5
JobId=5 JobName=x UserId=ada(1) Partition=long JobState=PENDING Reason=Priority Priority=7 TimeLimit=00:10:00 SubmitTime=2026-01-01T01:20:00 NumNodes=1 NumCPUs=1 Dependency=afterany:4
JobId=6 JobName=x UserId=ada(1) Partition=long JobState=PENDING Reason=JobHeldUser Priority=0 TimeLimit=00:10:00 SubmitTime=2026-01-01T01:20:00 NumNodes=1 NumCPUs=1
JobId=7 JobName=x UserId=ada(1) Partition=short JobState=PENDING Reason=Priority Priority=6 TimeLimit=00:10:00 SubmitTime=2026-01-01T01:20:00 NumNodes=1 NumCPUs=64
JobId=8 JobName=x UserId=ada(1) Partition=long JobState=PENDING Reason=BeginTime Priority=6 TimeLimit=00:10:00 SubmitTime=2026-01-01T01:20:00 EligibleTime=2026-01-01T05:00:00 NumNodes=1 NumCPUs=1
`

// A running job outside of its partition, which was changed since or is hidden, is
// kept on its machine.
func TestRunningOutsideOfThePartition(t *testing.T) {
	for _, odd := range [][2]string{{"Partition=hidden", "c1"}, {"Partition=short", "c2"}} {
		jobs := strings.Replace(jobsText, "Partition=long", odd[0], 1)
		jobs = strings.Replace(jobs, "NodeList=c1", "NodeList="+odd[1], 1)
		p, r := importFarm(t, []importer.File{text("nodes", nodesText), text("jobs", jobs)}, nil)
		one := jobNamed(p, "1")
		if one == nil || one.Running == nil || one.Running.Machine != odd[1] || len(one.Licenses) != 1 ||
			one.Licenses["matlab"] != 1 {
			t.Errorf("%s: job 1: got %+v, want it running on %s with one licence of matlab", odd, one, odd[1])
		}
		importertest.HasNotes(t, r, "1 running job runs outside the partition")
	}
}

func TestLittleCluster(t *testing.T) {
	p, r := importFarm(t, []importer.File{text("nodes", nodesText), text("jobs", jobsText)}, nil)
	report := r.String()
	for _, want := range []string{"1 node is drain", "is held until a person", "fits on no machine", "closes a circle",
		"waits for another job to fail", "1 reservation: as jobs"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not contain %q\n%s", want, report)
		}
	}
	if strings.Contains(report, "secret") || strings.Contains(report, "ada") {
		t.Error("the report contains a real name")
	}
	if len(p.Machines) != 2 || p.Machines[0].Licenses["partition short"] != 4 ||
		p.Machines[1].Licenses["partition short"] != 0 || p.Machines[1].Licenses["feature big"] != 4 ||
		p.Machines[0].Licenses["gpu"] != 2 {
		t.Errorf("machines: got %+v, want 2 with licences of partitions, features and GPUs", p.Machines)
	}
	two := jobNamed(p, "2")
	if two == nil || two.Licenses["partition short"] != 1 || two.Licenses["gpu"] != 1 || two.Licenses["matlab"] != 1 ||
		two.Memory != 1000 || *two.Estimate != 1800 || two.User == jobNamed(p, "1").User {
		t.Errorf("job 2: got %+v, want licences, 1000 MB, 1800 s and another user than job 1", two)
	}
	three := jobNamed(p, "3")
	if three == nil || len(three.After) != 2 || *three.Estimate != 86400 || three.Licenses["feature big"] != 1 {
		t.Errorf("job 3: got %+v, want it after 2 jobs with an estimate of 86,400 s", three)
	}
	if p.Licenses["matlab"] != 2 {
		t.Errorf("licences: got %v, want 2 of matlab", p.Licenses)
	}
	one := jobNamed(p, "1")
	if one.Running == nil || one.Running.Since != -3600 || one.Running.Machine != "c1" {
		t.Errorf("job 1: got %+v, want it running on c1 since -3600", one)
	}
	if j := jobNamed(p, "8"); j == nil || j.Submitted != 3*3600 { // now is 02:00
		t.Errorf("job 8: got %+v, want a submission at 3 h", j)
	}
	held := false
	for i := range p.Jobs {
		if j := &p.Jobs[i]; j.IsReservation() {
			held = j.Running.Machine == "c2" && j.Slots == 4 && j.Duration == 3*3600
		}
	}
	if !held {
		t.Error("the reservation does not occupy c2 with 4 slots for 3 h")
	}
	kept, _ := importFarm(t, []importer.File{text("nodes", nodesText), text("jobs", jobsText)},
		map[string]string{"names": "keep"})
	if j := jobNamed(kept, "1 secret name"); j == nil || j.User != "ada" {
		t.Error("names=keep: the real names were not kept")
	}
	if jobNamed(kept, "2 a=b c=d") == nil {
		t.Error("a name that contains = was truncated")
	}
	ignored, _ := importFarm(t, []importer.File{text("nodes", nodesText), text("jobs", jobsText)},
		map[string]string{"memory": "ignore"})
	if j := jobNamed(ignored, "2"); j.Memory != 0 {
		t.Errorf("memory=ignore: got %v, want 0", j.Memory)
	}
}

// Separators inside names, three styles of dates, a truncated line, repeated ids.
func TestOddTables(t *testing.T) {
	table := "JobID|JobName|State|Submit|Start|End|Elapsed|Timelimit|NCPUS|NodeList\n" +
		"1|a|b|c|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:10|2026-01-01T00:01:10|00:01:00|00:10:00|2|n[1-2]\n" +
		"1.batch|batch|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:00:10|2026-01-01T00:01:10|00:01:00||2|n1\n" +
		"2|x|FAILED|1767225600|1767225610|1767225670|00:01:00|00:10:00|1|n1\n" +
		"3|x|TIMEOUT|01/01/26-00:00:00|2026-01-01 00:02:00|2026-01-01T00:12:00+01:00|00:10:00|00:10:00|1|n1\n" +
		"3|x|TIMEOUT|01/01/26-00:00:00|2026-01-01 00:02:00|2026-01-01T00:13:00|00:11:00|00:10:00|1|n1\n" +
		"4|x|COMPLETED|yesterday|2026-01-01T00:00:10|2026-01-01T00:01:10|1-02:03:04|UNLIMITED|1|n1\n" +
		"5|x|COMPL"
	p, r := importFarm(t, []importer.File{text("t", table)}, map[string]string{"names": "keep"})
	if len(p.Jobs) != 4 {
		t.Fatalf("got %d jobs, want 4\n%s", len(p.Jobs), r)
	}
	if j := jobNamed(p, "1 a|b|c"); j == nil || j.Partition != 2 || j.Slots != 2 {
		t.Errorf("job 1: got %+v, want 2 parts and 2 slots\n%s", j, r)
	}
	if a, b := jobNamed(p, "2 x"), jobNamed(p, "3 x"); a.Submitted != 0 || b.Submitted != 0 || b.Duration != 660 {
		t.Errorf("jobs 2 and 3: got %+v and %+v, want submissions at 0, the second running for 660 s", a, b)
	}
	importertest.HasNotes(t, r, "submission is not a date (t:7)",
		"fewer cells than the header; is the line cut off? (t:8)", "listed more than once", "1 step")
}

// Aligned tables: sacct's with its rule of dashes, squeue's long form with its date.
func TestAligned(t *testing.T) {
	queue := "Thu Jan 01 02:00:00 2026\n" +
		"             JOBID PARTITION     NAME     USER    STATE       TIME TIME_LIMI  NODES NODELIST(REASON)\n" +
		"                 1      main   a name      ada  RUNNING      10:00   1:00:00      2 c[01-02]\n" +
		"             2_[1]      main        b      eve  PENDING       0:00 1-00:00:00      1 (Resources)\n"
	p, r := importFarm(t, []importer.File{text("q", queue)}, nil)
	if len(p.Jobs) != 2 || p.Moment.Clock != "2026-01-01T02:00:00" || len(p.Machines) != 2 {
		t.Fatalf("got %+v, want 2 jobs on 2 machines at 02:00\n%s", p, r)
	}
	if j := jobNamed(p, "1"); j.Running == nil || j.Running.Since != -600 || *j.Estimate != 3600 || j.Slots != 2 {
		t.Errorf("job 1: got %+v, want it running since -600 with 2 slots", j)
	}
	if j := jobNamed(p, "2_1"); j == nil || *j.Estimate != 86400 || j.Forecast.Reason != "Resources" {
		t.Errorf("job 2_1: got %+v, want 86,400 s and the reason Resources", j)
	}
	table := "       JobID      State  Timelimit    Elapsed               Start \n" +
		"------------ ---------- ---------- ---------- ------------------- \n" +
		"7             COMPLETED   01:00:00   00:30:00 2026-01-01T00:00:00 \n" +
		"7.batch       COMPLETED              00:30:00 2026-01-01T00:00:00 \n"
	p, r = importFarm(t, []importer.File{text("a", table)}, nil)
	if len(p.Jobs) != 1 || p.Jobs[0].Duration != 1800 {
		t.Errorf("got %+v, want one job of 1800 s\n%s", p.Jobs, r)
	}
}

func TestValues(t *testing.T) {
	for in, want := range map[string]float64{"1-02:03:04": 93784, "02:03:04": 7384, "03:04.567": 184.567, "90": 5400,
		"1-02": 93600, "UNLIMITED": unlimited, "0:01": 1, "3-00:10": 259800} {
		if got, ok := span(in); !ok || got != want {
			t.Errorf("span(%s): got %g, %t; want %g", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "x", "1:2:3:4", "1-2-3", "0x10", "1e3", "-5", ":", "99999999999999999999"} {
		if got, ok := span(in); ok {
			t.Errorf("span(%q): got %g, want an error", in, got)
		}
	}
	for in, want := range map[string]float64{"200M": 200, "2000Mn": 2000, "2147487648Mn": 4000, "4G": 4096,
		"1.50T": 1572864, "512K": 0.5, "100": 100} {
		if got, _, ok := memory(in); !ok || got != want {
			t.Errorf("memory(%s): got %g, %t; want %g", in, got, ok, want)
		}
	}
	if _, each, _ := memory("2147487648Mn"); each != 'c' {
		t.Error("memory: the bit for memory per CPU was ignored")
	}
	if _, _, ok := memory("?"); ok {
		t.Error("memory(\"?\"): got an amount, want an error")
	}
	for x := -1e9; x < 5e9; x += 86400*13 + 3661 { // every fortnight, compared with the standard library
		want := time.Unix(int64(x), 0).UTC().Format("2006-01-02T15:04:05")
		if got := stamp(math.Floor(x)); got != want {
			t.Fatalf("stamp(%g): got %s, want %s", x, got, want)
		}
		if back, ok := date(want); !ok || back != math.Floor(x) {
			t.Fatalf("date(%s): got %g, %t; want %g", want, back, ok, x)
		}
	}
	for in, want := range map[string]string{"c[1-3,7]": "c1 c2 c3 c7", "c[08-10],x": "c08 c09 c10 x",
		"a[1-2]b[1-2]": "a1b1 a1b2 a2b1 a2b2", "vm": "vm", "(null)": "", "c[1": "c[1"} {
		got, all := nodes(in, 100)
		if !all || strings.Join(got, " ") != want {
			t.Errorf("nodes(%s): got %v, %t; want %q", in, got, all, want)
		}
	}
	if got, all := nodes("c[0-99999999]", 100); all || len(got) != 100 {
		t.Errorf("nodes over the limit: got %d, all %t; want 100, false", len(got), all)
	}
}

// Huge sizes are limited, since they would take too long.
func TestBounded(t *testing.T) {
	wide := strings.Repeat("JobID|", 1_000_000) + "State\n" + strings.Repeat("1|", 1000)
	loop := "JOBID|ST|DEPENDENCY|CPUS|TIME_LIMIT\n"
	b := &strings.Builder{}
	for k := range 20_000 {
		b.WriteString(strconv.Itoa(k+1) + "|PD|afterok:" + strconv.Itoa((k+1)%20_000+1) + "|1|10:00\n")
	}
	loop += b.String()
	for name, content := range map[string]string{
		"a million columns":   wide,
		"a circle":            loop,
		"an array":            "JOBID|ST|CPUS|TIME_LIMIT\n1_[0-99999999999]|PD|1|10:00\n",
		"nodes":               "PartitionName=a Nodes=c[0-99999999] TotalCPUs=1 TotalNodes=1\n",
		"brackets":            "JOBID|ST|CPUS|NODELIST\n1|R|1|" + strings.Repeat("[1-9]", 100_000) + "\n",
		"nothing":             "",
		"a line without ends": strings.Repeat("JobId=1 ", 100_000),
	} {
		made := Read([]importer.File{text(name, content)}, importer.Wishes{})
		if len(made.Report.Entries) == 0 && content != "" {
			t.Errorf("%s: got an empty report, want an entry", name)
		}
		if name == "a circle" {
			if p := made.Scenario.Farm; len(p.Jobs) != 20_000 ||
				made.Report.Count(importer.LeftOut, "dependency") != 1 {
				t.Errorf("a circle: got %d jobs, want 20,000 and one dependency left out\n%s", len(p.Jobs),
					made.Report.String())
			}
		}
	}
}

// Every reader ends on any text, and a result is a valid scenario.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"slurm/*.txt", "faults/*.txt"} {
		for _, seed := range realfiles.Seeds(f, pattern, math.MaxInt) {
			f.Add(seed, "")
			if _, rest, found := bytes.Cut(seed, []byte("\n")); found { // without its header
				f.Add(rest, "")
			}
		}
	}
	f.Add([]byte(nodesText+jobsText), "2026-01-01T02:00:00")
	f.Add([]byte("JobID|State|Start|Elapsed\n1|RUNNING|2026-01-01T00:00:00|1-00:00:00\n"), "")
	f.Add([]byte("  JOBID PARTITION NAME USER ST TIME NODES NODELIST(REASON)\n"+
		" 1_[1-3%2] a b c PD 0:00 1 (Priority)\n"), "")
	f.Fuzz(func(t *testing.T, content []byte, now string) {
		for _, take := range []string{"auto", "trace"} {
			importertest.Import(t, allFormats, importertest.Text("f", string(content)), "sacct",
				importer.Wishes{Set: importertest.Set("now", now, "take", take)})
		}
		importertest.Import(t, allFormats, importertest.Text("f", string(content)), "sacct",
			importer.Wishes{Set: importertest.Set("column.JobID", "1", "column.Start", "3", "column.NCPUS", "2",
				"column.End", "none")})
	})
}
