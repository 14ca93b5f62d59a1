package cluster

import (
	"errors"
	"strconv"
	"strings"
)

// An array describes the variables in which a scheduler passes to each task of
// an array its number; some pass the size too.
type array struct {
	engine, index string
	// first, last, step and count name variables, or are "".
	first, last, step, count string
	base                     int    // first number, if the size is given
	none                     string // value of index in a job that is no array
}

var arrays = []array{
	{engine: "Slurm", index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
		step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT", base: 1},
	{engine: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{engine: "PBS", index: "PBS_ARRAY_INDEX", base: 1},
	{engine: "Grid Engine", index: "SGE_TASK_ID", first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST",
		step: "SGE_TASK_STEPSIZE", base: 1, none: "undefined"},
	{engine: "LSF", index: "LSB_JOBINDEX", last: "LSB_JOBINDEX_END", step: "LSB_JOBINDEX_STEP", base: 1, none: "0"},
	{engine: "HyperQueue", index: "HQ_TASK_ID", base: 1},
}

// ShardVariable is our variable for the share of the work, as i/n.
const ShardVariable = "GRIDBOX_SHARD"

// FromEnvironment returns the share of a task, i from 1 to n, from the
// variables of the scheduler that started it. A count other than 0 is the
// number of parts; then the numbers of the array are those of the parts, so
// that any of them can be submitted again. If either is uncertain the error
// names the missing information.
func FromEnvironment(variable func(string) string, count int) (i, n int, err error) {
	if text := variable(ShardVariable); text != "" {
		i, n, ok := Fraction(text)
		switch {
		case !ok:
			return 0, 0, errors.New(ShardVariable + " is part/parts such as 3/200, not " + text)
		case count != 0 && n != count:
			return 0, 0, errors.New(ShardVariable + " is " + text + ", but --shard env/" + strconv.Itoa(count) +
				" says that there are " +
				strconv.Itoa(count) + " parts")
		}
		return i, n, nil
	}
	var found []*array
	for k := range arrays {
		if text := variable(arrays[k].index); text != "" && text != arrays[k].none {
			found = append(found, &arrays[k])
		}
	}
	switch len(found) {
	case 0:
		return 0, 0, errors.New("nothing says which part to do: none of " + indexes() + " and " + ShardVariable +
			" is set; " +
			"submit the job as an array, or set " + ShardVariable + "=i/n")
	case 1:
		return found[0].share(variable, count)
	}
	return 0, 0, errors.New("both " + found[0].index + " (" + found[0].engine + ") and " + found[1].index + " (" +
		found[1].engine + ") are set, and which of them counts is not certain; set " + ShardVariable + "=i/n")
}

func indexes() string {
	var names []string
	for _, a := range arrays {
		names = append(names, a.index)
	}
	return strings.Join(names, ", ")
}

// Fraction parses i/n with i from 1 to n.
func Fraction(text string) (i, n int, ok bool) {
	a, b, _ := strings.Cut(text, "/")
	i, wrongI := strconv.Atoi(a)
	n, wrongN := strconv.Atoi(b)
	return i, n, wrongI == nil && wrongN == nil && 1 <= i && i <= n
}

// share returns the part i of n of a task of an array. If count is 0, the
// number of parts is from the environment. It returns an error if that number
// is unknown or the task is not among the parts.
func (a *array) share(variable func(string) string, count int) (i, n int, err error) {
	id, err := a.number(variable, a.index)
	if err != nil {
		return 0, 0, err
	}
	if count != 0 {
		if i = id - a.base + 1; i < 1 || i > count {
			return 0, 0, errors.New(a.index + " is " + strconv.Itoa(id) + ", but of " + strconv.Itoa(count) +
				" parts the numbers go from " + strconv.Itoa(a.base) + " to " + strconv.Itoa(a.base+count-1))
		}
		return i, count, nil
	}
	if a.last == "" {
		return 0, 0, errors.New(a.index + " is " + strconv.Itoa(id) + ", but " + a.engine +
			" does not say how many parts there are; say it: --shard env/N")
	}
	return a.regular(variable, id)
}

// regular returns the share in an array of numbers from first to last with a
// step.
func (a *array) regular(variable func(string) string, id int) (i, n int, err error) {
	first, step := a.base, 1
	if a.first != "" {
		if first, err = a.number(variable, a.first); err != nil {
			return 0, 0, err
		}
	}
	last, err := a.number(variable, a.last)
	if err != nil {
		return 0, 0, err
	}
	tasks := -1
	if a.count != "" && variable(a.count) != "" {
		if tasks, err = a.number(variable, a.count); err != nil {
			return 0, 0, err
		}
	}
	if stated := variable(a.step); stated != "" {
		if step, err = a.number(variable, a.step); err != nil {
			return 0, 0, err
		}
	} else if tasks < 0 && a.count != "" {
		return 0, 0, errors.New("neither " + a.count + " nor " + a.step +
			" is set, so nothing says how many parts there are; " +
			"say it: --shard env/N")
	} else if tasks > 1 && last > first {
		step = (last - first) / (tasks - 1)
	}
	if step < 1 || last < first {
		return 0, 0, errors.New("the array of " + a.engine + " from " + strconv.Itoa(first) + " to " +
			strconv.Itoa(last) +
			" by " + strconv.Itoa(step) + " is none")
	}
	n = (last-first)/step + 1
	if tasks >= 0 && tasks != n {
		return 0, 0, errors.New("the array has " + strconv.Itoa(tasks) + " tasks between " + strconv.Itoa(first) +
			" and " +
			strconv.Itoa(last) + ", so their numbers do not say which part is whose; say how many parts there are: " +
			"--shard env/N")
	}
	if id < first || id > last || (id-first)%step != 0 {
		return 0, 0, errors.New(a.index + " is " + strconv.Itoa(id) + ", which is not in the array from " +
			strconv.Itoa(first) + " to " + strconv.Itoa(last) + " by " + strconv.Itoa(step))
	}
	return (id-first)/step + 1, n, nil
}

// number parses a whole number from 0 in an environment variable. It returns
// an error if the variable is unset or invalid.
func (a *array) number(variable func(string) string, name string) (int, error) {
	text := variable(name)
	if text == "" {
		return 0, errors.New(a.index + " is set, but " + name + " is not, so nothing says how many parts there are; " +
			"say it: --shard env/N")
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, errors.New(name + " is a whole number, not " + text)
	}
	return n, nil
}

// Cores returns the number of cores that the scheduler gave the task, 0 if
// unknown.
func Cores(variable func(string) string) int {
	n, err := strconv.Atoi(variable("SLURM_CPUS_PER_TASK"))
	if err != nil || n < 1 {
		return 0
	}
	return n
}
