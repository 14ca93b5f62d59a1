// Package wfformat reads workflows in the WfFormat of the WfCommons project,
// versions 1.3 to 1.5 (Coleman and others, "WfCommons: A Framework for Enabling
// Scientific Workflow Research and Development", FGCS 2022;
// https://github.com/wfcommons/WfFormat).
//
// Since 1.5 a task has two records, one in the specification and one in the
// execution. Earlier versions have a single list, and a task's files are objects
// with a direction. Parents, children or both may be given.
//
// In a farm, a task is a job that starts when its parents have ended and their
// output files have been transferred. Machines are joined by links of a
// bandwidth that is a question. In a placement, a machine is a cluster and a
// file a dataset at the machine where it was made. A placement has no order of
// jobs, so the dependencies are left out.
package wfformat

import (
	"bytes"
	"strings"

	"gridbox/core/importer"
)

// Format is the WfFormat.
var Format = &importer.Format{
	ID: "wfformat", Title: "WfCommons workflow",

	About: "A workflow as JSON: tasks, files and, where it was run, machines. WfInstances has hundreds, and WfGen " +
		"makes more.",
	Kinds: []string{"farm", "placement"}, Recognise: recognise,
	Questions: []importer.Question{
		{Name: "machines", Label: "Machines", Usual: "4", About: "how many there are, where the file names none"},
		{Name: "slots", Label: "Cores of a machine", Usual: "8",
			About: "of a machine without a number of cores in the file"},
		{Name: "bandwidth", Label: "Bandwidth", Unit: "MB/s", Usual: "125",
			About: "of the link between any two machines; 125 MB/s is gigabit Ethernet"},
		{Name: "mips", Label: "Power of a machine", Unit: "MIPS", Usual: "1000",
			About: "of the machine on which a task took its run time; by the others' clock rates theirs follow"},
	},
}

// init sets the reading function of Format, which itself refers to Format.
func init() { Format.Read = read }

// recognise returns the certainty that a file is in WfFormat. It counts keys of the
// format at its beginning.
func recognise(f importer.File) (certainty int, evidence string) {
	head := bytes.TrimLeft(f.Data, " \t\r\n")
	if len(head) == 0 || head[0] != '{' {
		return 0, ""
	}
	head = head[:min(len(head), 1<<16)]
	points := 0
	for word, weight := range map[string]int{`"schemaVersion"`: 30, `"workflow"`: 25, `"specification"`: 15,
		`"tasks"`: 10, `"jobs"`: 5, `"parents"`: 15, `"runtimeInSeconds"`: 10, `"wfcommons`: 10,
		"WfCommons": 10, `"makespan`: 10} {
		if bytes.Contains(head, []byte(word)) {
			points += weight
		}
	}
	if points < 50 {
		return 0, ""
	}
	return min(points, 97), "it is JSON with fields of a workflow, such as schemaVersion, tasks and parents"
}

// A task is a task of the workflow, merged from specification and execution.
type task struct {
	id                string
	index             int // index in the scenario
	parents, children []string
	inputs, outputs   []string
	ran, memory       float64
	cores             float64
	machines          []string
}

// A machine is a machine of the execution.
type machine struct {
	name                 string
	cores, clock, memory float64
}

// A reader turns a workflow into a scenario.
type reader struct {
	result       importer.Result
	wishes       importer.Wishes
	tasks        []*task
	byName       map[string]*task
	alias        map[string]*task // by name, if the id differs
	sizes        map[string]float64
	order        []string // names of files, in order of appearance
	machines     []machine
	machineIndex map[string]int // index of machines by name
	name         string
	twice        int // tasks whose id an earlier task of the same list has
}

// read returns the workflow of the first file; further files are left out and
// reported. After a syntax error the part before it is used. Without tasks the
// scenario is nil.
func read(files []importer.File, w importer.Wishes) *importer.Result {
	r := &reader{wishes: w, byName: map[string]*task{}, alias: map[string]*task{},
		sizes: map[string]float64{}, machineIndex: map[string]int{}}
	report := &r.result.Report
	if len(files) > 1 {
		report.AddLeftOut(len(files)-1, "file", "of another workflow; import them one by one")
	}
	p := importer.NewPull(files[0].Data)
	if !p.Object(func(key string) {
		switch key {
		case "name":
			r.name = p.Text()
		case "workflow":
			p.Object(func(key string) { r.workflow(p, key) })
		}
	}) {
		report.AddFault(importer.Place{File: files[0].Name}, "is no JSON object")
	}
	if p.Fault != "" {
		report.AddFault(importer.Place{File: files[0].Name, Line: p.Line}, p.Fault+"; the part before it was read")
	}
	if r.name == "" {
		r.name = files[0].Name
	}
	r.name = strings.TrimSuffix(r.name, ".json")
	if len(r.tasks) == 0 {
		report.AddFault(importer.Place{}, "there is no task in the workflow")
		return &r.result
	}
	r.build()
	return &r.result
}

// workflow reads a member of the workflow.
func (r *reader) workflow(p *importer.Pull, key string) {
	switch key {
	case "specification":
		p.Object(func(key string) {
			switch key {
			case "tasks":
				r.list(p)
			case "files":
				p.Array(func(int) { r.file(p) })
			}
		})
	case "execution":
		p.Object(func(key string) {
			switch key {
			case "tasks":
				r.list(p)
			case "machines":
				p.Array(func(int) { r.machine(p) })
			}
		})
	case "tasks", "jobs":
		r.list(p)
	case "machines":
		p.Array(func(int) { r.machine(p) })
	}
}

