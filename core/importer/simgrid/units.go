package simgrid

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/importer/markup"
	"gridbox/core/importer/network"
)

// prefixes are the factors of the prefixes of SimGrid's units.
var prefixes = map[string]float64{"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
	"Z": 1e21, "Y": 1e24, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50, "Ei": 1 << 60}

// quantity parses a number with a unit, such as 98.095Mf. A number without a
// unit is in the base unit, as in version 3. It reports false for a negative
// or infinite number and an unknown unit.
func quantity(text string, units map[string]float64) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	end := strings.LastIndexAny(text, "0123456789.") + 1
	x, err := strconv.ParseFloat(text[:end], 64)
	if err != nil || !(x >= 0) || math.IsInf(x, 1) {
		return 0, false
	}
	unit := strings.TrimSpace(text[end:])
	if unit == "" {
		return x, true
	}
	for name, size := range units {
		if prefix, fits := strings.CutSuffix(unit, name); fits {
			if factor, known := prefixes[prefix]; known {
				return float64(x*factor) * size, true
			}
		}
	}
	return 0, false
}

// The units of speeds and rates. One flop counts as one instruction.
var (
	speeds = map[string]float64{"f": 1, "flops": 1}
	rates  = map[string]float64{"Bps": 1, "bps": 0.125}
)

// power returns the speed of one host in MIPS, 0 if it is not given.
func (p *platform) power(e *markup.Element) float64 {
	text, has := e.Has("speed", "power")
	if !has {
		return 0
	}
	states := strings.Split(text, ",")
	state, err := strconv.Atoi(e.Value("pstate"))
	if err != nil || state < 0 || state >= len(states) {
		state = 0
	}
	if len(states) > 1 {
		p.count.speeds++
	}
	x, ok := quantity(states[state], speeds)
	if !ok || x == 0 {
		p.report.AddFault(p.place(e), "has a speed that is no number of flops")
		return 0
	}
	n := cores(e)
	if n < 1 {
		p.report.AddFault(p.place(e), "has cores that are no number above 0; one was taken")
		n = 1
	}
	return network.Neat(x / 1e6 * float64(n))
}

// cores returns the number of cores of one host, 0 if it is not a number above
// 0.
func cores(e *markup.Element) int {
	text, has := e.Has("core", "cores")
	if !has {
		return 1
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// rate returns the lowest rate of some attributes in MB/s, 0 if none is given.
func (p *platform) rate(e *markup.Element, names ...string) (lowest float64) {
	for _, name := range names {
		text, has := e.Has(name)
		if !has {
			continue
		}
		x, ok := quantity(text, rates)
		if !ok {
			p.report.AddFault(p.place(e), "has a bandwidth that is no number of Bps or bps")
			continue
		}
		lowest = lowerRate(lowest, network.Neat(x/1e6))
	}
	return lowest
}

// maxHosts bounds the hosts of a radical; the largest existing machine has ten
// million cores.
const maxHosts = 1_000_000_000

// A span is a range of whole numbers, both ends included.
type span struct{ first, last int }

// radical parses the numbers of the hosts of a cluster, such as 1-56,60,70-71,
// and returns them with the number of hosts. The string why is the fault if
// there is one.
func radical(text string) (numbers []span, hosts int, why string) {
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		first, err := strconv.Atoi(strings.TrimSpace(low))
		if err != nil {
			return nil, 0, "is no list of numbers"
		}
		last := first
		if isRange {
			if last, err = strconv.Atoi(strings.TrimSpace(high)); err != nil || last < first {
				return nil, 0, "is no list of numbers"
			}
		}
		numbers = append(numbers, span{first, last})
		if hosts += last - first + 1; hosts > maxHosts || hosts < 0 {
			return nil, 0, "counts more than " + strconv.Itoa(maxHosts) + " hosts"
		}
	}
	return numbers, hosts, ""
}
