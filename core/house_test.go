// Package core holds the test of the house's architecture: who may import whom.
package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A room is a folder of the module with the packages of the module that its code, except tests,
// may import. It includes the folders inside that have no room of their own. A star represents
// each kind without a room of its own, so that a new kind needs none.
type room struct {
	folder string
	may    []string
}

// kindMay lists the packages that a kind may import besides other kinds: the interface that it
// implements and its dependencies.
var kindMay = []string{"core/kind", "core/policy", "core/doc", "core/rng", "core/preset"}

// verifierMay lists the packages that the verifier of a kind may import: no solver, and core/rng
// for the logarithm.
var verifierMay = []string{"core/verify", "core/kind/*", "core/catalog", "core/scenario", "core/policy", "core/formula",
	"core/doc", "core/rng"}

// solversMay lists the packages that the solvers of a kind may import. The sign @ is replaced by
// the kind.
var solversMay = []string{"core/solver", "core/scenario", "core/kind/@", "core/rng", "core/policy", "core/formula",
	"core/reason", "core/trace", "core/doc"}

// drawsMay lists the packages of pictures of all kinds that the pictures of a kind may import.
var drawsMay = []string{"core/kind", "core/draw/scene", "core/draw/numtext", "core/draw/picture", "core/draw/markid",
	"core/draw/layout", "core/trace",
	"core/draw/timeline", "core/draw/noderows", "core/draw/compare", "core/draw/mini", "core/diff", "core/catalog",
	"core/scenario", "core/doc", "core/kind/*"}

// kindViewMay lists the packages that the views of a kind in the laboratory may import.
var kindViewMay = []string{"app/screen", "app/ui", "app/state", "core"}

// conformMay lists the packages that a package conform may import: those of its verifier, and the
// verifier.
var conformMay = append([]string{"core/kind/*/verify"}, verifierMay...)

