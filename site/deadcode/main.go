// Command deadcode lists the functions that no program of the house reaches, and
// fails if there are any: what tests alone use stands in their files.
//
// A program is one of the native ones or one of those that are js/wasm, so
// golang.org/x/tools/cmd/deadcode is asked twice. It follows interfaces and
// values of functions, and takes no notice of tests.
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

// A world is a way to build, with the programs that are built so.
type world struct {
	env   []string
	mains []string
}

var worlds = []world{
	{nil, []string{"./core/cmd/digests", "./core/cmd/gridbox", "./site/deadcode", "./site/doclint", "./site/fmalint",
		"./site/gen", "./site/interpreter", "./site/wasmshrink", "./site/mutate", "./site/serve", "./site/testsummary",
		"./site/sizebudget", "./site/components"}},
	{[]string{"GOOS=js", "GOARCH=wasm"}, []string{"./wasm/app", "./wasm/figure", "./wasm/bring", "./wasm/contest",
		"./wasm/pages", "./wasm/standing", "./wasm/module", "./wasm/onepage", "./wasm/worker/...",
		"./site/bench/program"}},
}

// excused are functions, or packages whole, that no program has to reach, with
// the reason.
var excused = map[string]string{
	"app/labtest":                            "tests of screens and panels draw with it",
	"core/fixedseed":                         "it does its work in tests, by being imported",
	"core/realfiles":                         "tests read files of other people with it",
	"core/importer/importertest":             "tests of formats bring files in with it",
	"core/script/scripttest":                 "tests of people's programs start them with it",
	"wasm/msg/msgtest":                       "tests of workers speak to them with it",
	"app/store/show_other.go show":           "drafts are told to other tabs in browsers alone",
	"core/exercise/condition.go Term.String": "tests of several packages write conditions with it",
	"app/ui/html.go PlainText":               "tests of several packages read pages with it",
	"app/ui/html.go plain":                   "PlainText's",
	"core/doc/reformat.go Broken":            "tests of several packages hold what mends texts to it",
	"app/ui/html.go Find":                    "tests of several packages look through pages with it",
	"core/verify/verifytest":                 "tests of verifiers have it in common",
	"core/draw/svg/svgtest":                  "tests of pictures have it in common",
	// Programs check answers by package conform, which extends these.
	"core/kind/batch/verify/batch.go Answer":      "tests check validity alone with it",
	"core/kind/group/verify/answer.go Answer":     "tests check validity alone with it",
	"core/kind/placement/verify/answer.go Answer": "tests check validity alone with it",
	"core/kind/window/verify/window.go Answer":    "tests check validity alone with it",
	// Programs complete what is given, which may be nothing.
	"core/kind/batch/generate.go Generate":     "tests of several packages draw problems with it",
	"core/kind/group/generate.go Generate":     "tests of several packages draw problems with it",
	"core/kind/placement/generate.go Generate": "tests of several packages draw problems with it",
	"core/kind/window/generate.go Generate":    "tests of several packages draw problems with it",
}

// A seen world is what its programs are made of.
type seen struct {
	files map[string]bool // of our module, by their path below its folder
	dead  map[string]int  // functions that the programs do not reach: lines by file and name
}

func main() {
	all := make([]seen, len(worlds))
	for i, w := range worlds {
		var err error
		if all[i], err = look(w); err != nil {
			fmt.Fprintln(os.Stderr, "deadcode:", err)
			os.Exit(2)
		}
	}
	ours, err := written()
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

// complaints tells the functions that are dead in every world that has their
// file, the packages of which no world has a file, and the excuses that
// nothing needs.
func complaints(all []seen, ours []string, excused map[string]string) []string {
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
			first := slices.IndexFunc(all, func(w seen) bool { return w.files[file] })
			alive := slices.ContainsFunc(all,
				func(w seen) bool { _, dead := w.dead[key]; return w.files[file] && !dead })
			if first == i && !alive {
				complain(key, fmt.Sprintf("%s:%d: no program reaches %s", file, line, name))
			}
		}
	}
	for _, folder := range ours {
		if !slices.ContainsFunc(all, func(w seen) bool { return w.holds(folder) }) {
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

func (w *seen) holds(folder string) bool {
	for file := range w.files {
		if filepath.Dir(file) == folder {
			return true
		}
	}
	return false
}

// look finds out what the programs of a world are made of and leave unused.
func look(w world) (seen, error) {
	s := seen{files: map[string]bool{}, dead: map[string]int{}}
	files, err := listed(w.env, append([]string{"-deps"}, w.mains...)...)
	if err != nil {
		return s, err
	}
	for _, file := range files {
		s.files[file] = true
	}
	// The tool itself is native in every world.
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

// written lists the folders of our packages that are more than tests.
func written() ([]string, error) {
	var folders []string
	for _, w := range worlds {
		files, err := listed(w.env, "./...")
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

// listed gives the files of our module in the packages that go list names.
func listed(env []string, packages ...string) ([]string, error) {
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
