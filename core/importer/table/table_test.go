package table

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

// importTexts imports texts as files.
func importTexts(t testing.TB, w importer.Wishes, texts ...string) *importer.Result {
	t.Helper()
	var files []importer.File
	for i, text := range texts {
		name, body, _ := strings.Cut(text, "\x00")
		if body == "" {
			name, body = fmt.Sprintf("f%d.csv", i), text
		}
		files = append(files, importer.File{Name: name, Data: []byte(body)})
	}
	made, faults := importer.Import([]*importer.Format{Format}, files, "", w)
	if len(faults) > 0 {
		t.Fatalf("From: %s", faults.Error())
	}
	return made
}

// problemText returns a problem as text without spaces, from its first list on.
func problemText(made *importer.Result) string {
	if made.Scenario == nil {
		return "nothing: " + made.Report.String()
	}
	text := string(scenario.Canonical(made.Scenario))
	return text
}

func TestTablesBecomeProblems(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  []string // in the scenario
		notes []string // in the report
	}{
		"jobs": {[]string{"job,cores,runtime,submit\na,2,10,0\nb,1,20,5\n"},
			[]string{`{"duration":10,"id":"a","slots":2}`, `{"duration":20,"id":"b","slots":1,"submitted":5}`,
				`"kind":"farm"`, `"machines":[{"id":"machine","slots":3}]`}, []string{"taken: 2 jobs"}},
		"jobs with machines": {[]string{"jobs.csv\x00id;slots;duration\n1;2;3,5\n",
			"nodes.csv\x00host;cpus;ram_gb\nx;8;64\n"},
			[]string{`{"duration":3.5,"id":"1","slots":2}`, `{"id":"x","memory":64000,"slots":8}`}, nil},
		"units in the cells": {[]string{"task\tcpu\tmem\telapsed\nt\t1500m\t2Gi\t1:30:00\n"},
			[]string{`"duration":5400`, `"slots":2`, `"memory":2147.483648`},
			[]string{"cpu is no whole number and was rounded up"}},
		"dates": {[]string{"job,procs,start time,end time\na,1,2024-03-01 10:00:00,2024-03-01T11:00:00Z\n" +
			"b,1,2024-02-29 10:00,2024-02-29 10:30\n"},
			[]string{`{"duration":1800,"id":"b","slots":1}`, `{"duration":3600,"id":"a","slots":1,"submitted":86400}`},
			[]string{"counted from the earliest date, 2024-02-29 10:00:00"}},
		"German dates": {[]string{"Job;Kerne;Laufzeit;submitted\na;1;1.000,5;31.12.2023 23:59\nb;1;2;1.1.2024\n"},
			[]string{`{"duration":1000.5,"id":"a","slots":1}`, `"submitted":60}`}, nil},
		"American dates": {[]string{"job,procs,runtime,submitted\na,1,5,1/31/2024 1:00 PM\nb,1,5,2/1/2024 12:00 AM\n"},
			[]string{`"id":"b","slots":1,"submitted":39600}`}, nil},
		"since 1970": {[]string{"job,procs,runtime,submitted\na,1,5,1700000000\nb,1,5,1700000060\n"},
			[]string{`"id":"b","slots":1,"submitted":60}`}, nil},
		"dependencies": {[]string{"task,duration,depends on\na,1,\nb,2,a\nc,3,a;b;zz\n"},
			[]string{`"after":[{"job":"a"},{"job":"b"}]`},
			[]string{"After names a job that is not there; the job is without it (f0.csv:4)"}},
		"circle": {[]string{"task,duration,after\na,1,b\nb,2,a\nc,3,\n"}, []string{`"id":"c"`}, []string{"left out"}},
		"edges": {[]string{"from,to,bandwidth mbit/s\nA,B,800\nB,C,80\nA,A,1\nC,B,7\n"},
			[]string{`"links":[{"a":"A","b":"B","bandwidth":100},{"a":"B","b":"C","bandwidth":10}]`,
				`{"id":"A","mips":1000}`, `"kind":"placement"`},
			[]string{"3 clusters were made of the names in From, power 1000", "joins a cluster to itself",
				"a second time"}},
		"slots": {[]string{"nodes.csv\x00node,performance,price\nn,2,3\n",
			"slots.csv\x00node,start,end\nn,0,50\nq,1,2\nn,9,5\n"},
			[]string{`"slots":[{"end":50,"node":"n","start":0}]`, `"horizon":50`, `"kind":"window"`},
			[]string{"Node names a node that is not there (slots.csv:3)"}},
		"groups": {[]string{"host,price,rack\na,1,r1\nb,2,r2\n"},
			[]string{`"groups":[{"id":"r1"},{"id":"r2"}]`, `"kind":"group"`}, []string{"2 groups were made of"}},
		"no header": {[]string{"a,2,100\nb,4,200\n"}, []string{`"id":"a"`}, nil},
		"twice": {[]string{"job,runtime\na,1\na,2\n,3\n"}, []string{`"id":"a-1"`, `"id":"job-1"`},
			[]string{"1 job has no name", "1 job has a name that was there already"}},
		"faults": {[]string{"job,runtime,mem\na,-5,1\nb,x,1\nc,5,much\nd,,1\ne,7,1e400\n"},
			[]string{`{"duration":5,"id":"c","slots":1}`},
			[]string{"runtime is -5 and must be greater than 0 (f0.csv:2)", "runtime is no number (f0.csv:3)",
				"runtime is empty (f0.csv:5)", "mem is no number; the job is without it (f0.csv:4, f0.csv:6)"}},
		"quotes": {[]string{"job,runtime\n\"a, \"\"b\"\"\n\",5\n\"half,6\n"},
			[]string{`"id":"a, \"b\""`, `"id":"\"half"`}, []string{"never closed"}},
		"nothing": {[]string{"job,runtime\na,x\n"}, []string{"nothing could be made of any row"}, nil},
	} {
		made := importTexts(t, importer.Wishes{}, c.files...)
		text, got := problemText(made), made.Report.String()
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: got\n%s\nwant it to contain %s\n%s\n%s", name, text, want, got, made.Mapping)
			}
		}
		for _, want := range c.notes {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the report does not contain %q:\n%s", name, want, got)
			}
		}
		if made.Scenario != nil {
			if faults := scenario.Validate(made.Scenario); len(faults) > 0 {
				t.Errorf("%s: the scenario is not valid: %s", name, faults.Error())
			}
		}
	}
}

