// Package batsim reads workloads of Batsim, the simulator of batch schedulers
// (Dutot and others, "Batsim: a Realistic Language-Independent Resources and
// Jobs Management Systems Simulator", JSSPP 2016), with the names of its
// versions up to 4 and of 5, which one file may mix
// (https://batsim.readthedocs.io/en/latest/input-workload.html).
//
// A workload is a JSON object of jobs and of profiles, which describe the
// computation of jobs. It becomes a farm of one machine with nb_res slots. A
// delay profile has a duration of its own. A computing profile lasts for its
// computation on a host of the given speed; communication is not counted,
// because it depends on the network of a platform, which is not part of the
// workload. Batsim stops a job at its walltime, so no job lasts longer here.
package batsim

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Format is the format of Batsim's workloads.
var Format = &importer.Format{
	ID: "batsim", Title: "Batsim workload",
	About: "Jobs and profiles in JSON, as the simulator Batsim reads them. Its generators write them.",
	Kinds: []string{"farm"}, Recognise: recognise, PlatformSettings: []string{"users"},
	Questions: []importer.Question{
		{Name: "slots", Label: "Hosts of the platform", About: "how many there are, in place of the file's nb_res"},
		{Name: "speed", Label: "Speed of a host", Unit: "flop/s", Usual: "1000000000",
			About: "by which profiles that compute are given a duration"},
		{Name: "users", Label: "Users", Usual: "letters", Choices: []string{"letters", "keep", "none"},
			About: "whether users become letters, keep their names, or are left out"},
	},
}

// init sets the reading function of Format, which itself refers to Format.
func init() { Format.Read = read }

// recognise returns the certainty that a file is a workload of Batsim. It counts
// keys of the format in the first 64 KiB and the last 4 KiB.
func recognise(f importer.File) (certainty int, evidence string) {
	text := bytes.TrimLeft(f.Data, " \t\r\n")
	if len(text) == 0 || text[0] != '{' {
		return 0, ""
	}
	ends := bytes.Join([][]byte{text[:min(len(text), 1<<16)], text[max(0, len(text)-1<<12):]}, nil)
	points := 0
	for word, weight := range map[string]int{`"nb_res"`: 35, `"subtime"`: 35, `"walltime"`: 10, `"profile"`: 10,
		`"profiles"`: 20} {
		if bytes.Contains(ends, []byte(word)) {
			points += weight
		}
	}
	if points < 40 {
		return 0, ""
	}
	return min(points, 97), "it is JSON with fields of a workload, such as nb_res, subtime and profiles"
}

// A job is a job of the workload, before its profile is resolved.
type job struct {
	id, profile, user   string
	submitted, walltime float64
	slots               float64
	position            int // in the jobs of all files, from 1
	file                int
}

// A reader turns workloads into a farm.
type reader struct {
	result   importer.Result
	wishes   importer.Wishes
	jobs     []job
	profiles map[string]*profile
	lengths  map[string]*length
	shared   map[string]string // names of profiles, interned
	slots    float64
	speed    float64
	file     int
	skipped  map[string]int // jobs left out, by the reason
	reasons  []string
}

// read imports workloads as a farm of all their jobs.
func read(files []importer.File, w importer.Wishes) *importer.Result {
	r := &reader{wishes: w, profiles: map[string]*profile{}, lengths: map[string]*length{},
		shared: map[string]string{}, skipped: map[string]int{}}
	for i := range files {
		r.file = i
		p := importer.NewPull(files[i].Data)
		if !p.Object(func(key string) { r.readMember(p, key) }) {
			r.result.Report.AddFault(importer.Place{File: files[i].Name}, "is no JSON object")
		}
		if p.Fault != "" {
			r.result.Report.AddFault(importer.Place{File: files[i].Name, Line: p.Line},
				p.Fault+"; the part before it was read")
		}
	}
	if len(r.jobs) == 0 {
		r.result.Report.AddFault(importer.Place{}, "there is no job in the workload")
		return &r.result
	}
	r.scenario(strings.TrimSuffix(files[0].Name, ".json"))
	return &r.result
}