var house = []room{
	{"core/sha256", nil},
	{"core/sorting", nil},
	{"core/i18n", nil},
	{"core/deflate", nil},
	{"core/qr", nil},
	{"core/rows", nil},
	{"core/doc", []string{"core/sha256"}},
	{"core/rng", []string{"core/sha256"}},
	{"core/preset", []string{"core/doc"}},
	{"core/trace", nil},
	{"core/formula", nil},
	{"core/policy", []string{"core/formula", "core/trace"}},
	{"core/script/fuel", nil},
	{"core/script", []string{"core/script/fuel", "core/policy", "core/doc", "core/trace"}},
	{"core/reason", nil},
	{"core/kind", []string{"core/policy", "core/doc", "core/rng", "core/preset"}},
	{"core/kind/*", kindMay},
	{"core/kind/farm", append([]string{"core/kind/farm/lublin", "core/fairshare"}, kindMay...)},
	{"core/kind/farm/lublin", []string{"core/rng"}},
	{"core/kind/batch", append([]string{"core/kind/window"}, kindMay...)},
	{"core/kind/kinds", []string{"core/kind", "core/kind/*", "core/policy"}},
	{"core/scenario", []string{"core/kind/*", "core/reason", "core/doc", "core/deflate"}},
	{"core/catalog", []string{"core/scenario", "core/kind", "core/kind/kinds", "core/doc", "core/policy"}},
	{"core/solver", []string{"core/scenario", "core/policy", "core/reason", "core/trace"}},
	{"core/importer", []string{"core/scenario", "core/kind", "core/kind/*", "core/doc", "core/rows"}},
	{"core/importer/formats", []string{"core/importer"}},
	{"core/schedmetrics", []string{"core/kind/farm", "core/doc"}},
	{"core/cite", []string{"core/catalog", "core/scenario", "core/doc"}},
	{"core/param", []string{"core/kind", "core/catalog", "core/scenario", "core/doc"}},
	{"core/langservice", []string{"core/kind", "core/catalog", "core/scenario", "core/doc"}},
	{"core/verify", []string{"core/catalog", "core/scenario", "core/doc"}},
	{"core/verify/slots", []string{"core/verify", "core/kind/window"}},
	{"core/verify/verifytest", []string{"core/scenario"}},
	{"core/kind/*/verify", verifierMay},
	{"core/kind/*/verify/conform", conformMay},
	{"core/kind/farm/verify/conform", append([]string{"core/fairshare"}, conformMay...)},
	{"core/kind/*/solve", solversMay},
	{"core/kind/farm/solve", append([]string{"core/kind/farm", "core/fairshare"}, solversMay...)},
	{"core/kind/batch/solve", append([]string{"core/kind/window"}, solversMay...)},
	{"core/kind/window/solve", append([]string{"core/kind/batch/solve", "core/kind/window/solve/knapsack"},
		solversMay...)},
	{"core/kind/placement/solve", append([]string{"core/kind/placement/solve/replica"}, solversMay...)},
	{"core/kind/placement/solve/replica", []string{"core/kind/placement", "core/rng", "core/trace", "core/doc"}},
	{"core/kind/window/solve/knapsack", nil},
	{"core/engine", []string{"core/kind", "core/solver", "core/kind/*/solve", "core/waittime", "core/schedmetrics",
		"core/kind/*/verify", "core/kind/*/verify/conform", "core/catalog", "core/scenario",
		"core/kind/*", "core/reason", "core/trace", "core/doc", "core/policy"}},
	{"core/waittime", []string{"core/kind/farm/solve", "core/kind/farm", "core/rng", "core/doc"}},
	{"core/diff", []string{"core/kind", "core/catalog", "core/scenario", "core/kind/*", "core/trace", "core/doc",
		"core/rng"}},
	{"core/randscenario", []string{"core/kind", "core/catalog", "core/scenario", "core/rng", "core/doc"}},
	{"core/decision", []string{"core/kind", "core/scenario", "core/kind/*"}},
	{"core/replay", []string{"core/kind/kinds", "core/trace", "core/doc"}},
	{"core/sensitivity", []string{"core/decision", "core/engine", "core/study", "core/scenario", "core/kind/*",
		"core/doc"}},
	{"core/study", []string{"core/schedmetrics", "core/catalog", "core/scenario", "core/kind/farm", "core/doc",
		"core/rng"}},
	{"core/study/runner", []string{"core/study", "core/engine", "core/catalog", "core/scenario", "core/policy"}},
	{"core/study/report", []string{"core/study", "core/doc", "core/rng", "core/rows"}},
	{"core/study/mergedisk", []string{"core/study"}},
	{"core/study/cluster", []string{"core/study", "core/scenario", "core/doc"}},
	{"core/study/adversary", []string{"core/study", "core/engine", "core/catalog", "core/scenario", "core/policy",
		"core/doc", "core/rng"}},
	{"core/study/paper", []string{"core/study", "core/study/report", "core/kind/batch/solve", "core/engine",
		"core/catalog", "core/scenario", "core/kind/farm", "core/doc"}},
	{"core/export", []string{"core/cite", "core/rows", "core/study/report", "core/catalog", "core/scenario",
		"core/kind", "core/kind/*", "core/doc"}},
	{"core/challenge", []string{"core/kind", "core/catalog", "core/scenario", "core/policy", "core/doc", "core/rng"}},
	{"core/proof", []string{"core/kind/window/verify", "core/kind/window", "core/kind/group", "core/kind/placement",
		"core/scenario", "core/doc", "core/rng"}},
	{"core/crate", []string{"core/cite", "core/study/report", "core/scenario", "core/doc"}},
	{"core/classroom", []string{"core/challenge", "core/exercise", "core/catalog", "core/scenario", "core/policy",
		"core/doc"}},
	{"core/league", []string{"core/shake", "core/study/adversary", "core/study", "core/engine", "core/catalog",
		"core/scenario", "core/rng", "core/sorting"}},
	{"core/shake", []string{"core/kind/farm", "core/study", "core/engine", "core/catalog", "core/scenario", "core/rng",
		"core/sorting"}},
	{"core/score", []string{"core/challenge", "core/engine", "core/scenario", "core/doc"}},
	{"core/tsdecl", []string{"core/engine", "core/solver", "core/kind/kinds", "core/policy"}},
	{"core/onepage", []string{"core/kind", "core/draw/kinds", "core/draw/picture", "core/draw/numtext",
		"core/cite", "core/catalog",
		"core/scenario", "core/doc"}},
	{"core/exercise", []string{"core/catalog", "core/scenario", "core/doc"}},
	{"core/schedaudit", []string{"core/scenario", "core/kind/farm", "core/doc"}},
	{"core/fairshare", []string{"core/rng", "core/sorting"}},
	{"core/conformance", []string{"core/kind/farm", "core/kind/farm/solve", "core/kind/placement",
		"core/kind/placement/solve", "core/fairshare", "core/policy", "core/sorting"}},
	{"core/fixedseed", nil},
	{"core/realfiles", nil},
	{"core/importer/importertest", []string{"core/importer", "core/realfiles", "core/scenario"}},
	{"core/script/scripttest", []string{"core/script", "core/policy", "core/cmd/interpreter/located"}},
	{"core/cmd", []string{"core"}},
	{"core", nil},
	{"wasm/msg", []string{"core/importer", "core/doc", "core/scenario", "core/trace"}},
	{"wasm/msg/msgtest", []string{"wasm/msg"}},
	{"wasm/serve", []string{"core", "wasm/msg"}},
	{"wasm/worker", []string{"core", "wasm/msg", "wasm/serve"}},
	{"wasm/files", []string{"wasm/msg", "wasm/worker/conn", "core"}},
	{"wasm/onepage", []string{"app/figure", "wasm/serve", "wasm/worker/conn", "core"}},
	{"wasm/module", []string{"wasm/msg", "wasm/serve", "wasm/worker/conn", "core", "core/draw/paperfigure",
		"core/draw/render"}},
	{"wasm/app", []string{"app/shell", "wasm/worker/workermain"}},
	{"wasm/page", []string{"app/render"}},
	{"wasm/sitepages", []string{"app/paperrun", "app/lessonpage", "app/challengepage",
		"app/classroom", "app/composer"}},
	{"wasm/policypanel", []string{"app/policypanel"}},
	{"wasm/figure", []string{"app/figure"}},
	{"core/draw/markid", nil},
	{"core/draw/layout", []string{"core/kind/placement"}},
	{"core/draw/numtext", nil},
	{"core/draw/scene", nil},
	{"core/draw/patch", []string{"core/draw/scene", "core/doc"}},
	{"core/draw/scene/scenetest", []string{"core/draw/scene", "core/draw/patch"}},
	{"core/draw/picture", []string{"core/draw/scene", "core/catalog", "core/scenario", "core/trace", "core/doc"}},
	{"core/draw/mini", []string{"core/draw/scene", "core/draw/picture"}},
	{"core/draw/timeline", []string{"core/draw/scene", "core/draw/picture"}},
	{"core/draw/compare", []string{"core/kind", "core/draw/scene", "core/draw/picture", "core/draw/layout",
		"core/diff"}},
	{"core/draw/noderows", []string{"core/kind", "core/draw/scene", "core/draw/picture", "core/draw/markid",
		"core/draw/timeline", "core/draw/compare", "core/draw/mini", "core/diff", "core/kind/window"}},
	{"core/kind/*/draw", drawsMay},
	{"core/draw/kinds", []string{"core/draw/scene", "core/draw/picture", "core/draw/compare", "core/draw/mini",
		"core/kind/*/draw", "core/scenario"}},
	{"core/draw/stepview", []string{"core/draw/scene", "core/draw/kinds", "core/draw/picture", "core/replay",
		"core/scenario", "core/trace"}},
	{"core/draw/chart", []string{"core/draw/scene", "core/draw/picture", "core"}},
	{"core/draw/render", []string{"core/draw/scene", "core/doc"}},
	{"core/draw/paperfigure", []string{"core/draw/chart", "core/draw/render", "core"}},
	{"app/state", []string{"app/library", "core"}},
	{"app/yield", nil},
	{"app/lang", []string{"core/i18n"}},
	{"app/compute", []string{"app/yield", "wasm/msg", "core/importer", "core/doc", "core/scenario", "core/trace"}},
	{"app/compute/computetest", []string{"app/compute", "core"}},
	{"app/library", []string{"core"}},
	{"app/store", []string{"app/yield", "app/library", "core/sha256"}},
	{"app/ui", []string{"core/draw/scene", "core/draw/numtext"}},
	{"app/screen", []string{"app/ui", "app/state", "core"}},
	{"app/kind/*", kindViewMay},
	{"app/kind/kinds", []string{"app/kind", "app/screen", "app/state"}},
	{"app/kind/steps", []string{"app/kind", "app/screen"}},
	{"app/panel", []string{"app/screen", "app/ui", "app/state", "app/library", "core"}},
	{"app/lab/feature", []string{"app/panel", "app/screen", "app/ui", "app/state", "app/library", "app/store",
		"app/compute", "wasm/msg", "core"}},
	{"app/lab/feature/*", []string{"app/lab/feature", "app/panel", "app/screen", "app/ui", "app/state",
		"app/compute", "core"}},
	{"app/lab/feature/adversary", []string{"app/lab/feature", "app/lab/feature/study", "app/panel", "app/ui",
		"app/state", "app/compute", "core"}},
	{"app/lab/feature/cluster", []string{"app/lab/feature", "app/lab/feature/study", "app/panel", "app/ui",
		"app/state", "app/compute", "core"}},
	{"app/lab/feature/study", []string{"app/lab/feature", "app/panel", "app/screen", "app/ui", "app/state",
		"app/compute", "app/library", "core"}},
	{"app/lab/feature/match", []string{"app/leaguetable", "app/lab/feature", "app/lab/feature/study", "app/panel",
		"app/ui", "app/state", "app/compute", "app/library", "wasm/msg", "core"}},
	{"app/lab/feature/importer", []string{"app/lab/feature", "app/panel", "app/screen", "app/ui", "app/state",
		"app/compute", "wasm/msg", "core"}},
	{"app/lab/feature/compare", []string{"app/lab/feature", "app/panel", "app/screen", "app/ui", "app/state",
		"app/compute", "app/library", "core"}},
	{"app/lab/feature/shelf", []string{"app/lab/feature", "app/panel", "app/ui", "app/state", "app/library",
		"app/store", "core"}},
	{"app/lab/feature/volume", []string{"app/lab/feature", "app/panel", "app/ui", "app/state", "app/library",
		"app/store", "core"}},
	{"app/lab/feature/features", []string{"app/lab/feature", "app/lab/feature/*", "app/panel", "app/ui", "app/state"}},
	{"app/leaguetable", []string{"app/ui", "core/league", "core/doc"}},
	{"app/labtest", []string{"app/lab/feature/features", "app/panel", "app/screen", "app/ui", "app/state",
		"app/library", "core"}},
	{"app/lab", []string{"app/lab/feature", "app/lab/feature/features", "app/kind/kinds", "app/panel", "app/screen",
		"app/ui", "app/state",
		"app/compute", "app/store",
		"app/library", "app/yield", "wasm/msg", "core"}},
	{"app/wire", []string{"app/ui", "core/draw/patch"}},
	{"app/render", []string{"app/ui", "app/wire"}},
	{"app/shell", []string{"app/lang", "app/lab", "app/ui", "app/wire", "app/compute", "app/store", "core/importer"}},
	{"app/stepview", []string{"app/kind/steps", "app/screen", "app/state", "app/ui", "core"}},
	{"app/figure", []string{"app/yield", "app/lang", "app/compute", "app/stepview", "app/ui", "wasm/msg", "core"}},
	{"app/domevent", []string{"app/ui"}},
	{"app/composer", []string{"app/figure", "app/compute", "app/domevent", "app/ui", "core"}},
	{"app/figure/alone", []string{"app/figure", "app/compute", "core"}},
	{"app/paperrun", []string{"app/compute", "core"}},
	{"app/lessonpage", []string{"app/compute", "app/domevent", "core"}},
	{"app/classroom", []string{"app/compute", "app/domevent", "app/ui", "core"}},
	{"app/challengepage", []string{"app/compute", "app/store", "app/library", "app/domevent", "app/ui", "core"}},
	{"app/policypanel", []string{"app/domevent", "app/ui", "core"}},
	{"site", []string{"site", "app", "wasm", "core"}},
}