// A guess is a mapping that gives the same scenario again.
func TestTheGuessIsAMapping(t *testing.T) {
	for _, text := range []string{"job,cores,runtime,submit\na,2,10,0\nb,1,20,5\n", "a,2,100\nb,4,200\n",
		"job;procs;start;end\nx;1;1.2.2024 10:00;1.2.2024 11:00\n"} {
		first := importTexts(t, importer.Wishes{}, text)
		again := importTexts(t, importer.Wishes{Set: map[string]string{"mapping": string(first.Mapping)}}, text)
		if a, b := problemText(first), problemText(again); a != b {
			t.Errorf("by its own mapping: got\n%s\nwant\n%s", b, a)
		}
		if !bytes.Equal(first.Mapping, again.Mapping) {
			t.Errorf("mapping: got\n%s\nwant\n%s", again.Mapping, first.Mapping)
		}
	}
}

func TestMappingsSayWhatIsWanted(t *testing.T) {
	const table = "who,n,from,till,state,day\na,1,10,20,done,2024-01-01\nb,2,10,50,failed,2024-02-01\n" +
		"c,3,10,60,done,2024-03-01\nd,4,0,9,done,2024-04-01\n"
	for name, c := range map[string]struct{ mapping, want, unwanted string }{
		"is": {`"columns":[{"field":"id","column":"who"},{"field":"slots","column":"n"},
			{"field":"duration","column":"till","minus":"from","unit":"min"}],"where":[{"column":"state","is":["done"]}]`,
			`{"duration":600,"id":"a","slots":1}`, `"id":"b"`},
		"not":   {`"columns":[{"field":"duration","value":"5"},{"field":"slots","column":"n"}],"where":[{"column":"who","not":["a"]}]`, `"slots":2`, `"slots":1}`},
		"range": {`"columns":[{"field":"duration","column":"till"},{"field":"slots","value":"1"}],"where":[{"column":"n","from":"2","to":"3"}]`, `"duration":60`, `"duration":9`},
		"days":  {`"columns":[{"field":"duration","column":"till"},{"field":"slots","value":"1"}],"where":[{"column":"day","from":"2024-02-15"}]`, `"duration":9`, `"duration":50`},
		"first": {`"columns":[{"field":"duration","column":"till"},{"field":"slots","value":"1"}],"first":2`, `"duration":50`, `"duration":60`},
		"value": {`"columns":[{"field":"duration","column":"nothing","value":"5"},{"field":"slots","value":"1"}]`,
			"has other columns than the mapping speaks of", "duration"},
		"faulty": {`"columns":[{"field":"length","column":"n"}]`, "tables[0].columns[0].field", "slots"},
	} {
		made := importTexts(t, importer.Wishes{Set: map[string]string{"mapping": `{"format":"gridbox-mapping","version":1,"kind":"farm",
			"tables":[{"list":"jobs",` + c.mapping + `}]}`}}, table)
		text := problemText(made)
		if !strings.Contains(text, c.want) || made.Scenario != nil && strings.Contains(text, c.unwanted) {
			t.Errorf("%s: got %s, want %q and not %q", name, text, c.want, c.unwanted)
		}
	}
}

