package importer

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/kind/farm"
)

// The names of CombinedQuestions.
const (
	setMachines  = "machines"
	setReference = "reference"
)

// CombinedQuestions are the settings of a platform and a log that are read together,
// in addition to the settings of the log.
var CombinedQuestions = []Question{
	{Name: setMachines, Label: "Machines", Usual: "clusters", Choices: []string{"clusters", "one"},
		About: "clusters: each cluster of the platform is a machine, and so are hosts of equal speed in one zone; " +
			"one: the whole platform is one machine, so that jobs may span clusters"},
	{Name: setReference, Label: "Reference machine", Usual: "largest",
		Choices: []string{"largest", "fastest", "slowest"},
		About:   "jobs run as long as the log says on this machine, and longer or shorter on others by their power"},
}

// CombinedFormat returns the format that reads a platform and a log of jobs as one
// farm: the platform's clusters become its machines. It returns nil unless the
// parts of known formats are one platform and one log.
func CombinedFormat(parts []Part, files []File) *Format {
	known := slices.Clone(parts)
	known = slices.DeleteFunc(known, func(p Part) bool { return p.Format == nil })
	if len(known) != 2 {
		return nil
	}
	platform, log := known[0], known[1]
	if platform.Format.Platform == nil {
		platform, log = log, platform
	}
	if platform.Format.Platform == nil || log.Format.PlatformSettings == nil {
		return nil
	}
	asks := slices.Clone(CombinedQuestions)
	for _, q := range log.Format.Questions {
		if slices.Contains(log.Format.PlatformSettings, q.Name) {
			asks = append(asks, q)
		}
	}
	sites, jobs := pick(files, platform.Files), pick(files, log.Files)
	f := &Format{ID: platform.Format.ID + "+" + log.Format.ID,
		Title: platform.Format.Title + " with " + log.Format.Title,
		About: "The clusters of " + platform.Names(files) + " are the machines, and the jobs of " + log.Names(files) +
			" run on them.",
		Kinds: []string{"farm"}, Questions: asks, Recognise: func(File) (int, string) { return 0, "" }}
	f.Read = func(_ []File, w Wishes) *Result { return readTogether(f, platform.Format, log.Format, sites, jobs, w) }
	return f
}

// readTogether returns the jobs of a log on the machines of a platform, with
// the reports of both. If the platform has no machine, the report has a fault
// and the scenario is nil.
func readTogether(f, platform, log *Format, sites, jobs []File, w Wishes) *Result {
	var report Report
	machines := platform.Platform(sites, &report)
	if len(machines) == 0 {
		report.AddFault(Place{File: sites[0].Name},
			"has no cluster and no host with a power; no machine can be made of it")
		return &Result{Report: report}
	}
	report.AddQuestion(f, w, setMachines)
	if w.Answer(f, setMachines) == "one" {
		machines = []Cluster{union(machines)}
	}
	at := 0
	if len(machines) > 1 {
		at = reference(machines, report.AddQuestion(f, w, setReference))
	}
	given := Wishes{Kind: "farm", Set: map[string]string{}}
	for name, value := range w.Set {
		if name != setMachines && name != setReference {
			given.Set[name] = value
		}
	}
	given.Power = machines[at].power()
	given.Machines = speeds(machines, at, &report)
	made := log.Read(jobs, given)
	for i := range made.Report.Entries { // a single machine cannot be merged further
		if e := &made.Report.Entries[i]; len(machines) == 1 && e.Setting != nil && e.Setting.Name == setMachines {
			e.Setting = nil
		}
	}
	report.Entries = append(report.Entries, made.Report.Entries...)
	report.Answers = append(report.Answers, made.Report.Answers...)
	made.Report = report
	if made.Scenario != nil {
		made.Scenario.Title += " on " + stem(sites[0].Name)
	}
	return made
}

// stem returns a file's name without its last extension.
func stem(name string) string {
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		return name[:at]
	}
	return name
}

// MaxSlots returns the number of slots of the largest machine.
func MaxSlots(machines []farm.Machine) (slots int) {
	for i := range machines {
		slots = max(slots, machines[i].Slots)
	}
	return slots
}

// WiderThanMachines reports n jobs that fit on no machine of a platform.
func (r *Report) WiderThanMachines(n, slots int, at ...Place) {
	r.AddLeftOut(n, "job", "are wider than every machine of the platform; the largest has "+strconv.Itoa(
		slots)+" slots",
		at...).
		Change(setMachines, "one", "makes the whole platform one machine")
}

// A Cluster is a cluster of a platform, whose slots have equal power.
type Cluster struct {
	Name  string
	Slots int     // processors of all hosts
	MIPS  float64 // of all hosts together
}

// power returns the power of one slot in MIPS.
func (c *Cluster) power() float64 { return c.MIPS / float64(c.Slots) }

// union returns one cluster with the slots and power of all.
func union(list []Cluster) Cluster {
	all := Cluster{Name: "platform"}
	for _, c := range list {
		all.Slots += c.Slots
		all.MIPS += c.MIPS
	}
	return all
}

// reference returns the index of the cluster on which the log's run times hold,
// the first among equals.
func reference(list []Cluster, answer string) (at int) {
	for i := range list {
		a, b := &list[i], &list[at]
		better := a.Slots > b.Slots
		switch answer {
		case "fastest":
			better = a.power() > b.power()
		case "slowest":
			better = a.power() < b.power()
		}
		if better {
			at = i
		}
	}
	return at
}

// maxSlots is the largest number of slots of a machine, equal to the bound of
// core/kind/farm.
const maxSlots = 1_000_000

// speeds returns the clusters as machines with speeds relative to the cluster
// at an index.
func speeds(list []Cluster, at int, r *Report) []farm.Machine {
	var names Names
	var out []farm.Machine
	slots, cut, differ := 0, 0, 0
	for i := range list {
		c := &list[i]
		m := farm.Machine{ID: names.ID(c.Name, "machine"), Slots: min(c.Slots, maxSlots)}
		if c.Slots > maxSlots {
			cut++
		}
		if s := relative(c.power() / list[at].power()); s != 1 {
			m.Speed = &s
			differ++
		}
		slots += m.Slots
		out = append(out, m)
	}
	r.AddTaken(len(out), "machine", "of the platform, "+strconv.Itoa(slots)+" slots in all, one for each processor")
	r.AddAssumed(cut, "machine", "have more than a million processors; a million are taken")
	if differ > 0 {
		r.AddAssumed(differ, "machine", "run jobs at another speed than "+out[at].ID+
			", where they take as long as the log says").
			Change(setReference, "", "chooses another machine")
	}
	r.AddAssumed(names.Changed, "machine",
		"have a name that was missing or not the only one of its kind, and was changed")
	return out
}

// relative rounds a speed to six digits, within the bounds of a farm.
func relative(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(min(max(x, 1e-6), 1e6), 'g', 6, 64), 64)
	if err != nil {
		return 1
	}
	return y
}
