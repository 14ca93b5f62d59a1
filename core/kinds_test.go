package core

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	drawkinds "gridbox/core/draw/kinds"
	"gridbox/core/engine"
	"gridbox/core/kind"
	"gridbox/core/kind/kinds"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// Every kind and algorithm has all required parts that the compiler does not check.
func TestKindsLackNothing(t *testing.T) {
	computed := map[string]engine.Kind{}
	for _, k := range engine.All() {
		computed[k.ID] = k
	}
	for _, k := range kinds.All() {
		lacks := func(ok bool, what string) {
			if !ok {
				t.Errorf("kind %s lacks %s", k.ID, what)
			}
		}
		lacks(k.Name != "" && k.Question != "", "a name or a question in core/kind/"+k.ID+"/describe.go")
		lacks(len(k.Presets) > 0, "presets")
		lacks(len(k.Metrics) > 0, "metrics")
		lacks(len(k.Starters()) > 0, "programs to start from")
		lacks(len(k.Challenges()) > 1, "two challenges")
		lacks(len(k.Policy.Decisions) > 0 && len(k.Policy.Ready) > 0, "decisions and ready policies of own algorithms")
		_, why := doc.WayTo(scenario.Scenario{}, k.Noise)
		lacks(why == "", "an example of noise: "+k.Noise+" "+why)
		lacks(slices.Contains(scenario.Kinds(), k.ID), "a part in core/scenario/problems.go")
		lacks(drawkinds.Of(k.ID) != nil, "pictures in core/draw/kinds/kinds.go")
		on, ok := computed[k.ID]
		lacks(ok, "solvers and a verifier in core/engine/kinds.go")
		for _, id := range on.Algorithms {
			_, described := k.Algorithm(id)
			lacks(described, "a description of the algorithm "+id)
		}
		for _, c := range k.Challenges() {
			_, target := k.Algorithm(c.Target)
			_, metric := k.Metric(c.Metric)
			lacks(target && metric, "the target or the metric of the challenge "+c.ID)
		}
		for i := range k.Algorithms {
			checkDescription(t, &k, &k.Algorithms[i], on.Algorithms)
		}
	}
	if len(computed) != len(kinds.All()) || len(scenario.Kinds()) != len(kinds.All()) {
		t.Errorf("got %d kinds listed, %d computed and %d in documents, want equal counts", len(kinds.All()),
			len(computed), len(scenario.Kinds()))
	}
}

func checkDescription(t *testing.T, k *kind.Kind, a *kind.Algorithm, solved []string) {
	lacks := func(ok bool, what string) {
		if !ok {
			t.Errorf("algorithm %s of kind %s lacks %s", a.ID, k.ID, what)
		}
	}
	lacks(a.Name != "" && strings.HasSuffix(a.About, "."), "a name or a sentence")
	lacks(slices.Contains(solved, a.ID), "a solver in core/kind/"+k.ID+"/solve")
	lacks((a.Code == "") != (a.NoCodeReason == ""), "pseudo-code or a reason for none, or has both")
	article, err := os.ReadFile("../site/docs/" + a.Article + ".md")
	lacks(err == nil, "an article: site/docs/"+a.Article+".md")
	named := strings.Contains(strings.ToLower(strings.ReplaceAll(string(article), " ", "")),
		strings.ToLower(strings.ReplaceAll(a.Name, " ", "")))
	lacks(named, "its name in site/docs/"+a.Article+".md")
}

// The verifier refuses answers of other algorithms under the name of an algorithm
// that has a rule, and accepts some under one that has none.
func TestRulesOfTheVerifier(t *testing.T) {
	for _, k := range catalog.Kinds() {
		if !slices.Contains(scenario.Kinds(), k.ID) {
			continue // TestKindsLackNothing names what it lacks
		}
		refused := map[string]bool{}
		for i := range 12 {
			refuseOthers(t, &k, uint64(i), refused)
		}
		for _, a := range k.Algorithms {
			switch {
			case !refused[a.ID] && a.NoRuleReason == "":
				t.Errorf("algorithm %s of kind %s has neither a rule in the verifier nor a reason for none (Unruled)",
					a.ID, k.ID)
			case refused[a.ID] && a.NoRuleReason != "":
				t.Errorf("algorithm %s of kind %s has both a rule and a reason for none: %s", a.ID, k.ID,
					a.NoRuleReason)
			}
		}
	}
}