func TestUnreadableMappingsAreRefused(t *testing.T) {
	for _, text := range []string{"", "{", `{"format":"gridbox-mapping","version":2,"kind":"farm","tables":[]}`,
		`{"format":"gridbox-mapping","version":1,"kind":"fram","tables":[]}`,
		`{"format":"gridbox-mapping","version":1,"kind":"farm","tables":[{"list":"job","columns":[]}]}`,
		`{"format":"gridbox-mapping","version":1,"kind":"farm","tables":[{"list":"jobs","separator":"x","columns":[]}]}`,
		`{"format":"gridbox-mapping","version":1,"kind":"farm","tables":[{"list":"jobs","columns":[{"field":"slots"}]}]}`,
		`{"format":"gridbox-mapping","version":1,"kind":"farm","tables":[{"list":"jobs","columns":[` +
			`{"field":"duration","column":"a","unit":"parsec"}]}]}`} {
		if m, faults := ReadMapping([]byte(text)); len(faults) == 0 {
			t.Errorf("ReadMapping(%s): got %+v, want faults", text, m)
		}
	}
}

// The numbers were counted by other programs and are in the README of the data.
func TestRealTables(t *testing.T) {
	files := importertest.Genuine(t, "csv/openb_node_list_all_node.csv", "csv/openb_pod_list_first_1000.csv")
	made := importertest.Import(t, []*importer.Format{Format}, files, "", importer.Wishes{})
	if made.Scenario == nil {
		t.Fatalf("got no scenario: %s", made.Report.String())
	}
	p := made.Scenario.Farm.Problem
	// grep -c ',0,$' and awk over the eleventh column give 88 pods that were never
	// scheduled; the first node has 32 cores and 262,144 MiB.
	if len(p.Machines) != 1523 || len(p.Jobs) != 912 || made.Report.Count(importer.LeftOut, "job") != 88 {
		t.Errorf("got %d machines and %d jobs, want 1523, 912 and 88 left out\n%s", len(p.Machines), len(p.Jobs),
			made.Report.String())
	}
	if m := p.Machines[0]; m.Slots != 32 || m.Memory != 262144*1.048576 || m.ID != "openb-node-0000" {
		t.Errorf("first machine: got %+v, want 32 slots and 262,144 MiB", m)
	}
	gpus := 0
	for _, m := range p.Machines {
		gpus += m.Licenses["gpu"]
	}
	if gpus != 6212 {
		t.Errorf("got %d GPUs, want 6212 as counted by awk", gpus)
	}
}

func TestSpreadsheetsInUTF16(t *testing.T) {
	var data = []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune("Task\tDuration\r\nä\t5\r\n")) {
		data = append(data, byte(u), byte(u>>8))
	}
	made, faults := importer.Import([]*importer.Format{Format}, []importer.File{{Name: "x.txt", Data: data}}, "",
		importer.Wishes{})
	if len(faults) > 0 || made.Scenario == nil || made.Scenario.Farm.Jobs[0].Duration != 5 {
		t.Fatalf("got faults %v, %+v; want a duration of 5", faults, made)
	}
}