// Outside the core all dependencies in go.mod are permitted. Inside it only the standard library
// and gonum/stat are, without the packages of the standard library that depend on a machine or a
// time. The package for deterministic property tests sets a flag of rapid.
var (
	coreForeign   = []string{"gonum.org/v1/gonum/stat", "pgregory.net/rapid"}
	coreForbidden = []string{"syscall", "net", "os", "os/exec", "os/signal", "unsafe", "math/rand", "crypto/rand",
		"crypto/sha256", "plugin", "text/template", "html/template"}
	// Results of these differ between machines or moments.
	coreCalls = map[string][]string{"time": {"Now", "Since", "Until", "After", "Tick"},
		"math": {"Exp", "Exp2", "Expm1", "Pow"}}
	// go-app and vugu are confined to the code that makes pages, so that pictures, charts and
	// state do not depend on either. Access to the browser is confined to the edges.
	confined = map[string][]string{
		"github.com/maxence-charriere/go-app": {"app/render", "wasm/page", "site"},
		"github.com/vugu/":                    {"app/figure", "wasm/figure", "site"},
		"pgregory.net/rapid":                  {"core/fixedseed"},
		"github.com/tetratelabs/wazero":       {"core/cmd/interpreter"},
		"github.com/modelcontextprotocol":     {"core/cmd/mcpserver"},
		"codeberg.org/go-pdf/fpdf":            {"core/draw/render"},
		"golang.org/x/image":                  {"core/draw/render", "site"},
		"github.com/piglig/go-qr":             {"core/qr"},
		"github.com/klauspost/compress":       {"core/importer"},
		// No page prints.
		"gridbox/core/draw/render": {"core/draw/render", "core/draw/paperfigure", "core/cmd/gridbox",
			"wasm/module", "wasm/files",
			"site"},
		"syscall/js": {"core/cmd/interpreter", "app/compute", "app/store", "app/shell", "app/figure", "app/composer",
			"app/paperrun",
			"app/lessonpage", "app/challengepage", "app/classroom", "app/domevent", "app/yield", "app/lang",
			"wasm/worker", "wasm/files", "wasm/onepage", "wasm/app", "wasm/figure", "site"},
		// A page asks a worker for these, since few visits need them.
		"gridbox/core/export":     {"core/export", "core/cmd", "wasm/files", "site"},
		"gridbox/core/schedaudit": {"core/schedaudit", "core/cmd", "wasm/files", "site"},
	}
)