// refuseOthers notes the algorithms under whose names answers of others are refused.
func refuseOthers(t *testing.T, k *catalog.Kind, seed uint64, refused map[string]bool) {
	s := randscenario.NewSmall(k.Presets[int(seed)%len(k.Presets)].ID, seed, rng.New(seed, "kinds", 0))
	all := engine.All()
	answers := make([]scenario.Answer, len(k.Algorithms))
	for i, a := range k.Algorithms {
		answer, err := all.RunExplicit(context.Background(), s, scenario.Run{Algorithm: a.ID}, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		answers[i] = answer
		if !answers[i].Check.OK {
			t.Fatalf("answer of %s: got violations %v, want none", a.ID, answers[i].Check.Violations)
		}
	}
	for i, a := range k.Algorithms {
		for j := range answers {
			if i == j || !answers[i].Feasible || !answers[j].Feasible {
				continue
			}
			// All but the solution and its metrics belongs to the algorithm.
			forged := answers[i]
			forged.Solution, forged.Metrics = answers[j].Solution, answers[j].Metrics
			if forged.Bound != nil {
				bound := *forged.Bound
				forged.Bound = &bound
				bound.Gap, _ = forged.Relative()
			}
			refused[a.ID] = refused[a.ID] || !all.Verify(s, &forged).OK
		}
	}
}

// registries are the files outside core/kind and app/kind that may name several
// kinds; site/docs/architecture.md names them.
var registries = []string{"core/engine/kinds.go", "core/scenario/problems.go", "core/draw/kinds/kinds.go"}

// namingKinds are further files that name three kinds or more. A file that no
// longer does must be removed from the list.
var namingKinds = []string{"app/panel/formats.go", "app/state/kindops.go"}

// Only the folders of kinds distinguish them: no other file names three kinds or
// more, by their ids, their packages or the fields of a scenario.
func TestKindsAreDistinguishedInTheirFolders(t *testing.T) {
	page := readText(t, "../site/docs/architecture.md")
	for _, file := range registries {
		if !strings.Contains(page, "`"+file+"`") {
			t.Errorf("site/docs/architecture.md does not name %s", file)
		}
	}
	ids := scenario.Kinds()
	left := slices.Clone(namingKinds)
	walk(t, func(path string) {
		if isWithin(path, "core/kind") || isWithin(path, "app/kind") || slices.Contains(registries, path) {
			return
		}
		named := kindsNamed(t, path, ids)
		i := slices.Index(left, path)
		switch {
		case len(named) >= 3 && i < 0:
			t.Errorf("%s names %s; move the difference to a method of kind.Methods or solver.Kind", path,
				strings.Join(slices.Sorted(maps.Keys(named)), ", "))
		case len(named) < 3 && i >= 0:
			t.Errorf("%s no longer names three kinds; remove it from the list", path)
		}
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	})
	if len(left) > 0 {
		t.Errorf("the listed files %v do not exist", left)
	}
}

// kindsNamed returns the kinds that a file names.
func kindsNamed(t *testing.T, path string, ids []string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	name := func(word string) {
		if slices.Contains(ids, word) {
			named[word] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			text, _ := strconv.Unquote(n.Path.Value)
			folder, _ := strings.CutPrefix(text, "gridbox/core/kind/")
			id, _, _ := strings.Cut(folder, "/")
			name(id)
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil {
				name(text)
			}
		case *ast.SelectorExpr:
			if lower := strings.ToLower(n.Sel.Name); lower[0] != n.Sel.Name[0] {
				name(lower)
			}
		}
		return true
	})
	return named
}
