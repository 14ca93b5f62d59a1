// Package slim has no code of its own: what lies here stands in for packages of Go's
// library in the programs of the page; build.sh tells the compiler so.
package slim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The collector of the page's programs gives the page many turns where Go's own, which
// marks all that is alive at once, gives it none or a few.
func TestTheCollectorGivesThePageItsTurn(t *testing.T) {
	overlay, err := filepath.Abs("../../.cache/overlay.json")
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile(overlay)
	if err != nil {
		t.Skip("the page's programs are not built: ./build.sh wasm")
	}
	if !strings.Contains(string(said), "turns_js.go") {
		t.Skip("this Go is taken as it is, as build.sh has said")
	}
	as, told := turns(t), turns(t, "-overlay="+overlay)
	t.Logf("%d turns as it is, %d as it is told", as, told)
	if told < 5 || told < 3*as {
		t.Errorf("%d turns while garbage is collected, %d without being told", told, as)
	}
}

// turns builds the program that counts them, and runs it.
func turns(t *testing.T, flags ...string) int {
	program := filepath.Join(t.TempDir(), "turns.wasm")
	build := exec.Command("go", append(append([]string{"build"}, flags...), "-o", program, "./testdata/turns")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/go_js_wasm_exec"), program)
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")} // more than 8 KiB is refused
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	count, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(string(out), "turns")))
	if err != nil {
		t.Fatalf("the program says %q", out)
	}
	return count
}
