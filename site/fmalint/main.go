// Command fmalint lists the places where the compiler emits a fused multiply-add and fails if
// there are any. A fused operation does not round the product, so the result differs in its last
// bits from amd64 and WebAssembly, where the product is rounded, and a digest covers all bits.
//
// Go may fuse x*y+z on architectures with such an instruction, unless the product is converted
// explicitly: float64(x*y)+z. It builds the command line, which links the whole core,
// for arm64, where Go fuses all it may, and disassembles it. A call of a function of package math
// that contains a fused operation counts too, because the same function on amd64 has none.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// checkedPrefix selects the packages whose machine code is checked: the core, whose numbers may
// all appear in a document. Numbers of the page are only displayed.
const checkedPrefix = "gridbox/core/"

// toleratedReason and displayedReason are reasons for excuses.
const toleratedReason = "what it computes is compared within a tolerance and stands in no digest"

const displayedReason = "coordinates are seen and stand in no digest"

// exemptions lists packages, or functions with their callees, that need no rounding, with the
// reason.
var exemptions = map[string]string{
	"core/draw/chart":                             displayedReason,
	"core/draw/layout":                            displayedReason,
	"core/draw/noderows":                          displayedReason,
	"core/draw/picture":                           displayedReason,
	"core/draw/render":                            displayedReason,
	"core/draw/timeline":                          displayedReason,
	"core/kind/placement/draw":                    displayedReason,
	"core/kind/group/draw":                        displayedReason,
	"core/kind/farm/draw":                         displayedReason,
	"core/kind/window/verify":                     toleratedReason,
	"core/kind/window/verify/conform":             toleratedReason,
	"core/kind/batch/verify":                      toleratedReason,
	"core/kind/batch/verify/conform":              toleratedReason,
	"core/kind/group/verify":                      toleratedReason,
	"core/kind/farm/verify":                       toleratedReason,
	"core/kind/placement circlePosition math.Sin": "places are rounded to four digits afterwards",
	"core/kind/placement circlePosition math.Cos": "places are rounded to four digits afterwards",
}

// main prints the complaints. Its exit status is 1 if there are complaints, and 2 if the machine code cannot be read.
func main() {
	text, err := machineCode()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fmalint:", err)
		os.Exit(2)
	}
	code := read(text)
	if len(code) == 0 {
		fmt.Fprintln(os.Stderr, "fmalint: no machine code of "+checkedPrefix+" was seen")
		os.Exit(2)
	}
	found := complaints(code, exemptions)
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// machineCode builds the command line for arm64 and returns the disassembly of its functions from the core and from
// package math.
func machineCode() (string, error) {
	folder, err := os.MkdirTemp("", "fmalint")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "gridbox")
	build := exec.Command("go", "build", "-trimpath", "-o", program, "./core/cmd/gridbox")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("building for arm64: %w", err)
	}
	objdump := exec.Command("go", "tool", "objdump", "-s", "^("+checkedPrefix+`|math\.)`, program)
	objdump.Stderr = os.Stderr
	text, err := objdump.Output()
	if err != nil {
		return "", fmt.Errorf("disassembling: %w", err)
	}
	return string(text), nil
}

// A function lists the relevant operations in the machine code of a function.
type function struct {
	name     string // with its package, as in the linker's symbol
	fusedOps []location
	calls    []location
}

// A location is a source line and the operation, or the function called, there.
type location struct{ line, name string }

var (
	header    = regexp.MustCompile(`^TEXT (\S+)\(SB\)`)
	operation = regexp.MustCompile(`^\s+(\S+:\d+)\s+0x[0-9a-f]+\s+[0-9a-f]+\s+(FN?M(?:ADD|SUB)[DS]) `)
	call      = regexp.MustCompile(`^\s+(\S+:\d+)\s+0x[0-9a-f]+\s+[0-9a-f]+\s+(?:CALL|JMP) (math\.\S+)\(SB\)`)
)

// read returns the fused operations, and the calls of functions of package math, in the output of
// `go tool objdump`, by function.
func read(text string) []function {
	var code []function
	for line := range strings.Lines(text) {
		if m := header.FindStringSubmatch(line); m != nil {
			code = append(code, function{name: m[1]})
			continue
		}
		if len(code) == 0 {
			continue
		}
		f := &code[len(code)-1]
		if m := operation.FindStringSubmatch(line); m != nil {
			f.fusedOps = append(f.fusedOps, location{m[1], m[2]})
		} else if m := call.FindStringSubmatch(line); m != nil {
			f.calls = append(f.calls, location{m[1], m[2]})
		}
	}
	return code
}

// complaints lists the fused operations in the core that are not excused, and the excuses that
// are not needed.
func complaints(code []function, excused map[string]string) []string {
	rough := fusedMath(code)
	var found []string
	needed := map[string]bool{}
	for i := range code {
		f := &code[i]
		folder, name, ok := split(f.name)
		if !ok {
			continue
		}
		complain := func(p location) {
			for _, key := range []string{folder, folder + " " + name, folder + " " + name + " " + p.name} {
				if _, ok := excused[key]; ok {
					needed[key] = true
					return
				}
			}
			found = append(found, fmt.Sprintf("%s %s, at %s: %s", folder, name, p.line, p.name))
		}
		for _, p := range f.fusedOps {
			complain(p)
		}
		for _, p := range f.calls {
			if rough[p.name] {
				complain(location{p.line, sourceName(p.name)})
			}
		}
	}
	for key := range excused {
		if !needed[key] {
			found = append(found, key+": excused, but nothing is fused there")
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// fusedMath returns the functions of package math that contain a fused operation or call one that
// does.
func fusedMath(code []function) map[string]bool {
	rough := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for i := range code {
			f := &code[i]
			if strings.HasPrefix(f.name, "math.") && !rough[f.name] && (len(f.fusedOps) > 0 ||
				slices.ContainsFunc(f.calls, func(p location) bool { return rough[p.name] })) {
				rough[f.name], grown = true, true
			}
		}
	}
	return rough
}

// sourceName returns the name that sources use for a function of package math: the inlined Sin
// calls sin.
func sourceName(name string) string {
	name = strings.TrimPrefix(strings.TrimSuffix(name, ".abi0"), "math.")
	name = strings.TrimPrefix(name, "arch")
	return "math." + strings.ToUpper(name[:1]) + name[1:]
}

// split splits the name of a function of the core into the folder of its package and the rest. It reports false for a
// function of another package.
func split(name string) (folder, rest string, ok bool) {
	inside, ok := strings.CutPrefix(name, checkedPrefix)
	if !ok {
		return "", "", false
	}
	plain := inside
	if i := strings.IndexAny(inside, "[("); i >= 0 {
		plain = inside[:i] // folders of types follow in the brackets
	}
	slash := strings.LastIndex(plain, "/") + 1
	dot := strings.Index(inside[slash:], ".")
	if dot < 0 {
		return "", "", false
	}
	return "core/" + inside[:slash+dot], inside[slash+dot+1:], true
}
