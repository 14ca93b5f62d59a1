package batsim

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
)

func importText(t testing.TB, set map[string]string, data string) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, importertest.Text("w.json", data), "batsim",
		importer.Wishes{Set: set})
}

func mixedWorkload(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/mixed.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func summary(made *importer.Result) string {
	var list []string
	for _, j := range made.Scenario.Farm.Jobs {
		list = append(list, fmt.Sprint(j.ID, " ", j.Slots, " ", j.Duration, " ", j.Submitted, " ", j.EstimatedRunTime(),
			" ", j.User))
	}
	return strings.Join(list, ",")
}

func TestMixed(t *testing.T) {
	made := importText(t, nil, mixedWorkload(t))
	importertest.HasNotes(t, &made.Report, "taken: 5 jobs: on one machine of 8 slots",
		"taken: 4 profiles", "left out: 3 profiles: which no job",
		"left out: 1 job: that asks for more hosts than there are",
		"left out: 1 job: with a profile that is not in the file",
		`left out: 1 job: with a profile of type "smpi"`, "left out: 1 job: with a profile that is a part of itself",
		"left out: 1 job: without a time of submission", "assumed: 1 job: longer than its walltime",
		"assumed: 2 jobs: without a walltime", "assumed: 2 jobs: that communicates too",
		"assumed: 1 job: without an id of its own", "Speed of a host: 1000000000 flop/s (assumed")
	want := "1 4 20 0 30 ,1-1 1 60 1 60 A,x 1 5 2 5 B,total 4 10 4 10 ,late 2 10 9 100 B"
	if got := summary(made); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	made = importText(t, map[string]string{"speed": "2e9", "slots": "9", "users": "keep"}, mixedWorkload(t))
	want = "1 4 10 0 30 ,1-1 1 40 1 40 bob,x 1 5 2 5 ada,wide 9 5 3 5 ,total 4 5 4 5 ,late 2 10 9 100 ada"
	if got := summary(made); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Truncated files are read up to their end, useless files are refused with a reason, and none
// takes long.
func TestHopeless(t *testing.T) {
	text := mixedWorkload(t)
	importertest.Complains(t, map[string][2]string{
		"half":       {text[:len(text)/2], "the text ends"},
		"no object":  {"[]", "is no JSON object"},
		"nothing":    {"{}", "there is no job in the workload"},
		"deep":       {`{"profiles": ` + strings.Repeat(`{"a":`, 100000), "values nest deeper"},
		"deep jobs":  {`{"jobs": ` + strings.Repeat(`[`, 100000), "values nest deeper"},
		"no nb_res":  {strings.Replace(text, `"nb_res": 8,`, "", 1), "as large as the widest job: 9 hosts"},
		"negative":   {strings.Replace(text, `"delay": 10`, `"delay": -10`, 1), "with a profile that takes no time"},
		"wrong":      {strings.Replace(text, `"res": 4`, `"res": "four"`, 1), "asks for no whole number of hosts"},
		"no profile": {strings.Replace(text, `"profiles"`, `"profile"`, 1), "no job of the workload has a duration"},
		"fan": {`{"jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "p0"}], "profiles": {` + fan(40) + `}}`,
			"with a duration or walltime of more than 1e+12 s"},
	}, func(t testing.TB, text string) *importer.Result { return importText(t, nil, text) })
}

// A workload is refused for its actual error: here the jobs are short, and some are submitted
// very late.
func TestLateSubmissions(t *testing.T) {
	for latest, want := range map[string]string{
		"9e11": "is too short beside submissions of up to 9e+11 s; count times from the first submission on",
		"1e17": "left out: 1 job: submitted later than 1e+12 s",
	} {
		text := `{"nb_res": 4, "jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "d", "walltime": 9},
			{"id": 2, "subtime": ` + latest + `, "res": 1, "profile": "d", "walltime": 9}],
			"profiles": {"d": {"type": "delay", "delay": 0.01}}}`
		made, faults := importer.Import([]*importer.Format{Format}, importertest.Text("w.json", text), "",
			importer.Wishes{})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		importertest.HasNotes(t, &made.Report, want)
		if strings.Contains(made.Report.String(), "longest jobs") {
			t.Errorf("the report is about long jobs instead of late submissions: %s", made.Report.String())
		}
	}
}

// fan returns profiles, each of which consists of the next one ten times.
func fan(deep int) (text string) {
	for i := range deep {
		next := fmt.Sprintf(`"p%d"`, i+1)
		text += fmt.Sprintf(`"p%d": {"type": "composed", "seq": [%s]},`, i,
			strings.TrimSuffix(strings.Repeat(next+",", 10), ","))
	}
	return text + fmt.Sprintf(`"p%d": {"type": "delay", "delay": 1}`, deep)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(mixedWorkload(f)), "8")
	for _, folder := range []string{"batsim", "evalys"} {
		for _, seed := range realfiles.Seeds(f, folder+"/*.json", 6000) {
			f.Add(seed, "4")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, answer string) {
		made := importText(t, importertest.Set("slots", answer, "speed", answer), string(data))
		if made.Scenario != nil {
			importertest.CheckTaken(t, &made.Report, "job", len(made.Scenario.Farm.Jobs))
		}
	})
}
