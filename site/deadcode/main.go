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
	{[]string{"GOOS=js", "GOARCH=wasm"}, []string{"./wasm/app", "./wasm/figure", "./wasm/files", "./wasm/page",
		"./wasm/sitepages", "./wasm/policypanel", "./wasm/module", "./wasm/onepage", "./wasm/worker/...",
		"./site/bench/program", "./site/bench/bare"}},
}

// exemptions lists functions, or whole packages, that no program needs to reach, with the reason.
var exemptions = map[string]string{
	"app/compute/computetest":                "tests of pages solve runs with it",
	"app/labtest":                            "tests of screens and panels draw with it",
	"core/fixedseed":                         "tests import it for its side effect",
	"core/realfiles":                         "tests read published files with it",
	"core/importer/importertest":             "tests of formats import files with it",
	"core/script/scripttest":                 "tests of users' programs start them with it",
	"wasm/msg/msgtest":                       "tests of workers exchange messages with it",
	"app/store/show_other.go show":           "only browsers notify other tabs of a draft",
	"core/exercise/condition.go Term.String": "tests of several packages write conditions with it",
	"core/doc/reformat.go IsMalformed":       "tests of several packages check repaired texts with it",
	"app/ui/html.go Find":                    "tests of several packages search pages with it",
	"core/verify/verifytest":                 "tests of verifiers share it",
	"assets/css":                             "a test compares the style sheets of pages and of the paper",
	"core/draw/scene/scenetest":              "tests of pictures share it",
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

// A reach contains the files and the unreachable functions of the programs of a target.
type reach struct {
	files map[string]bool // of the module, by path below its root
	dead  map[string]int  // unreachable functions: line by "file name"
}

// main prints the findings. Its exit status is 1 if there are findings, and 2 if an analysis fails.
func main() {
	all := make([]reach, len(targets))
	for i, t := range targets {
		var err error
		if all[i], err = analyse(t); err != nil {
			fmt.Fprintln(os.Stderr, "deadcode:", err)
			os.Exit(2)
		}
	}
	folders, err := packageFolders()
	if err != nil {
		fmt.Fprintln(os.Stderr, "deadcode:", err)
		os.Exit(2)
	}
	found := findings(all, folders, exemptions)
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// findings lists the functions that are unreachable in every target that compiles their file. It
// adds the packages that no target compiles, and the entries of excused that are not needed.
func findings(all []reach, folders []string, excused map[string]string) []string {
	var found []string
	needed := map[string]bool{}
	report := func(key, line string) {
		if _, ok := excused[key]; ok {
			needed[key] = true
		} else {
			found = append(found, line)
		}
	}
	for i := range all {
		for key, line := range all[i].dead {
			file, name, _ := strings.Cut(key, " ")
			first := slices.IndexFunc(all, func(r reach) bool { return r.files[file] })
			alive := slices.ContainsFunc(all,
				func(r reach) bool { _, dead := r.dead[key]; return r.files[file] && !dead })
			if first == i && !alive {
				report(key, fmt.Sprintf("%s:%d: no program reaches %s", file, line, name))
			}
		}
	}
	for _, folder := range folders {
		if !slices.ContainsFunc(all, func(r reach) bool { return r.contains(folder) }) {
			report(folder, folder+": no program holds this package")
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

// contains reports whether a program of the target compiles a file of a folder.
func (w *reach) contains(folder string) bool {
	for file := range w.files {
		if filepath.Dir(file) == folder {
			return true
		}
	}
	return false
}

// analyse returns the files of the programs of a target and their unreachable functions. It runs
// `go list` and the tool deadcode.
func analyse(t target) (reach, error) {
	result := reach{files: map[string]bool{}, dead: map[string]int{}}
	files, err := sourceFiles(t.env, append([]string{"-deps"}, t.mains...)...)
	if err != nil {
		return result, err
	}
	for _, file := range files {
		result.files[file] = true
	}
	// The tool itself is native for every target.
	tool, err := run(nil, "go", "tool", "-n", "deadcode")
	if err != nil {
		return result, err
	}
	text, err := run(t.env, strings.TrimSpace(string(tool)), append([]string{"-json"}, t.mains...)...)
	if err != nil {
		return result, err
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
		return result, err
	}
	for _, p := range packages {
		for _, f := range p.Funcs {
			result.dead[filepath.ToSlash(f.Position.File)+" "+f.Name] = f.Position.Line
		}
	}
	return result, nil
}

// packageFolders lists the folders of the module's packages that have files other than tests.
func packageFolders() ([]string, error) {
	var folders []string
	for _, t := range targets {
		files, err := sourceFiles(t.env, "./...")
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
