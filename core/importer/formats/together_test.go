package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/scenario"
)

const (
	grid = `<?xml version='1.0'?><platform version="4.1"><zone id="grid" routing="Full">
<cluster id="lyon" prefix="lyon-" suffix="" radical="0-3" speed="2Gf" core="2" bw="125MBps" lat="50us"/>
<cluster id="nancy" prefix="nancy-" suffix="" radical="0-5" speed="1Gf" bw="125MBps" lat="50us"/>
<host id="master_host" speed="1Gf"/></zone></platform>`
	log = "; MaxProcs: 16\n1 0 0 100 4 -1 -1 4 200 -1 1 1 -1 -1 -1 -1 -1 -1\n" +
		"2 10 0 50 14 -1 -1 14 100 -1 1 2 -1 -1 -1 -1 -1 -1\n3 20 0 60 6 -1 -1 6 100 -1 1 1 -1 -1 -1 -1 -1 -1\n"
	workload = `{"nb_res": 16, "jobs": [{"id": "a", "subtime": 0, "res": 2, "profile": "wait", "walltime": 50},
{"id": "b", "subtime": 1, "res": 1, "profile": "compute"}, {"id": "c", "subtime": 1, "res": 16, "profile": "wait"}],
"profiles": {"wait": {"type": "delay", "delay": 10}, "compute": {"type": "parallel_homogeneous", "cpu": 4e9, "com": 0}}}`
	accounts = "JobID|State|NCPUS|Submit|Start|End|Elapsed|NodeList|Partition|ReqMem\n" +
		"1|COMPLETED|2|2026-01-01T00:00:00|2026-01-01T00:00:05|2026-01-01T00:01:05|00:01:00|c[1-2]|fast|4G\n" +
		"2|COMPLETED|9|2026-01-01T00:00:01|2026-01-01T00:00:06|2026-01-01T00:02:06|00:02:00|c3|slow|4G\n" +
		"3|RUNNING|1|2026-01-01T00:00:01|2026-01-01T00:00:06|Unknown|00:02:00|c3|slow|4G\n"
	sites = "#0)CERN\n#1)Lyon\n2 1 1000 0 100\n8 1 1000 100 0\n"
	notes = "Einkauf,Preis\nMilch,2\nBrot,3\n"
)

func files(pairs ...string) (list []importer.File) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, importer.File{Name: pairs[i], Data: []byte(pairs[i+1])})
	}
	return list
}

// farmOf returns the machines and jobs of a farm in one line.
func farmOf(s *scenario.Scenario) string {
	if s == nil || s.Farm == nil {
		return "no farm"
	}
	var words []string
	for _, m := range s.Farm.Machines {
		word := fmt.Sprintf("%s:%d", m.ID, m.Slots)
		if m.Speed != nil {
			word += fmt.Sprintf("x%g", *m.Speed)
		}
		words = append(words, word)
	}
	words = append(words, "|")
	for _, j := range s.Farm.Jobs {
		words = append(words, fmt.Sprintf("%s:%dx%g", j.ID, j.Slots, j.Duration))
	}
	return strings.Join(words, " ")
}

// A platform and a log imported together are one farm. The clusters of the
// platform are its machines, in any order of the files.
func TestPlatformAndLogBecomeOneFarm(t *testing.T) {
	for name, c := range map[string]struct {
		files []importer.File
		set   map[string]string
		want  string
		notes []string
	}{
		"log": {files("grid.xml", grid, "log.swf", log), nil, "lyon:8 nancy:6x0.5 | 1:4x100 3:6x60",
			[]string{"left out: 1 job is wider than every machine of the platform; the largest has 8 slots (log.swf:3)",
				"(--set machines=one makes the whole platform one machine)", "runs Batsim's scheduler",
				"1 machine runs jobs at another speed than lyon"}},
		"the other way round": {files("log.swf", log, "grid.xml", grid), nil,
			"lyon:8 nancy:6x0.5 | 1:4x100 3:6x60", nil},
		"one machine": {files("grid.xml", grid, "log.swf", log), importertest.Set("machines", "one"),
			"platform:14 | 1:4x100 2:14x50 3:6x60", nil},
		"slowest": {files("grid.xml", grid, "log.swf", log), importertest.Set("reference", "slowest", "users", "none"),
			"lyon:8x2 nancy:6 | 1:4x100 3:6x60", nil},
		"fastest": {files("grid.xml", grid, "log.swf", log), importertest.Set("reference", "fastest"),
			"lyon:8 nancy:6x0.5 | 1:4x100 3:6x60", nil},
		// A profile with a computation lasts as long as on the machine of speed
		// 1: 4e9 on 2 Gf.
		"workload": {files("grid.xml", grid, "jobs.json", workload), nil, "lyon:8 nancy:6x0.5 | a:2x10 b:1x2",
			[]string{"1 job is wider than every machine"}},
		"accounting": {files("grid.xml", grid, "sacct.txt", accounts), nil, "lyon:8 nancy:6x0.5 | 1:2x60",
			[]string{"1 job is wider than every machine", "still running, so that the run time is not known"}},
		"accounting, one machine": {files("grid.xml", grid, "sacct.txt", accounts), importertest.Set("machines", "one"),
			"platform:14 | 1:2x60 2:9x120", nil},
		"sites of OptorSim": {files("grid.conf", sites, "log.swf", log), nil, "CERN:2 Lyon:8 | 1:4x100 3:6x60", nil},
		"hosts of one zone are a machine": {files("hosts.xml", `<platform version="4.1"><zone id="z" routing="Full">
<host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><host id="c" speed="3Gf" core="4"/><zone id="y" routing="Full">
<host id="d" speed="1Gf"/><host id="e" speed="1Gf" core="2"/></zone></zone></platform>`, "log.swf", log), nil,
			"z (1000 MIPS):2x0.333333 c:4 y:3x0.333333 | 1:4x100", []string{"2 jobs are wider"}},
		"with what is neither": {files("grid.xml", grid, "log.swf", log, "read.me", "\x00\x01"), nil,
			"lyon:8 nancy:6x0.5 | 1:4x100 3:6x60",
			[]string{"read.me is not SimGrid platform with Standard Workload Format"}},
	} {
		t.Run(name, func(t *testing.T) {
			made := importertest.Import(t, All(), c.files, "", importer.Wishes{Set: c.set})
			if got := farmOf(made.Scenario); got != c.want {
				t.Errorf("farm: got %s, want %s\n%s", got, c.want, made.Report.String())
			}
			importertest.HasNotes(t, &made.Report, c.notes...)
			if made.Scenario != nil && !strings.Contains(made.Scenario.Title, " on ") {
				t.Errorf("title: got %q, want one with \" on \"", made.Scenario.Title)
			}
			for _, e := range made.Report.Entries {
				if c.set["machines"] == "one" && e.Setting != nil && e.Setting.Name == "machines" {
					t.Errorf("the report offers a setting that is already set: %+v", e)
				}
			}
		})
	}
}

