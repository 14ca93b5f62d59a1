package table

import (
	"slices"
	"strings"
	"unicode"
)

// split splits a name into words in lower case: memory_mib, MemoryMiB, "Memory (MiB)".
func split(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	before := ' '
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '%' && (c != '/' || !unicode.IsLetter(before)):
			end()
		case unicode.IsUpper(c) && unicode.IsLower(before):
			end()
			word = append(word, c)
		default:
			word = append(word, c)
		}
		before = c
	}
	end()
	return words
}

// nameScore returns a score of how well the name of a column matches a field.
func nameScore(name string, f *Field) int {
	last := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	words := append([]string{strings.Join(split(last), " "), strings.ToLower(f.Label)}, synonyms[f.list+" "+f.Path]...)
	if f.Path == "id" {
		words = append(words, nounOf(f.list), nounOf(f.list)+" id", nounOf(f.list)+" name", nounOf(f.list)+"id")
	}
	return phraseScore(name, words)
}

// phraseScore returns a score of how well a name matches phrases: 10 if it equals one, less if it
// contains one.
func phraseScore(name string, phrases []string) (score int) {
	words := split(name)
	whole := strings.Join(words, " ")
	bare := whole // without the unit after it
	if n := len(words); n > 1 && unitWord(words[n-1]) {
		bare = strings.Join(words[:n-1], " ")
	}
	for _, p := range phrases {
		switch {
		case whole == p || bare == p || strings.ReplaceAll(whole, " ", "") == strings.ReplaceAll(p, " ", ""):
			score = max(score, 10)
		case len(p) > 2 && (strings.HasPrefix(whole, p+" ") || strings.HasSuffix(bare, " "+p)):
			score = max(score, 4+min(len(p)/4, 4))
		case len(p) > 2 && strings.Contains(" "+whole+" ", " "+p+" "):
			score = max(score, 3)
		}
	}
	return score
}

// unitWord reports whether a word is a unit.
func unitWord(word string) bool {
	for _, units := range [][]Unit{times, sizes, rates, powers, works, shares} {
		if u := unitOf(units, word); u != nil && (len(word) > 1 || word == "s" || word == "h" || word == "%") {
			return true
		}
	}
	return false
}

// synonyms are other names of fields, as used by people and programs.
var synonyms = map[string][]string{
	"jobs id": {"job", "task", "task id", "task name", "pod", "pod name", "uid", "workflow", "jobname", "jobid"},
	"jobs slots": {"cpus", "cpu", "cores", "procs", "processors", "ncpus", "num cpus", "n procs", "nprocs", "req cpus",
		"alloc cpus", "requested processors", "allocated processors", "cpu cores", "threads", "vcpus", "vcpu",
		"cpu request", "plan cpu", "num procs", "number of processors", "requested number of processors", "ncores",
		"kerne", "prozessoren", "requested number of resources", "requested resources", "number of resources",
		"num resources", "nb res", "nb resources", "res"},
	"jobs memory": {"mem", "ram", "req mem", "requested memory", "memory request", "plan mem", "max mem",
		"used memory"},
	"jobs duration": {"runtime", "run time", "elapsed", "wall time", "walltime", "wallclock", "processing time",
		"exec time", "execution time", "length", "service time", "dauer", "laufzeit", "time used"},
	"jobs estimate": {"requested time", "time limit", "timelimit", "req time", "requested walltime", "estimated time",
		"estimated runtime", "user estimate"},
	"jobs submitted": {"submit", "submit time", "submission time", "submission", "arrival", "arrival time", "arrived",
		"creation time", "created", "created at", "release time", "release", "queued", "queue time", "submitted at",
		"timestamp"},
	"jobs deadline": {"due", "due date", "due time"},
	"jobs priority": {"prio", "nice"},
	"jobs after": {"dependencies", "dependency", "depends on", "depends", "parents", "parent", "predecessors",
		"prerequisites"},
	"jobs licenses.gpu": {"gpu", "gpus", "num gpu", "gpu count", "ngpus", "num gpus", "gpu request", "plan gpu"},
	"jobs mi":           {"work", "instructions", "million instructions", "mflop", "load"},
	"jobs datasets":     {"datasets", "needs", "files", "inputs", "input files", "data"},
	"jobs volume":       {"work", "size"},
	"jobs maxPrice":     {"max price", "price", "price limit", "bid"},
	"machines id": {"node", "node id", "node name", "host", "hostname", "host name", "server", "sn", "instance",
		"nodename", "queue"},
	"machines slots": {"cpus", "cpu", "cores", "procs", "processors", "ncpus", "vcpus", "vcpu", "cpu cores", "threads",
		"capacity cpu", "num cpus", "kerne", "prozessoren"},
	"machines memory":       {"mem", "ram", "real memory", "capacity memory", "total memory"},
	"machines speed":        {"speed factor", "relative speed", "performance"},
	"machines type":         {"model", "processor type", "processor", "cpu model", "architecture", "arch", "cpu type"},
	"machines licenses.gpu": {"gpu", "gpus", "num gpu", "gpu count", "ngpus", "num gpus"},
	"links a":               {"from", "source", "src", "node1", "node a", "u", "end a", "site a", "origin"},
	"links b":               {"to", "target", "dst", "dest", "destination", "node2", "node b", "v", "end b", "site b"},
	"links bandwidth":       {"bw", "capacity", "speed", "rate", "throughput", "link speed"},
	"clusters id":           {"site", "site name", "zone", "location", "data center", "datacenter"},
	"clusters mips":         {"power", "computing power", "speed", "capacity", "performance"},
	"datasets id":           {"file", "file name", "filename", "data", "dataset"},
	"datasets size":         {"bytes", "length", "volume", "file size"},
	"datasets at":           {"replicas", "locations", "location", "sites", "site", "hosts", "held at", "stored at"},
	"nodes id":              {"host", "hostname", "machine", "server", "resource", "node name"},
	"nodes performance":     {"perf", "speed", "mips", "power"},
	"nodes price":           {"cost", "rate", "price per hour", "cost per hour", "tariff"},
	"nodes group":           {"rack", "zone", "site", "domain", "failure domain", "availability zone", "cluster"},
	"nodes availability":    {"reliability", "uptime", "probability"},
	"groups availability":   {"reliability", "uptime", "probability"},
	"groups id":             {"rack", "zone", "site", "domain"},
	"slots node":            {"host", "hostname", "machine", "resource"},
	"slots start":           {"from", "begin", "start time", "free from"},
	"slots end":             {"to", "until", "finish", "end time", "free until"},
	"busy node":             {"host", "hostname", "machine", "resource"},
	"busy start":            {"from", "begin", "start time", "busy from", "reserved from"},
	"busy end":              {"to", "until", "finish", "end time", "busy until", "reserved until"},
}

// countFieldNames returns the number of cells that are names for fields of any list.
func countFieldNames(first []string) (n int) {
	for _, c := range first {
		for _, kind := range kindsByUse {
			if slices.ContainsFunc(Lists(kind), func(l *List) bool {
				return slices.ContainsFunc(l.fillableFields(), func(f Field) bool { return nameScore(c, &f) >= 6 })
			}) {
				n++
				break
			}
		}
	}
	return n
}