// readMember reads a member of the workload. It skips unknown keys.
func (r *reader) readMember(p *importer.Pull, key string) {
	switch key {
	case "nb_res":
		if x, ok := p.Number(); ok {
			r.slots = max(r.slots, x)
		}
	case "jobs":
		p.Array(func(int) { r.readJob(p) })
	case "profiles":
		p.Object(func(name string) { r.profiles[name] = readProfile(p) })
	}
}

// readJob reads an entry of the jobs and appends it. An entry that is not an
// object is a fault. The strings of profiles are interned.
func (r *reader) readJob(p *importer.Pull) {
	j := job{walltime: -1, submitted: -1, slots: -1, position: len(r.jobs) + 1, file: r.file}
	if !p.Object(func(key string) {
		switch key {
		case "id":
			j.id = p.Text()
		case "profile":
			j.profile = p.Text()
		case "user", "user_id":
			j.user = p.Text()
		case "subtime":
			j.submitted = numberOr(p, -1)
		case "walltime":
			j.walltime = numberOr(p, -1)
		case "res":
			j.slots = numberOr(p, -1)
		}
	}) {
		r.result.Report.AddFault(importer.Place{}, "an entry of jobs is no object; it was left out")
		return
	}
	if name, known := r.shared[j.profile]; known {
		j.profile = name
	} else {
		r.shared[j.profile] = j.profile
	}
	r.jobs = append(r.jobs, j)
}

// numberOr reads a number. It returns other for any other value.
func numberOr(p *importer.Pull, other float64) float64 {
	if x, ok := p.Number(); ok {
		return x
	}
	return other
}

// maxTime is the largest submission time in seconds, equal to the bound of
// core/kind/farm.
const maxTime = 1e12

// scenario builds the farm.
func (r *reader) scenario(title string) {
	report := &r.result.Report
	machines := r.wishes.Machines
	if machines == nil {
		machines = []farm.Machine{{ID: "platform", Slots: r.hosts()}}
	}
	slots := importer.MaxSlots(machines)
	if r.speed = 1e9; r.wishes.Machines != nil {
		r.speed = r.wishes.Power * 1e6
	} else if slices.ContainsFunc(r.jobs, func(j job) bool {
		l := r.length(j.profile, 0)
		return l.flopPerHost+l.flopTotal > 0
	}) {
		answer := report.AddQuestion(Format, r.wishes, "speed")
		if x, ok := importer.ParseNumber([]byte(answer)); ok && x > 0 {
			r.speed = x
		} else {
			report.AddFault(importer.Place{}, "speed must be a number of flop/s above 0, not "+strconv.Quote(answer))
		}
	}
	slices.SortStableFunc(r.jobs, func(a, b job) int { return sorting.Ascending(a.submitted, b.submitted) })
	out := make([]farm.Job, 0, len(r.jobs))
	estimates := make([]float64, len(r.jobs))
	var names importer.Names
	stopped, open, used, expected, silent := 0, 0, map[string]bool{}, 0, 0
	name := r.users()
	for i := range r.jobs {
		j := &r.jobs[i]
		about := r.length(j.profile, 0)
		long, why := about.duration(j.slots, r.speed), about.reason
		switch {
		case why != "":
		case !(long >= 1e-6):
			why = "with a profile that takes no time"
		case j.submitted < 0:
			why = "without a time of submission"
		case j.slots < 1 || j.slots > 1e6 || j.slots != float64(int(j.slots)):
			why = "that asks for no whole number of hosts from 1 to 1000000"
		case int(j.slots) > slots:
			why = reasonTooWide
		case j.submitted > maxTime:
			why = "submitted later than " + doc.Exact(maxTime) + " s"
		case long > maxTime || j.walltime > maxTime:
			why = "with a duration or walltime of more than " + doc.Exact(maxTime) + " s"
		}
		if why != "" {
			r.leaveOut(why)
			continue
		}
		if about.expected {
			expected++
		}
		if about.silent {
			silent++
		}
		used[j.profile] = true
		made := farm.Job{ID: names.ID(j.id, "job"), Slots: int(j.slots), Duration: long, Submitted: j.submitted,
			User: name(j.user)}
		if estimates[i] = j.walltime; j.walltime >= 1e-6 {
			made.Estimate = &estimates[i]
			if j.walltime < long {
				made.Duration = j.walltime
				stopped++
			}
		} else {
			open++
		}
		out = append(out, made)
	}
	for _, why := range r.reasons {
		if why == reasonTooWide && r.wishes.Machines != nil {
			report.WiderThanMachines(r.skipped[why], slots)
			continue
		}
		report.AddLeftOut(r.skipped[why], "job", why)
	}
	report.AddAssumed(stopped, "job", "longer than its walltime; Batsim stops it then, and so the walltime is taken")
	report.AddAssumed(open, "job", "without a walltime; the scheduler knows the duration")
	report.AddAssumed(expected, "job", "that takes as long as its profile is expected to")
	report.AddAssumed(silent, "job", "that communicates too, which is not counted")
	report.AddAssumed(names.Changed, "job", "without an id of its own; it has another one now")
	if len(out) == 0 {
		report.AddFault(importer.Place{}, "no job of the workload has a duration")
		return
	}
	r.result.Scenario = &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm", Title: title,
		Farm: &scenario.Farm{}}
	r.result.Scenario.Farm.Machines, r.result.Scenario.Farm.Jobs = machines, out
	if r.wishes.Machines == nil {
		report.AddTaken(len(out), "job", "on one machine of "+strconv.Itoa(slots)+" slots, one for each host")
	} else {
		report.AddTaken(len(out), "job", "on the machines of the platform")
	}
	report.AddTaken(len(used), "profile", "of these jobs")
	report.AddLeftOut(len(r.profiles)-len(used), "profile", "which no job of these uses")
}