// A combination that cannot become a farm is refused with the reason.
func TestPlatformsAndLogsThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct {
		files []importer.File
		want  string
	}{
		"no host": {files("grid.xml",
			`<platform version="4.1"><zone id="z" routing="Full"/></platform>`, "log.swf", log), "no machine can be made of it"},
		"no job": {files("grid.xml", grid, "log.swf", "; MaxProcs: 16\n; MaxJobs: 3\n; Version: 2\n"),
			"there is no job to schedule"},
		"all wide": {files("grid.xml",
			`<platform version="4.1"><zone id="z" routing="Full"><host id="a" speed="1Gf"/></zone></platform>`, "log.swf", log), "no job of the log fits"},
		"half a log":      {files("grid.xml", grid, "log.swf", log[:len(log)-30]), "3 machines"},
		"half a platform": {files("grid.xml", grid[:len(grid)/2], "log.swf", log), "grid.xml:"},
		"no log": {files("grid.xml", grid, "notes.csv", notes),
			"notes.csv (Table) does not combine with SimGrid platform; import it by itself"},
		"two logs": {files("log.swf", log, "jobs.json", workload),
			"jobs.json (Batsim workload) does not combine"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "half a log" {
				c.want = "column"
			}
			made := importertest.Import(t, All(), c.files, "", importer.Wishes{})
			if got := made.Report.String(); !strings.Contains(got, c.want) {
				t.Errorf("the report does not contain %q:\n%s", c.want, got)
			}
		})
	}
	_, faults := importer.Import(All(), files("grid.xml", grid, "log.swf", log), "",
		importer.Wishes{Set: importertest.Set("slots", "4")})
	if len(faults) == 0 {
		t.Error("the size of the log's machine, which is not used, can be set")
	}
}

// The farm of a real platform and a real workload has a valid answer.
func TestRealPlatformAndLog(t *testing.T) {
	made := importertest.Import(t, All(), importertest.Genuine(t, "simgrid/g5k.xml", "swf/hpc2n.swf"), "",
		importer.Wishes{})
	if made.Scenario == nil || len(made.Scenario.Farm.Machines) != 40 {
		t.Fatalf("got no farm of 40 machines: %s", made.Report.String())
	}
	run := scenario.Run{Algorithm: "easy"}
	made.Scenario.Farm.Jobs, made.Scenario.Runs = made.Scenario.Farm.Jobs[:100], []scenario.Run{run}
	a, err := engine.All().Run(t.Context(), made.Scenario, run, engine.Env{})
	if err != nil || !a.Check.OK {
		t.Errorf("EASY on the real farm: got error %v, check %+v; want a valid answer", err, a.Check)
	}
}

// Files are recognised one by one, and related files stay together.
func TestParts(t *testing.T) {
	nodes := "NodeName=c1 CPUTot=2 State=ALLOCATED\n"
	queue := "JOBID|ST|CPUS|NODELIST|TIME|TIME_LIMIT\n1|R|2|c1|10:00|1:00:00\n"
	for name, c := range map[string]struct {
		files []importer.File
		want  []string
	}{
		"one": {files("log.swf", log), []string{"swf log.swf"}},
		"platform, table": {files("notes.csv", notes, "grid.xml", grid),
			[]string{"simgrid grid.xml", "table notes.csv"}},
		"Slurm": {files("sacct.txt", accounts, "nodes.txt", nodes, "queue.txt", queue),
			[]string{"scontrol sacct.txt, nodes.txt, queue.txt"}},
		"tables": {files("jobs.csv", "name;cpus\na;2\n", "nodes.csv", "host,cpus,ram_gb\nx,8,64\n"),
			[]string{"table jobs.csv, nodes.csv"}},
		"unknown": {files("a.pdf", "%PDF", "log.swf", log, "b.pdf", "%PDF"),
			[]string{"swf log.swf", "- a.pdf, b.pdf"}},
		"nothing known": {files("a.pdf", "%PDF"), []string{"- a.pdf"}},
	} {
		var got []string
		for _, p := range importer.Parts(All(), c.files, importer.Claims(All(), c.files)) {
			id := "-"
			if p.Format != nil {
				id = p.Format.ID
			}
			got = append(got, id+" "+p.Names(c.files))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
