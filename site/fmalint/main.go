// Command fmalint lists the places where a compiler multiplies and adds in one
// step, without rounding the product, and fails if there are any: such a sum
// has other last bits than on amd64 and in WebAssembly, which have two steps,
// and a digest covers all bits.
//
// Go fuses x*y+z on processors that can, unless the product is converted:
// float64(x*y)+z. So the command line, which holds all of the core, is built
// for arm64, which fuses all that Go allows, and its machine code is read. A
// call of a function of package math that has a fused operation inside counts
// too, because on amd64 the same function has none.
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

// concerned is whose machine code is looked at: the core, all whose numbers
// may reach a document. What comes of a page's numbers is seen, not compared.
const concerned = "gridbox/core/"

// seen is why pictures need not round.
const tolerated = "what it computes is compared within a tolerance and stands in no digest"

const seen = "coordinates are seen and stand in no digest"

// excused are packages, or functions with what they use, that need not round,
// with the reason.
var excused = map[string]string{
	"core/draw/chart":                       seen,
	"core/draw/compare":                     seen,
	"core/draw/layout":                      seen,
	"core/draw/noderows":                    seen,
	"core/draw/picture":                     seen,
	"core/draw/render":                      seen,
	"core/draw/timeline":                    seen,
	"core/kind/placement/draw":              seen,
	"core/kind/group/draw":                  seen,
	"core/kind/farm/draw":                   seen,
	"core/kind/window/verify":               tolerated,
	"core/kind/window/verify/conform":       tolerated,
	"core/kind/batch/verify":                tolerated,
	"core/kind/batch/verify/conform":        tolerated,
	"core/kind/group/verify":                tolerated,
	"core/kind/farm/verify":                 tolerated,
	"core/kind/placement onCircle math.Sin": "places are rounded to four digits afterwards",
	"core/kind/placement onCircle math.Cos": "places are rounded to four digits afterwards",
}

func main() {
	text, err := machineCode()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fmalint:", err)
		os.Exit(2)
	}
	code := read(text)
	if len(code) == 0 {
		fmt.Fprintln(os.Stderr, "fmalint: no machine code of "+concerned+" was seen")
		os.Exit(2)
	}
	found := complaints(code, excused)
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// machineCode is the command line's as arm64, disassembled.
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
	objdump := exec.Command("go", "tool", "objdump", "-s", "^("+concerned+`|math\.)`, program)
	objdump.Stderr = os.Stderr
	text, err := objdump.Output()
	if err != nil {
		return "", fmt.Errorf("disassembling: %w", err)
	}
	return string(text), nil
}

// A function is what is of interest in the machine code of one.
type function struct {
	name  string // with its package, as the linker has it
	fused []place
	calls []place
}

// A place is a line of source, and the operation or the function called there.
type place struct{ line, what string }

var (
	header    = regexp.MustCompile(`^TEXT (\S+)\(SB\)`)
	operation = regexp.MustCompile(`^\s+(\S+:\d+)\s+0x[0-9a-f]+\s+[0-9a-f]+\s+(FN?M(?:ADD|SUB)[DS]) `)
	call      = regexp.MustCompile(`^\s+(\S+:\d+)\s+0x[0-9a-f]+\s+[0-9a-f]+\s+(?:CALL|JMP) (math\.\S+)\(SB\)`)
)

// read finds in the output of `go tool objdump` what is fused and which
// functions of package math are called, by function.
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
			f.fused = append(f.fused, place{m[1], m[2]})
		} else if m := call.FindStringSubmatch(line); m != nil {
			f.calls = append(f.calls, place{m[1], m[2]})
		}
	}
	return code
}

// complaints tells what in the core is fused and not excused, and the excuses
// that nothing needs.
func complaints(code []function, excused map[string]string) []string {
	rough := roughMath(code)
	var found []string
	needed := map[string]bool{}
	for i := range code {
		f := &code[i]
		folder, name, ok := split(f.name)
		if !ok {
			continue
		}
		complain := func(p place) {
			for _, key := range []string{folder, folder + " " + name, folder + " " + name + " " + p.what} {
				if _, ok := excused[key]; ok {
					needed[key] = true
					return
				}
			}
			found = append(found, fmt.Sprintf("%s %s, at %s: %s", folder, name, p.line, p.what))
		}
		for _, p := range f.fused {
			complain(p)
		}
		for _, p := range f.calls {
			if rough[p.what] {
				complain(place{p.line, shown(p.what)})
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

// roughMath are the functions of package math that have a fused operation, or
// call one that has.
func roughMath(code []function) map[string]bool {
	rough := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for i := range code {
			f := &code[i]
			if strings.HasPrefix(f.name, "math.") && !rough[f.name] && (len(f.fused) > 0 ||
				slices.ContainsFunc(f.calls, func(p place) bool { return rough[p.what] })) {
				rough[f.name], grown = true, true
			}
		}
	}
	return rough
}

// shown is what a function of package math is called in sources: Sin, which is
// inlined, calls sin.
func shown(name string) string {
	name = strings.TrimPrefix(strings.TrimSuffix(name, ".abi0"), "math.")
	name = strings.TrimPrefix(name, "arch")
	return "math." + strings.ToUpper(name[:1]) + name[1:]
}

// split takes the name of a function in the core apart, into its package's
// folder and the rest.
func split(name string) (folder, rest string, ok bool) {
	inside, ok := strings.CutPrefix(name, concerned)
	if !ok {
		return "", "", false
	}
	plain := inside
	if i := strings.IndexAny(inside, "[("); i >= 0 {
		plain = inside[:i] // types have folders too
	}
	slash := strings.LastIndex(plain, "/") + 1
	dot := strings.Index(inside[slash:], ".")
	if dot < 0 {
		return "", "", false
	}
	return "core/" + inside[:slash+dot], inside[slash+dot+1:], true
}
