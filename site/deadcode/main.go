// Command deadcode lists the functions of the module that no program reaches, and fails if there
// are any. Functions that only tests use belong in test files.
//
// The programs are native or compiled for js/wasm, so golang.org/x/tools/cmd/deadcode runs once
// for each target. It follows interfaces and function values and ignores tests.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A target is a build environment with the main packages that are built in it.
type target struct {
	env   []string
	mains []string
}

var targets = []target{
	{nil, []string{"./core/cmd/digests", "./core/cmd/gridbox", "./site/deadcode", "./site/doclint", "./site/fmalint",
		"./site/gen", "./site/interpreter", "./site/wasmshrink", "./site/mutate", "./site/serve", "./site/testsummary",
		"./site/sizebudget", "./site/components", "./site/packages", "./site/messages", "./site/bench/report"}},
	{[]string{"GOOS=js", "GOARCH=wasm"}, []string{"./wasm/app", "./wasm/figure", "./wasm/bring", "./wasm/page",
		"./wasm/pages", "./wasm/standing", "./wasm/module", "./wasm/onepage", "./wasm/worker/...",
		"./site/bench/program", "./site/bench/bare"}},
}

// excused lists functions, or whole packages, that no program needs to reach, with the reason.
var excused = map[string]string{
	"app/compute/computetest":                "tests of pages solve runs with it",
	"app/labtest":                            "tests of screens and panels draw with it",
	"core/fixedseed":                         "it does its work in tests, by being imported",
	"core/realfiles":                         "tests read files of other people with it",
	"core/importer/importertest":             "tests of formats bring files in with it",
	"core/script/scripttest":                 "tests of people's programs start them with it",
	"wasm/msg/msgtest":                       "tests of workers speak to them with it",
	"app/store/show_other.go show":           "drafts are told to other tabs in browsers alone",
	"core/exercise/condition.go Term.String": "tests of several packages write conditions with it",
	"core/doc/reformat.go Broken":            "tests of several packages hold what mends texts to it",
	"app/ui/html.go Find":                    "tests of several packages look through pages with it",
	"core/verify/verifytest":                 "tests of verifiers have it in common",
	"assets/css":                             "a test compares what pages and paper look like",
	"core/draw/scene/scenetest":              "tests of pictures have it in common",
	// Programs verify results with package conform, which extends these functions.
	"core/kind/batch/verify/batch.go Answer":      "tests check validity alone with it",
	"core/kind/group/verify/answer.go Answer":     "tests check validity alone with it",
	"core/kind/placement/verify/answer.go Answer": "tests check validity alone with it",
	"core/kind/window/verify/window.go Answer":    "tests check validity alone with it",
	// Programs complete partial problems, which may be empty.
	"core/kind/batch/generate.go Generate":     "tests of several packages draw problems with it",
	"core/kind/group/generate.go Generate":     "tests of several packages draw problems with it",
	"core/kind/placement/generate.go Generate": "tests of several packages draw problems with it",
	"core/kind/window/generate.go Generate":    "tests of several packages draw problems with it",
}

// A reach holds the files and the unreachable functions of the programs of a target.
type reach struct {
	files map[string]bool // of the module, by path below its root
	dead  map[string]int  // unreachable functions: line by "file name"
}

func main() {
	all := make([]reach, len(targets))
	for i, w := range targets {
		var err error
		if all[i], err = analyse(w); err != nil {
			fmt.Fprintln(os.Stderr, "deadcode:", err)
			os.Exit(2)
		}
	}
	ours, err := ownFolders()
	if err != nil {
		fmt.Fprintln(os.Stderr, "deadcode:", err)
		os.Exit(2)
	}
	found := complaints(all, ours, excused)
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// complaints lists the functions that are dead in every target that compiles their file, the
// packages that no target compiles, and the excuses that are not needed.
func complaints(all []reach, ours []string, excused map[string]string) []string {
	var found []string
	needed := map[string]bool{}
	complain := func(key, line string) {
		if _, ok := excused[key]; ok {
			needed[key] = true
		} else {
			found = append(found, line)
		}
	}
	for i := range all {
		for key, line := range all[i].dead {
			file, name, _ := strings.Cut(key, " ")
			first := slices.IndexFunc(all, func(w reach) bool { return w.files[file] })
			alive := slices.ContainsFunc(all,
				func(w reach) bool { _, dead := w.dead[key]; return w.files[file] && !dead })
			if first == i && !alive {
				complain(key, fmt.Sprintf("%s:%d: no program reaches %s", file, line, name))
			}
		}
	}
	for _, folder := range ours {
		if !slices.ContainsFunc(all, func(w reach) bool { return w.holds(folder) }) {
			complain(folder, folder+": no program holds this package")
		}
	}
	for key := range excused {
		if !needed[key] {
			found = append(found, key+": excused, but it is alive or gone")
		}
	}
	slices.Sort(found)
	return found
}

func (w *reach) holds(folder string) bool {
	for file := range w.files {
		if filepath.Dir(file) == folder {
			return true
		}
	}
	return false
}

// analyse determines the files of the programs of a target and their unreachable functions.
func analyse(w target) (reach, error) {
	s := reach{files: map[string]bool{}, dead: map[string]int{}}
	files, err := sourceFiles(w.env, append([]string{"-deps"}, w.mains...)...)
	if err != nil {
		return s, err
	}
	for _, file := range files {
		s.files[file] = true
	}
	// The tool itself is native for every target.
	tool, err := run(nil, "go", "tool", "-n", "deadcode")
	if err != nil {
		return s, err
	}
	text, err := run(w.env, strings.TrimSpace(string(tool)), append([]string{"-json"}, w.mains...)...)
	if err != nil {
		return s, err
	}
	var packages []struct {
		Funcs []struct {
			Name     string
			Position struct {
				File string
				Line int
			}
		}
	}
	if err := json.Unmarshal(text, &packages); err != nil {
		return s, err
	}
	for _, p := range packages {
		for _, f := range p.Funcs {
			s.dead[filepath.ToSlash(f.Position.File)+" "+f.Name] = f.Position.Line
		}
	}
	return s, nil
}

// ownFolders lists the folders of the module's packages that have files other than tests.
func ownFolders() ([]string, error) {
	var folders []string
	for _, w := range targets {
		files, err := sourceFiles(w.env, "./...")
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if folder := filepath.ToSlash(filepath.Dir(file)); !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
	}
	return folders, nil
}

// sourceFiles returns the files of the module in the packages that `go list` lists for the
// arguments.
func sourceFiles(env []string, packages ...string) ([]string, error) {
	format := `{{with .Module}}{{if .Main}}{{range $.GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	text, err := run(env, "go", append([]string{"list", "-f", format}, packages...)...)
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var files []string
	for file := range strings.Lines(string(text)) {
		if file = strings.TrimSpace(file); file == "" {
			continue
		}
		below, err := filepath.Rel(here, file)
		if err != nil {
			return nil, err
		}
		files = append(files, filepath.ToSlash(below))
	}
	return files, nil
}

func run(env []string, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, nil
}
