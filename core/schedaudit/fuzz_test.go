package schedaudit_test

import (
	"math"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
	"gridbox/core/schedaudit"
)

// FuzzRead reads and judges any text. It ends, reports errors with positions,
// and an accepted answer has finite numbers and reservations of existing jobs
// and machines.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"evalys/medium_late_easy_out_jobs.csv", "slurm/sacct-short.txt",
		"slurm/sacct-all.txt",
		"swf/hpc2n.swf", "swf/ctc-sp2-5jobs.swf"} {
		for _, seed := range realfiles.Seeds(f, name, 4000) {
			f.Add(seed)
		}
	}
	for _, text := range []string{
		"job_id,submission_time,starting_time,finish_time,allocated_resources\n1,0,0,10,0-1\n",
		"\"job_id\",\"submission_time\",starting_time,finish_time\n\"1\"\"\n\",0,0,1\n",
		"; Partition: 1 c1 (2 slots)\n; Note: job 7 is 4_1\n" +
			"7 0 0 5 1 -1 -1 1 5 -1 1 -1 -1 -1 -1 1 -1 -1\n",
		"1 0 0 5 1 -1 -1 1 5 -1 2 -1 -1 -1 -1 -1 -1 -1\n1 -1 3 5 1 -1 -1 1 5 -1 3 -1 -1 -1 -1 -1 -1 -1\n",
		"JobID|Submit|Start|End|NodeList\n1|2026-11-22T04:00:03|2026-11-22T04:00:03|Unknown|c[1-2],x[001-9]\n",
		"job_id,submission_time,starting_time,finish_time,allocated_resources\n2,0,1e12,1e300,0-999999999\n",
		"\x1f\x8b", "\xff\xfe1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, faults := schedaudit.Read(text)
		if len(faults) > 0 {
			for _, x := range faults {
				if x.Path == "" || x.Reason == "" || len(x.Value) > 400 {
					t.Fatalf("Read: got fault %+v, want a path, a reason and a short value", x)
				}
			}
			return
		}
		p := smallFarm()
		j, err := s.Judge(p, "file\n.csv")
		if err != nil {
			return
		}
		if j.Answer.Check.OK != (j.ViolationCount == 0) || j.ViolationCount < len(j.Answer.Check.Violations) {
			t.Fatalf("Judge: got %+v, want OK if and only if there are no violations", j)
		}
		for name, x := range j.Answer.Metrics {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("metric %s: got %v, want a finite number", name, x)
			}
		}
		for _, r := range j.Answer.Solution.(*farm.Solution).Reservations {
			if r.Slots < 1 || math.IsNaN(r.Start) || math.IsNaN(r.Finish) || !strings.Contains("c1c2", r.Machine) {
				t.Fatalf("got reservation %+v, want slots, times and an existing machine", r)
			}
		}
	})
}

// Unreadable files are refused with a reason and the line.
func TestBadFiles(t *testing.T) {
	head := "job_id,submission_time,starting_time,finish_time,allocated_resources\n"
	for _, c := range []struct{ text, want string }{
		{"", "file: is empty"},
		{"   \n", "file: is empty"},
		{"\x1f\x8b\x08", "file: is packed with gzip; unpack it first"},
		{"\xff\xfej\x00", "file: is in UTF-16; save it as UTF-8"},
		{"a\x00b", "file: is no text"},
		{"what,ever\n1,2\n", "file: is no schedule that can be read"},
		{head, "file: holds no job"},
		{head + "1,0,0\n", "line 2: has 3 of 5 fields; the file may be cut off"},
		{head + "1,0,x,1,0\n", `line 2: starting_time is no number of seconds (found "x")`},
		{head + "1,0,0,1,a-b\n", `line 2: allocated_resources are no numbers`},
		{head + "1,0,0,1,3-1\n", `line 2: allocated_resources are no numbers`},
		{head + ",0,0,1,3\n", `line 2: the job has no name`},
		{head + `"1,0,0,1,3` + "\n", "line 2: has quotes that are not closed"},
		{head + strings.Repeat("9", 2000) + ",0,0,1,3\n", "line 2: the job has no name, or one that is too long"},
		{"job_id,starting_time\n1,2\n", "line 1: the first line lacks the column submission_time"},
		{"job_id,submission_time,starting_time\n1,2,3\n", "line 1: the first line lacks the column finish_time"},
		{head + strings.Repeat(",", 5000) + "\n", "line 2: has more than 2000 columns"},
		{"1 0 0 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n2 0 0\n", "line 2: has 3 of 18 fields"},
		{"1 -1 0 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n", "line 1: the job has no time of submission"},
		{"1 0 0 10 1 x -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n", `line 1: field 6 is no number (found "x")`},
		{"JobID|Start\n1|2026-11-22T04:00:03\n",
			"line 1: the first line lacks the column Submit, End; print them with"},
		{"JobID|Submit|Start|End|NodeList\n" +
			"1|2026-11-22T04:00:03|2026-11-22T04:00:03|2026-11-22T04:00:04|c[1-99999999]\n",
			"line 2: names more nodes than can be read: 4000000 in the whole file"},
		{"JobID|Submit|Start|End\n1|yesterday|2026-11-22T04:00:03|Unknown\n", "line 2: Submit is no time such as"},
	} {
		_, faults := schedaudit.Read([]byte(c.text))
		if len(faults) == 0 || !strings.HasPrefix(faults[0].String(), c.want) {
			t.Errorf("Read(%q): got %v, want %q", clip(c.text), faults, c.want)
		}
	}
	s, faults := schedaudit.Read([]byte(head + "1,0,0,10,0\n"))
	if faults != nil {
		t.Fatal(faults)
	}
	if _, err := s.Judge(&farm.Problem{}, "x"); err == nil {
		t.Error("Judge accepts a schedule for a farm without machines")
	}
}

func clip(text string) string { return text[:min(len(text), 40)] }

// A file full of errors is refused with a list of readable length.
func TestManyFaults(t *testing.T) {
	_, faults := schedaudit.Read([]byte("job_id,submission_time,starting_time,finish_time\n" +
		strings.Repeat("1,x,x,x\n", 100_000)))
	if len(faults) == 0 || len(faults) > 60 {
		t.Errorf("Read of 100,000 faults: got %d, want 1 to 60", len(faults))
	}
}