// forTests are rooms that only tests import. They may access the machine.
var forTests = []string{fixedSeedPackage, "core/draw/scene/scenetest", "core/realfiles", "core/importer/importertest",
	"core/script/scripttest",
	"core/verify/verifytest", "wasm/msg/msgtest"}

// forAll are packages that every package may import: a replacement for one of the standard
// library, and the translation of texts.
var forAll = []string{"core/sorting", "core/i18n"}

func TestArrowsPointDown(t *testing.T) {
	set := token.NewFileSet()
	files := 0
	walk(t, func(path string) {
		files++
		file, err := parser.ParseFile(set, filepath.Join("..", path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.ToSlash(filepath.Dir(path))
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if why := refuses(folder, name); why != "" {
				t.Errorf("%s imports %s: %s", path, name, why)
			}
		}
		if isWithin(folder, "core") && !isWithin(folder, "core/cmd") && !isWithin(folder, "core/draw") {
			for _, call := range machineCalls(file) {
				t.Errorf("%s uses %s, whose result depends on the machine or the moment", path, call)
			}
		}
	})
	if files < 20 {
		t.Errorf("got %d files, want at least 20; is the test in the right folder?", files)
	}
}

// walk visits the Go files of the module, except tests.
func walk(t *testing.T, visit func(path string)) {
	t.Helper()
	for _, top := range []string{"core", "app", "wasm", "site"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fs.SkipDir
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
				return fs.SkipDir
			case !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				below, _ := filepath.Rel("..", path)
				visit(filepath.ToSlash(below))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// refuses returns the reason why a folder must not import a package, "" if it may.
func refuses(folder, name string) string {
	inCore := isWithin(folder, "core") && !isWithin(folder, "core/cmd") && !slices.Contains(forTests, folder)
	for prefix, rooms := range confined {
		if strings.HasPrefix(name, prefix) &&
			!slices.ContainsFunc(rooms, func(r string) bool { return isWithin(folder, r) }) {
			return "it belongs to " + strings.Join(rooms, ", ") + " alone"
		}
	}
	if inside, ok := strings.CutPrefix(name, "gridbox/"); ok {
		r, other := roomOf(folder), roomOf(inside)
		switch {
		case slices.Contains(forTests, inside) && !slices.Contains(forTests, folder):
			return "it is for tests alone"
		case r == nil:
			return folder + " is not a room of the house; add it to the table"
		case r.folder != "core" && other != nil && other.folder == r.folder:
			return ""
		case slices.Contains(forAll, inside):
		case !slices.ContainsFunc(r.may, func(below string) bool { return allows(below, inside) }):
			return "the arrows of the house point down"
		}
		return ""
	}
	mine := false
	for prefix, rooms := range confined {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if !slices.ContainsFunc(rooms, func(r string) bool { return isWithin(folder, r) }) {
			return "it belongs to " + strings.Join(rooms, ", ") + " alone"
		}
		mine = true
	}
	foreign := strings.Contains(strings.Split(name, "/")[0], ".")
	switch {
	case foreign && isWithin(folder, "core") && !mine && !slices.Contains(coreForeign, name):
		return "the core has no dependencies"
	case inCore && slices.ContainsFunc(coreForbidden,
		func(f string) bool { return isWithin(name, f) && name != "math/rand/v2" }):
		return "the core touches no machine"
	}
	return ""
}

// allows reports whether an entry of a room's list allows a folder. An entry allows the
// folder that it names with all folders inside, but of kinds and of features only the
// folders that it names or matches.
func allows(entry, folder string) bool {
	if isWithin(entry, "core/kind") || isWithin(entry, "app/lab/feature") {
		ok, _ := path.Match(entry, folder)
		return ok
	}
	return isWithin(folder, entry)
}

// roomOf returns the innermost room of a folder. For rooms of each kind it is that of the folder's kind.
func roomOf(folder string) *room {
	var best *room
	parts := strings.Split(folder, "/")
	for _, r := range house {
		n := strings.Count(r.folder, "/") + 1
		if n > len(parts) {
			continue
		}
		own := strings.Join(parts[:n], "/")
		if ok, _ := path.Match(r.folder, own); !ok || best != nil && (len(best.folder) > len(own) ||
			len(best.folder) == len(own) && r.folder != own) {
			continue
		}
		best = &room{own, slices.Clone(r.may)}
		for i := range best.may {
			best.may[i] = strings.Replace(best.may[i], "@", parts[min(2, len(parts)-1)], 1)
		}
	}
	return best
}

func isWithin(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// machineCalls lists the uses of functions in coreCalls.
func machineCalls(file *ast.File) []string {
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && slices.Contains(coreCalls[x.Name], s.Sel.Name) {
				found = append(found, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

// largeFolders are folders of the core with more files than a folder should have.
var largeFolders = map[string]int{"core/doc": 27, "core/kind/farm/solve": 31,
	"core/kind/group/solve": 28}

// A folder of the core has at most 25 files, not counting tests.
func TestFoldersAreSmall(t *testing.T) {
	const most = 25
	files := map[string]int{}
	walk(t, func(name string) {
		if isWithin(name, "core") {
			files[path.Dir(name)]++
		}
	})
	for folder, n := range files {
		if n > max(most, largeFolders[folder]) {
			t.Errorf("folder %s: got %d files, want at most %d; move related files to a new folder", folder, n,
				max(most, largeFolders[folder]))
		}
	}
	for folder := range largeFolders {
		if files[folder] <= most {
			t.Errorf("folder %s: got %d files, which need no exception", folder, files[folder])
		}
	}
}

// refuses rejects forbidden imports and accepts others.
func TestHouseRefuses(t *testing.T) {
	for _, c := range []struct {
		folder, name string
		ok           bool
	}{
		{"core/doc", "strings", true}, {"core/doc", "gridbox/core/kind/placement", false},
		{"core/kind/placement", "gridbox/core/doc", true},
		{"core/kind/placement/verify", "gridbox/core/kind/placement/solve", false},
		{"core/kind/placement/solve", "gridbox/core/kind/placement/verify", false},
		{"core/kind/farm/verify", "gridbox/core/kind/farm/verify/conform", false},
		{"core/kind/farm/verify/conform", "gridbox/core/kind/farm/verify", true},
		{"core/kind/farm/verify/conform", "gridbox/core/kind/farm/solve", false},
		{"core/kind/farm/verify", "gridbox/core/kind/batch/verify", false},
		{"core/kind/sixth/solve", "gridbox/core/kind/sixth", true},
		{"core/kind/sixth/solve", "gridbox/core/kind/farm", false},
		{"core/kind/placement", "gridbox/core/kind/placement/solve", false},
		{"core/kind/placement", "os", false}, {"core/kind/placement", "net/http", false},
		{"core/rng", "math/rand", false}, {"core/rng", "math/rand/v2", true},
		{"core/cmd/gridbox", "os", true}, {"core/cmd/gridbox", "gridbox/core/catalog", true},
		{"core/cmd/gridbox", "gridbox/app/state", false}, {"core/onepage", "gridbox/app/figure", false},
		{"core/kind/farm", "gridbox/core/kind/window", false},
		{"core/kind/farm/solve", "gridbox/core/kind/batch/solve", false},
		{"core/cmd/interpreter", "github.com/tetratelabs/wazero", true},
		{"core/script", "github.com/tetratelabs/wazero", false}, {"core/cmd/gridbox", "github.com/x/y", false},
		{"core/catalog", "github.com/x/y", false}, {"wasm/serve", "gridbox/app/state", false},
		{"wasm/worker", "github.com/maxence-charriere/go-app/v10/pkg/app", false},
		{"app/render", "github.com/maxence-charriere/go-app/v10/pkg/app", true},
		{"app/shell", "github.com/maxence-charriere/go-app/v10/pkg/app", false},
		{"app/panel", "github.com/vugu/vugu", false},
		{"core/draw/picture", "syscall/js", false}, {"app/state", "gridbox/app/shell", false},
		{"app/figure", "gridbox/app/shell", false},
		{"core/fixedseed", "pgregory.net/rapid", true}, {"core/rng", "pgregory.net/rapid", false},
		{"core/cmd/gridbox", "gridbox/core/fixedseed", false}, {"core/cmd/gridbox", "gridbox/core/realfiles", false},
		{"core/realfiles", "os", true}, {"core/importer", "os", false},
		{"core/script/scripttest", "gridbox/core/cmd/interpreter/located", true},
		{"core/script", "gridbox/core/cmd/interpreter/located", false},
		{"app/lab", "gridbox/app/shell", false}, {"app/lab", "syscall/js", false},
		{"app/lab", "gridbox/app/lab/feature/features", true}, {"app/lab", "gridbox/app/lab/feature/cluster", false},
		{"app/panel", "gridbox/app/lab/feature/cluster", false},
		{"app/lab/feature/cluster", "gridbox/app/lab/feature", true},
		{"app/lab/feature/cluster", "gridbox/app/lab", false},
		{"app/lab/feature/cluster", "gridbox/app/lab/feature/features", false},
		{"app/lab/feature/cluster", "gridbox/app/lab/feature/other", false},
		{"app/lab", "github.com/maxence-charriere/go-app/v10/pkg/app", false},
		{"app/lab", "gridbox/core/export", false}, {"wasm/files/reader", "gridbox/core/export", true},
		{"app/state", "gridbox/core/schedaudit", false}, {"core/cmd/gridbox", "gridbox/core/schedaudit", true},
		{"core/scenario", "gridbox/core/catalog", false}, {"core/unknown", "gridbox/core/doc", false},
	} {
		if why := refuses(c.folder, c.name); (why == "") != c.ok {
			t.Errorf("refuses(%s, %s): got %q, want acceptance %t", c.folder, c.name, why, c.ok)
		}
	}
}
