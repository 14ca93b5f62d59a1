package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func job() *Job {
	return &Job{Title: "Five\nclusters", Digest: digest, File: "my study.json", Text: "{\n  \"kind\": \"window\"\n}\n",
		Flags: []string{"--noise", "farm.jobs[*].duration=0.3", "--large"}, Units: 1_000_000, Seconds: 0.05, Cores: 4,
		Chunk: UsualChunk, Memory: 64 << 20}
}

// Tasks take as long as requested, within the limits of engines and of the
// study.
func TestChunks(t *testing.T) {
	for _, c := range []struct {
		units          int
		seconds, chunk float64
		cores, parts   int
	}{
		{1_000_000, 0.05, 600, 4, 21}, {1_000_000, 0.05, 600, 1, 84}, {1, 3600, 600, 1, 1}, {5, 3600, 600, 1, 5},
		{100, 1e-6, 600, 1, 1}, {1_000_000_000, 0.05, 600, 1, 1000}, {1_000_000, 0.05, 900, 1, 56},
	} {
		j := &Job{Units: c.units, Seconds: c.seconds, Chunk: c.chunk, Cores: c.cores}
		if got := j.Parts(); got != c.parts {
			t.Errorf("Parts of %+v: got %d, want %d", j, got, c.parts)
		}
	}
	j := &Job{Units: 1_000_000_000, Seconds: 0.05, Chunk: 600, Cores: 1}
	if facts := strings.Join(j.Facts(), "\n"); !strings.Contains(facts, "longer than asked for") ||
		!strings.Contains(facts, "13,889 core hours") {
		t.Errorf("facts: got %s, want long tasks and 13,889 core hours", facts)
	}
}

// Any name of the study and any change of it is a word of a command and a line
// of a comment in a job file.
func TestScriptsHoldStrangeWords(t *testing.T) {
	shell(t)
	j := job()
	j.File = "it's $(touch pwned) `touch pwned`.json"
	j.Flags = []string{"--vary", "a'b=$(touch pwned)"}
	j.Title = "a\nrm -rf /\u2028\rx"
	dir := t.TempDir()
	// The program prints its words and reports that nothing is missing.
	program := filepath.Join(dir, "gridbox")
	write(t, program, "#!/bin/bash\n[ \"$1\" = merge ] && exit 0\nprintf '<%s>' \"$@\" >> said\n", 0o755)
	for _, engine := range []string{"slurm", "parallel", "hyperqueue"} {
		text, ok := j.Script(engine)
		if !ok {
			t.Fatalf("there is no script for %s", engine)
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "rm -rf") || strings.ContainsAny(line, "\u2028\r") {
				t.Errorf("%s: a line of the title became a line of the script", engine)
			}
		}
		write(t, filepath.Join(dir, "job"), text, 0o644)
		if out, err := exec.Command("bash", "-n", filepath.Join(dir, "job")).CombinedOutput(); err != nil {
			t.Errorf("%s: bash -n: %s", engine, out)
		}
		if path, err := exec.LookPath("shellcheck"); err == nil {
			if out, err := exec.Command(path, "--severity=warning", filepath.Join(dir,
				"job")).CombinedOutput(); err != nil {
				t.Errorf("%s: shellcheck: %s", engine, out)
			}
		}
	}
	text, _ := j.Script("slurm")
	write(t, filepath.Join(dir, "job"), text, 0o644)
	c := exec.Command("bash", "job")
	c.Dir, c.Env = dir, append(os.Environ(), "GRIDBOX="+program, "STEP=task", "PARTS=7")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("script: %v: %s", err, out)
	}
	got, _ := os.ReadFile(filepath.Join(dir, "said"))
	want := "<study><" + j.File + "><--vary><a'b=$(touch " +
		"pwned)><--shard><env/7><--out><gridbox-0123456789ab><--cores><4>"
	if string(got) != want {
		t.Errorf("words of the task: got\n%s, want\n%s", got, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
		t.Error("a word of the study was executed by the shell")
	}
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// The requested array of Slurm and the merge after it are those of the script. A
// merge with missing units submits it again.
func TestSlurmSubmits(t *testing.T) {
	shell(t)
	dir := t.TempDir()
	text, _ := job().Script("slurm")
	write(t, filepath.Join(dir, "job"), text, 0o644)
	write(t, filepath.Join(dir, "sbatch"),
		"#!/bin/bash\nprintf '%s|' \"$STEP\" \"$PARTS\" \"$ROUNDS\" \"$@\" >> said; echo >> said; echo '7;one'\n",
		0o755)
	write(t, filepath.Join(dir, "gridbox"),
		"#!/bin/bash\ncase \"$*\" in *--missing*) cat left ;; *) echo whole ;; esac\n", 0o755)
	run := func(env ...string) string {
		os.Remove(filepath.Join(dir, "said"))
		c := exec.Command("bash", "job")
		c.Dir = dir
		c.Env = append(append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "GRIDBOX="+dir+"/gridbox"), env...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("script: %v: %s", err, out)
		}
		got, _ := os.ReadFile(filepath.Join(dir, "said"))
		return string(got)
	}
	for got, words := range map[string][]string{
		run():                       {"--array=1-21%100|", "--dependency=afterany:7|", "|21|3|"},
		run("PARTS=5", "AT_ONCE=2"): {"--array=1-5%2|", "|5|3|"},
	} {
		for _, word := range words {
			if !strings.Contains(got, word) {
				t.Errorf("sbatch: got %q, want it to contain %q", got, word)
			}
		}
	}
	write(t, filepath.Join(dir, "left"), "3,17-19\n", 0o644)
	if got := run("STEP=merge", "SCRIPT=job"); !strings.Contains(got, "--array=3,17-19%100|") ||
		!strings.Contains(got, "|21|2|") {
		t.Errorf("merge with missing units: got %s, want their array", got)
	}
	write(t, filepath.Join(dir, "left"), "", 0o644)
	if got := run("STEP=merge", "RESULT=result.json"); got != "" {
		t.Errorf("merge without missing units: got %s, want no job", got)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "result.json")); string(text) != "whole\n" {
		t.Errorf("result: got %q, want \"whole\\n\"", text)
	}
}

// The manifest for Kubernetes contains the study, line by line, and no word ends
// its block. site/kube checks the file against the published types.
func TestKubernetesCarriesTheStudy(t *testing.T) {
	j := job()
	text, _ := j.Script("kubernetes")
	for _, want := range []string{"  study.json: |\n    {\n      \"kind\": \"window\"\n    }\n", "completions: 21\n",
		"- 'farm.jobs[*].duration=0.3'\n", "- 'env/21'\n", "- '--large'\n", "- '/config/study.json'\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the manifest does not contain %q", want)
		}
	}
	j.Text = strings.Repeat("x", maxCarried+1)
	if text, _ = j.Script("kubernetes"); strings.Contains(text, "ConfigMap\n") || !strings.Contains(text,
		"'/study/study.json'") {
		t.Error("the manifest contains a document that is too long")
	}
	if _, ok := j.Script("lsf"); ok {
		t.Error("there is a script for the unknown engine lsf")
	}
}

// shell skips a test that starts a shell if no program can be started.
func shell(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("nothing can start a shell here")
	}
}
