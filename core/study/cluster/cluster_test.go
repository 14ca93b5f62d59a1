package cluster

import (
	"slices"
	"strings"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/study"

	"pgregory.net/rapid"
)

const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// Names contain their components, and no other text is a name.
func TestNames(t *testing.T) {
	s := study.Stretch{First: 12, Last: 345}
	name := PartName(digest, s)
	if name != "part-0123456789ab-12-345.json" {
		t.Fatalf("PartName: got %s, want part-0123456789ab-12-345.json", name)
	}
	if n, ok := Part(name); !ok || n.Digits != Digits(digest) || n.Stretch != s {
		t.Errorf("Part: got %+v, want %s, %v", n, Digits(digest), s)
	}
	if n, ok := Task(TaskName(digest, s)); !ok || n.Stretch != s {
		t.Errorf("Task: got %+v, want %v", n, s)
	}
	for _, other := range []string{"", "part-", "part.json", "plan.json", TaskName(digest, s), name + "~", "x" + name,
		"part-0123456789ab-12.json", "part-0123456789ab-12-11.json", "part-0123456789ab--12-11.json",
		"part-0123456789AB-1-2.json", "part-0123456789-1-2.json", "part-0123456789ab-1-99999999999999999999.json",
		".part-0123456789ab-1-2.json", "part-0123456789ab-1-2-3.json"} {
		if n, ok := Part(other); ok {
			t.Errorf("Part(%q): got %v, want an error", other, n)
		}
	}
}

// The shares contain every unit of the work once and are as even as possible. The shares of a multiple
// divide them.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units, n := rapid.IntRange(1, 5000).Draw(t, "units"), rapid.IntRange(1, 300).Draw(t, "parts")
		cut := rapid.IntRange(1, 5).Draw(t, "cut")
		next := 0
		for i := 1; i <= n; i++ {
			s, ok := Share(units, i, n)
			if !ok {
				continue
			}
			if s.First != next || s.Len() < units/n || s.Len() > units/n+1 {
				t.Fatalf("share %d: got %v, want %d units or one more from %d", i, s, units/n, next)
			}
			next = s.Last + 1
			var inside []study.Stretch
			for k := range cut {
				if piece, ok := Share(units, (i-1)*cut+k+1, n*cut); ok {
					inside = append(inside, piece)
				}
			}
			if u := study.Union(inside); len(u) != 1 || u[0] != s {
				t.Fatalf("share %d: got the pieces %v, want %v", i, u, s)
			}
		}
		if next != units {
			t.Fatalf("shares: got %d units, want %d", next, units)
		}
	})
}

// The remaining parts are those that overlap missing units.
func TestLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units, n := rapid.IntRange(1, 400).Draw(t, "units"), rapid.IntRange(1, 60).Draw(t, "parts")
		var missing []study.Stretch
		for at := 0; ; {
			first := at + rapid.IntRange(0, 40).Draw(t, "gap")
			last := first + rapid.IntRange(0, 30).Draw(t, "length")
			if last >= units {
				break
			}
			missing = append(missing, study.Stretch{First: first, Last: last})
			at = last + 2
		}
		var want []int
		for i := 1; i <= n; i++ {
			s, ok := Share(units, i, n)
			if ok && slices.ContainsFunc(missing, func(m study.Stretch) bool {
				return m.First <= s.Last &&
					m.Last >= s.First
			}) {
				want = append(want, i)
			}
		}
		if got := MissingShares(missing, units, n); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestArray(t *testing.T) {
	for want, ids := range map[string][]int{"": nil, "3": {3}, "3,17-19": {3, 17, 18, 19}, "1-2,4": {1, 2, 4},
		"1-1000": sequence(1, 1000)} {
		if got := Array(ids); got != want {
			t.Errorf("%v is %q, want %q", ids, got, want)
		}
	}
}

func sequence(from, to int) (list []int) {
	for i := from; i <= to; i++ {
		list = append(list, i)
	}
	return list
}

