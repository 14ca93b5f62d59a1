package schedaudit_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
)

// The columns of Batsim's jobs.
const (
	columnSubmitted = 3
	columnSlots     = 4
	columnSuccess   = 6
	columnStart     = 8
	columnFinish    = 10
	columnResources = 14
)

// damages change the line of a job and may read the lines of all jobs. They report
// false if they do not apply.
var damages = map[string]func(cells []string, all [][]string) bool{
	"ends late":   func(cells []string, _ [][]string) bool { return shiftCell(cells, columnFinish, 2) },
	"ends early":  func(cells []string, _ [][]string) bool { return shiftCell(cells, columnFinish, -2) },
	"starts late": func(cells []string, _ [][]string) bool { return shiftCell(cells, columnStart, 2) },
	"starts before it is submitted": func(cells []string, _ [][]string) bool {
		start, submitted := value(cells[columnStart]), value(cells[columnSubmitted])
		return shiftCell(cells, columnStart, submitted-2-start) && shiftCell(cells, columnFinish, submitted-2-start)
	},
	"fails":          func(cells []string, _ [][]string) bool { cells[columnSuccess] = "0"; return true },
	"is wider":       func(cells []string, _ [][]string) bool { return shiftCell(cells, columnSlots, 1) },
	"holds one less": func(cells []string, _ [][]string) bool { return removeResource(cells) },
	"holds what another one holds": func(cells []string, all [][]string) bool {
		for _, other := range all {
			if other[0] != cells[0] && other[columnSlots] == cells[columnSlots] &&
				value(other[columnStart])+3 < value(cells[columnFinish]) &&
				value(cells[columnStart])+3 < value(other[columnFinish]) {
				cells[columnResources] = other[columnResources]
				return true
			}
		}
		return false
	},
	"is called otherwise": func(cells []string, _ [][]string) bool { cells[0] += "x"; return true },
	"is lost":             func(cells []string, _ [][]string) bool { cells[0] = ""; return true },
	"is there twice":      func(cells []string, _ [][]string) bool { cells[0] += "\n"; return true },
}

func value(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

func shiftCell(cells []string, column int, by float64) bool {
	cells[column] = strconv.FormatFloat(value(cells[column])+by, 'f', 6, 64)
	if column == columnSlots {
		cells[column], _, _ = strings.Cut(cells[column], ".")
	}
	return true
}

// removeResource removes the last resource.
func removeResource(cells []string) bool {
	text := cells[columnResources]
	at := strings.LastIndexAny(text, " -")
	switch {
	case at < 0:
		return false
	case text[at] == ' ':
		cells[columnResources] = text[:at]
	default:
		cells[columnResources] = text[:at+1] + strconv.Itoa(int(value(text[at+1:]))-1)
	}
	return true
}

// TestDamagedSchedulesAreCaught damages one line of a valid schedule at a time.
func TestDamagedSchedulesAreCaught(t *testing.T) {
	kind, _ := catalog.ByID("farm")
	tried, caught := map[string]int{}, map[string]int{}
	for seed := range uint64(12) {
		for _, preset := range kind.Presets {
			s := randscenario.NewSmall(preset.ID, seed, rng.New(seed, "damaged", 0))
			a, err := engine.All().RunExplicit(context.Background(), s, scenario.Run{Algorithm: "easy"}, engine.Env{})
			if err != nil {
				t.Fatal(err)
			}
			if !a.Feasible {
				continue
			}
			lines := strings.Split(strings.TrimSpace(string(exportSchedule(t, s, &a, "batsim-csv"))), "\n")
			all := make([][]string, len(lines)-1)
			for i, line := range lines[1:] {
				all[i] = strings.Split(line, ",")
			}
			draw := rng.New(seed, "lines", 0)
			if !valid(&s.Farm.Problem, strings.Join(lines, "\n")+"\n") {
				t.Fatalf("%s, seed %d: the undamaged schedule is not valid", preset.ID, seed)
			}
			for _, name := range slices.Sorted(maps.Keys(damages)) {
				i := draw.IntN(len(all))
				cells := append([]string{}, all[i]...)
				if !damages[name](cells, all) {
					continue
				}
				damaged := append([]string{}, lines...)
				switch damaged[i+1] = strings.Join(cells, ","); {
				case cells[0] == "":
					damaged = append(damaged[:i+1], damaged[i+2:]...)
				case strings.HasSuffix(cells[0], "\n"):
					damaged[i+1] = lines[i+1] + "\n" + lines[i+1]
				}
				tried[name]++
				if !valid(&s.Farm.Problem, strings.Join(damaged, "\n")+"\n") {
					caught[name]++
				}
			}
		}
	}
	for name := range damages {
		if tried[name] < 5 || caught[name] < tried[name] {
			t.Errorf("damage %s: got %d of %d schedules refused, want all of at least 5", name, caught[name],
				tried[name])
		}
	}
	t.Log(tried)
}

func valid(p *farm.Problem, text string) bool {
	read, faults := schedaudit.Read([]byte(text))
	if len(faults) > 0 {
		return false
	}
	j, err := read.Judge(p, "x")
	return err == nil && j.ViolationCount == 0
}
