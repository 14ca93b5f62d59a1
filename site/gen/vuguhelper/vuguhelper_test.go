package vuguhelper

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestConstant(t *testing.T) {
	got, err := Constant([]byte("package domrender\n\nconst jsHelperScript = \"(function(){\\\"a\\\"})()\"\n"))
	if err != nil || got != `(function(){"a"})()` {
		t.Fatalf(`Constant: got %q, error %v; want (function(){"a"})()`, got, err)
	}
}

func TestConstantIsMissed(t *testing.T) {
	for name, text := range map[string]string{
		"no constant":   "package domrender\n",
		"another name":  "package domrender\n\nconst other = \"x\"\n",
		"not a literal": "package domrender\n\nconst jsHelperScript = \"a\" + \"b\"\n",
		"not Go":        "(function(){})()",
	} {
		if got, err := Constant([]byte(text)); err == nil {
			t.Errorf("%s: Constant: got %q, want an error", name, got)
		}
	}
	if _, err := Wrap(" \n"); err == nil {
		t.Error("Wrap of an empty text: got no error")
	}
}

// TestScriptRuns checks in Node, with eval of strings disabled, that the helper has run, that the renderer's own call
// is answered and that every other call is refused.
func TestScriptRuns(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is needed to run the script; build.sh installs nothing without it")
	}
	script, err := Script()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	probe := "globalThis.window = globalThis; globalThis.document = {};\n" + string(script) + `
const text = /var done=("(?:[^"\\]|\\.)*")/.exec(require("fs").readFileSync(__filename, "utf8"))[1];
if (typeof window.vuguRender !== "function") throw new Error("the helper has not run");
window.eval(JSON.parse(text));
let refused = false;
try { window.eval("1+1"); } catch (e) { refused = e instanceof EvalError; }
if (!refused) throw new Error("another text was not refused");
console.log("ok");
`
	path := filepath.Join(dir, "probe.js")
	if err := os.WriteFile(path, []byte(probe), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "--disallow-code-generation-from-strings", path).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "ok" {
		t.Fatalf("node: got error %v, output %s; want ok", err, out)
	}
}