// list reads a list of tasks. A task of an earlier list is merged.
func (r *reader) list(p *importer.Pull) {
	here := map[string]bool{}
	p.Array(func(int) {
		t := &task{ran: -1}
		name := ""
		p.Object(func(key string) {
			switch key {
			case "id":
				t.id = p.Text()
			case "name":
				name = p.Text()
			case "parents":
				t.parents = texts(p)
			case "children":
				t.children = texts(p)
			case "inputFiles":
				t.inputs = texts(p)
			case "outputFiles":
				t.outputs = texts(p)
			case "files":
				p.Array(func(int) { r.readTaskFile(p, t) })
			case "runtimeInSeconds", "runtime":
				t.ran = numberOr(p, -1)
			case "memoryInBytes":
				t.memory = numberOr(p, 0)
			case "memory": // KB until 1.3
				t.memory = 1024 * numberOr(p, 0)
			case "coreCount", "cores":
				t.cores = numberOr(p, 0)
			case "machines":
				t.machines = texts(p)
			case "machine":
				if m := p.Text(); m != "" {
					t.machines = []string{m}
				}
			}
		})
		// Until 1.3 parents are given by name, since then by id.
		if t.id == "" {
			t.id = name
		}
		if t.id == "" {
			r.result.Report.AddLeftOut(1, "task", "without id and name")
			return
		}
		if here[t.id] {
			r.twice++
			return
		}
		here[t.id] = true
		if before := r.byName[t.id]; before != nil {
			before.merge(t)
			return
		}
		r.byName[t.id] = t
		if other, met := r.alias[name]; name != "" && (!met || other == t) {
			r.alias[name] = t
		} else if met {
			r.alias[name] = nil // an ambiguous name identifies no task
		}
		r.tasks = append(r.tasks, t)
	})
}

// merge adds the fields of another record of the same task.
func (t *task) merge(more *task) {
	t.parents, t.children = append(t.parents, more.parents...), append(t.children, more.children...)
	t.inputs, t.outputs = append(t.inputs, more.inputs...), append(t.outputs, more.outputs...)
	t.machines = append(t.machines, more.machines...)
	t.ran, t.memory, t.cores = max(t.ran, more.ran), max(t.memory, more.memory), max(t.cores, more.cores)
}

// readTaskFile reads a file as tasks of older versions list it.
func (r *reader) readTaskFile(p *importer.Pull, t *task) {
	name, link, size := "", "", -1.0
	p.Object(func(key string) {
		switch key {
		case "name", "id":
			if text := p.Text(); name == "" {
				name = text
			}
		case "link":
			link = p.Text()
		case "size", "sizeInBytes":
			size = numberOr(p, -1)
		}
	})
	switch {
	case !r.recordFile(name, size):
	case link == "output":
		t.outputs = append(t.outputs, name)
	default:
		t.inputs = append(t.inputs, name)
	}
}

// file reads a file of the specification.
func (r *reader) file(p *importer.Pull) {
	name, size := "", -1.0
	p.Object(func(key string) {
		switch key {
		case "id":
			name = p.Text()
		case "name":
			if text := p.Text(); name == "" {
				name = text
			}
		case "sizeInBytes", "size":
			size = numberOr(p, -1)
		}
	})
	r.recordFile(name, size)
}

// recordFile records a file. It reports whether the file has a name; one without is
// left out.
func (r *reader) recordFile(name string, size float64) (ok bool) {
	if name == "" {
		r.result.Report.AddLeftOut(1, "file", "without a name")
		return false
	}
	r.recordSize(name, size)
	return true
}

// recordSize records the size of a file, the largest if there are several.
func (r *reader) recordSize(name string, size float64) {
	if before, met := r.sizes[name]; !met {
		r.order = append(r.order, name)
		r.sizes[name] = size
	} else {
		r.sizes[name] = max(before, size)
	}
}

// machine reads the next object as a machine, with its memory in bytes and its
// clock in MHz. Of two machines of the same name the first counts.
func (r *reader) machine(p *importer.Pull) {
	m := machine{}
	p.Object(func(key string) {
		switch key {
		case "nodeName":
			m.name = p.Text()
		case "memoryInBytes":
			m.memory = numberOr(p, 0)
		case "memory": // KB until 1.3
			m.memory = 1024 * numberOr(p, 0)
		case "cpu":
			p.Object(func(key string) {
				switch key {
				case "coreCount", "count":
					m.cores = numberOr(p, 0)
				case "speedInMHz", "speed":
					m.clock = numberOr(p, 0)
				}
			})
		}
	})
	if _, twice := r.machineIndex[m.name]; twice {
		r.result.Report.AddLeftOut(1, "machine", "in the list for the second time")
		return
	}
	r.machineIndex[m.name] = len(r.machines)
	r.machines = append(r.machines, m)
}

// texts reads a list of strings; of objects it takes the id or the name.
func texts(p *importer.Pull) (list []string) {
	p.Array(func(int) {
		if p.Peek() != '{' {
			if text := p.Text(); text != "" {
				list = append(list, text)
			}
			return
		}
		p.Object(func(key string) {
			if key == "id" || key == "name" {
				list = append(list, p.Text())
			}
		})
	})
	return list
}

func numberOr(p *importer.Pull, other float64) float64 {
	if x, ok := p.Number(); ok {
		return x
	}
	return other
}