// The variables of each engine give the right part, or a message about the missing
// variable, and never the whole or the first part without one.
func TestFromEnvironment(t *testing.T) {
	for _, c := range []struct {
		set   string
		count int
		want  string // i/n, or a part of the error
	}{
		{"", 0, "nothing says which part to do"},
		{"", 5, "nothing says which part to do"},
		{"GRIDBOX_SHARD=3/200", 0, "3/200"},
		{"GRIDBOX_SHARD=3/200", 200, "3/200"},
		{"GRIDBOX_SHARD=3/200", 100, "says that there are 100 parts"},
		{"GRIDBOX_SHARD=0/200", 0, "not 0/200"},
		{"GRIDBOX_SHARD=201/200", 0, "not 201/200"},
		{"GRIDBOX_SHARD=3", 0, "not 3"},
		{"GRIDBOX_SHARD=3/7 SLURM_ARRAY_TASK_ID=1", 0, "3/7"},
		{"SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_COUNT=6", 0, "4/6"},
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_COUNT=6 " +
			"SLURM_ARRAY_TASK_STEP=1", 0,
			"1/6"},
		{"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=3", 0, "3/3"},
		{"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3", 0, "3/3"},
		{"SLURM_ARRAY_TASK_ID=17 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=19 SLURM_ARRAY_TASK_COUNT=4 " +
			"SLURM_ARRAY_TASK_STEP=1", 0,
			"say how many parts there are: --shard env/N"},
		{"SLURM_ARRAY_TASK_ID=17 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=19 SLURM_ARRAY_TASK_COUNT=4 " +
			"SLURM_ARRAY_TASK_STEP=1", 20,
			"17/20"},
		{"SLURM_ARRAY_TASK_ID=4", 0, "SLURM_ARRAY_TASK_MIN is not"},
		{"SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=1", 0, "SLURM_ARRAY_TASK_MAX is not"},
		{"SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=6", 0,
			"neither SLURM_ARRAY_TASK_COUNT nor SLURM_ARRAY_TASK_STEP is set"},
		{"SLURM_ARRAY_TASK_ID=4", 6, "4/6"},
		{"SLURM_ARRAY_TASK_ID=0", 6, "the numbers go from 1 to 6"},
		{"SLURM_ARRAY_TASK_ID=7", 6, "the numbers go from 1 to 6"},
		{"SLURM_ARRAY_TASK_ID=four", 6, "is a whole number, not four"},
		{"SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_COUNT=6", 0,
			"not in the array"},
		{"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=6 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_STEP=1", 0, "is none"},
		{"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_STEP=0", 0, "is none"},
		{"JOB_COMPLETION_INDEX=0", 0, "Kubernetes does not say how many parts"},
		{"JOB_COMPLETION_INDEX=0", 8, "1/8"},
		{"JOB_COMPLETION_INDEX=7", 8, "8/8"},
		{"JOB_COMPLETION_INDEX=8", 8, "go from 0 to 7"},
		{"PBS_ARRAY_INDEX=3", 0, "PBS does not say"},
		{"PBS_ARRAY_INDEX=3", 4, "3/4"},
		{"SGE_TASK_ID=5 SGE_TASK_FIRST=1 SGE_TASK_LAST=9 SGE_TASK_STEPSIZE=2", 0, "3/5"},
		{"SGE_TASK_ID=undefined SGE_TASK_FIRST=undefined", 0, "nothing says which part"},
		{"SGE_TASK_ID=5", 0, "SGE_TASK_FIRST is not"},
		{"LSB_JOBINDEX=3 LSB_JOBINDEX_END=10", 0, "3/10"},
		{"LSB_JOBINDEX=5 LSB_JOBINDEX_END=10 LSB_JOBINDEX_STEP=2", 0, "3/5"},
		{"LSB_JOBINDEX=0", 0, "nothing says which part"},
		{"LSB_JOBINDEX=3", 0, "LSB_JOBINDEX_END is not"},
		{"HQ_TASK_ID=3", 0, "HyperQueue does not say"},
		{"HQ_TASK_ID=3", 3, "3/3"},
		{"HQ_TASK_ID=3 SLURM_ARRAY_TASK_ID=1", 3, "which of them counts is not certain"},
	} {
		variables := map[string]string{}
		for _, word := range strings.Fields(c.set) {
			name, value, _ := strings.Cut(word, "=")
			variables[name] = value
		}
		i, n, err := FromEnvironment(func(name string) string { return variables[name] }, c.count)
		got := ""
		if err == nil {
			got = fraction(i, n)
		} else {
			got = err.Error()
		}
		if err == nil && got != c.want || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("%s with count %d: %s, want %s", c.set, c.count, got, c.want)
		}
	}
}

func fraction(i, n int) string {
	return strings.Trim(Array([]int{i}), " ") + "/" + Array([]int{n})
}

func TestCores(t *testing.T) {
	for text, want := range map[string]int{"": 0, "8": 8, "0": 0, "many": 0, "-3": 0} {
		if got := Cores(func(string) string { return text }); got != want {
			t.Errorf("Cores of %q: got %d, want %d", text, got, want)
		}
	}
}