func TestCells(t *testing.T) {
	for c, want := range map[string]float64{"1": 1, "-2.5": -2.5, "1,000": 1000, "1 000 000.5": 1000000.5,
		"1'000": 1000,
		"1e3":   1000, "12345678901234567890": 12345678901234567890, ".5": .5, "+3": 3, "1\u00a0000": 1000} {
		if got, ok := parsePlainNumber(c, false); !ok || got != want {
			t.Errorf("parsePlainNumber(%s): got %v, %t; want %v", c, got, ok, want)
		}
	}
	for c, want := range map[string]float64{"1,5": 1.5, "1.000": 1000, "1.000,25": 1000.25, "0,125": .125} {
		if got, ok := parsePlainNumber(c, true); !ok || got != want {
			t.Errorf("parsePlainNumber(%s) with decimal commas: got %v, %t; want %v", c, got, ok, want)
		}
	}
	for _, c := range []string{"", "-", ".", "1.2.3", "1,00", "1,0000", "abc", "1e", "0x10", "١", "1e999", "Inf",
		"NaN", "--1"} {
		if got, ok := parsePlainNumber(c, false); ok {
			t.Errorf("parsePlainNumber(%q): got %v, want an error", c, got)
		}
	}
	for c, want := range map[string]float64{"1:30": 90, "2:00:00": 7200, "1-00:00:01": 86401, "0:00.5": .5} {
		if got, ok := clock(c); !ok || got != want {
			t.Errorf("clock(%s): got %v, %t; want %v", c, got, ok, want)
		}
	}
	// The days of all months of 300 years agree with the standard library.
	for y := 1900; y < 2200; y++ {
		for m := 1; m <= 12; m++ {
			want := time.Date(y, time.Month(m), 3, 4, 5, 6, 0, time.UTC).Unix()
			text := fmt.Sprintf("%04d-%02d-03 04:05:06", y, m)
			if got, ok := parseDate(text, dateISO); !ok || got != float64(want) {
				t.Fatalf("parseDate(%s): got %v, want %v", text, got, want)
			}
			if got := date(float64(want)); got != text {
				t.Fatalf("date: got %s, want %s", got, text)
			}
		}
	}
	for c, style := range map[string]string{"2024-01-01T00:00:00+02:00": dateISO, "31/12/2023 22:00": dateDMY,
		"12/31/2023 10:00 PM": dateMDY, "2023/12/31 22:00:00Z": dateISO, "31.12.23 22:00": dateDMY} {
		if got, ok := parseDate(c, style); !ok || got != 1704060000 {
			t.Errorf("parseDate(%s): got %v, %t; want 1704060000", c, got, ok)
		}
	}
	for _, c := range []string{"2024-13-01", "2024-00-01", "24-01-01", "2024-01", "2024-01-01 x",
		"2024-01-01 10:00 +1"} {
		if got, ok := parseDate(c, dateISO); ok {
			t.Errorf("parseDate(%s): got %v, want an error", c, got)
		}
	}
}

// A table of names alone could be any list, so its kind has to be stated.
func TestNamesAloneAreNoTable(t *testing.T) {
	for text, want := range map[string]bool{
		"id,STATE\n1,idle\n2,busy\n": false,
		"Name;Colour\na;1\nb;2\n":    false,
		"colour,shape\nred,round\n":  false,
		"id,mips\nlyon,800\n":        true,
		"job,runtime\na,10\n":        true,
		"id,after,duration\na,,5\n":  true,
		"group,nodes\neast,4\n":      true,
	} {
		files := []importer.File{{Name: "f.csv", Data: []byte(text)}}
		made, faults := importer.Import([]*importer.Format{Format}, files, "table", importer.Wishes{})
		if len(faults) > 0 || (made.Scenario != nil) != want || made.Mapping == nil {
			t.Errorf("%q: got faults %v, want scenario %t and a mapping\n%s", text, faults, want,
				made.Report.String())
		}
	}
	files := []importer.File{{Name: "f.csv", Data: []byte("id,STATE\n1,idle\n")}}
	made, _ := importer.Import([]*importer.Format{Format}, files, "table", importer.Wishes{Kind: "group"})
	if made.Scenario == nil {
		t.Errorf("kind group: got no scenario\n%s", made.Report.String())
	}
}