// reasonTooWide is the reason for leaving out a job that is wider than the largest
// machine.
const reasonTooWide = "that asks for more hosts than there are"

// leaveOut counts a job that is left out, by the reason.
func (r *reader) leaveOut(why string) {
	if r.skipped[why] == 0 {
		r.reasons = append(r.reasons, why)
	}
	r.skipped[why]++
}

// hosts returns the number of hosts: the answer to the question, or else nb_res
// of the file, or else the width of the widest job.
func (r *reader) hosts() int {
	report := &r.result.Report
	answer := report.AddQuestion(Format, r.wishes, "slots")
	asked := &report.Answers[len(report.Answers)-1]
	if answer != "" {
		if x, ok := importer.ParseNumber([]byte(answer)); ok && x >= 1 && x <= 1e6 && x == float64(int(x)) {
			return int(x)
		}
		report.AddFault(importer.Place{}, "slots must be a whole number from 1 to 1000000, not "+strconv.Quote(answer))
	}
	n := 1
	if r.slots >= 1 && r.slots <= 1e6 {
		n, asked.Assumed = int(r.slots), false
	} else {
		for i := range r.jobs {
			if s := r.jobs[i].slots; s >= 1 && s <= 1e6 {
				n = max(n, int(s))
			}
		}
		report.AddAssumed(1, "platform", "as large as the widest job: "+strconv.Itoa(
			n)+" hosts; the file has no nb_res")
	}
	asked.Answer = strconv.Itoa(n)
	return n
}

// users returns the function that maps a user of the file to the user of the
// farm.
func (r *reader) users() func(name string) string {
	if !slices.ContainsFunc(r.jobs, func(j job) bool { return j.user != "" }) {
		return func(string) string { return "" }
	}
	answer := r.result.Report.AddQuestion(Format, r.wishes, "users")
	var letters importer.Letters
	return func(name string) string {
		switch {
		case name == "" || answer == "none":
			return ""
		case answer == "keep":
			return importer.Clean(name)
		}
		return letters.Replace(name)
	}
}