// Hostile input is bounded: without limits these would take minutes.
func TestBadInputIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"a million columns": strings.Repeat("a,", 1<<18) + "\n" + strings.Repeat("1,", 1<<18),
		"a long line":       "job,runtime\n" + strings.Repeat("x", 16<<20) + ",5\nb,6\n",
		"half quotes":       "job,runtime\n" + strings.Repeat("\"a,1\n", 1<<16),
		"quotes alone":      strings.Repeat("\"", 1<<20),
		"long quotes":       "a,b\n" + strings.Repeat("\""+strings.Repeat("x", 2000)+"\n", 4000),
		"separators":        strings.Repeat(";,\t|", 1<<18),
		"names":             "task,duration,after\na,1," + strings.Repeat("b;", 1<<17),
	} {
		files := []importer.File{{Name: name + ".csv", Data: []byte(text)}}
		made, faults := importer.Import([]*importer.Format{Format}, files, "table", importer.Wishes{})
		if len(faults) > 0 || made == nil {
			t.Errorf("%s: got faults %v, want none", name, faults)
		}
	}
}

func FuzzTable(f *testing.F) {
	for _, text := range []string{"job,cores,runtime,submit\na,2,10,0\n", "a;b\n1,5;\"x\n",
		"from\tto\tbandwidth\nA\tB\t1 Gbit/s\n",
		"host|price|rack\nx|1|r\n", "node,start,end\nn,0,5\n", "task,duration,after\na,1,b\nb,1,a\n",
		"job,procs,start,end\na,1,1/2/2024 1:00 PM,\"2024-03-01\"\n"} {
		f.Add([]byte(text))
	}
	for _, pattern := range []string{"csv/*.csv", "evalys/*.csv", "slurm/sacct-*.txt", "faults/*.csv", "faults/f01*"} {
		for _, seed := range realfiles.Seeds(f, pattern, 3000) {
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := importer.File{Name: "f.csv", Data: data}
		answered := importer.Wishes{Kind: "farm", Set: map[string]string{"column.jobs.slots": "none",
			"column.jobs.duration": "2"}}
		importertest.Import(t, []*importer.Format{Format}, []importer.File{file}, "table", answered)
		for _, kind := range append(scenario.Kinds(), "") {
			made, faults := importer.Import([]*importer.Format{Format}, []importer.File{file}, "table",
				importer.Wishes{Kind: kind})
			if len(faults) > 0 {
				t.Fatalf("From: got faults %s, want none", faults.Error())
			}
			if made.Mapping != nil {
				if _, faults := ReadMapping(made.Mapping); len(faults) > 0 {
					t.Fatalf("ReadMapping of a guess: %s\n%s", faults.Error(), made.Mapping)
				}
			}
			if s := made.Scenario; s != nil {
				if _, faults := scenario.Parse(scenario.Text(s)); len(faults) > 0 {
					t.Fatalf("Parse of the scenario: got faults %s, want none", faults.Error())
				}
			}
		}
	})
}

func BenchmarkTable(b *testing.B) {
	var text bytes.Buffer
	text.WriteString("job,cores,memory_mib,runtime,submit,user,state\n")
	for i := range 100_000 {
		fmt.Fprintf(&text, "job%d,%d,%d,%d.5,2024-03-%02d %02d:00:00,u%d,done\n", i, 1+i%64, 100+i%9000,
			1+i%86400, 1+i%28, i%24, i%100)
	}
	files := []importer.File{{Name: "jobs.csv", Data: text.Bytes()}}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		made, _ := importer.Import([]*importer.Format{Format}, files, "", importer.Wishes{})
		if made.Scenario == nil || len(made.Scenario.Farm.Jobs) != 100_000 {
			b.Fatalf("got no scenario of 100,000 jobs: %s", made.Report.String())
		}
	}
}
