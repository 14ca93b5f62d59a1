package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// Scripts are txtar files: a comment that begins with lines
//
//	$ gridbox solve bad.json > result.json
//
// then the input files of the commands, and last a file "transcript" with each
// command, its output and its exit status. Run with -update to write the
// transcripts again, and read the difference.
func TestScripts(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no scripts")
	}
	example, err := os.ReadFile("../../scenario/examples/five-clusters.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			archive := parseArchive(string(text))
			t.Chdir(t.TempDir())
			writeFile(t, "five-clusters.json", string(example))
			want := ""
			for _, f := range archive.files {
				if f.name == "transcript" {
					want = f.text
				} else {
					writeFile(t, f.name, f.text)
				}
			}
			got := transcript(t, archive.comment)
			if got == want {
				return
			}
			if !*update {
				t.Fatal(firstDifference(got, want))
			}
			archive.set("transcript", got)
			if err := os.WriteFile(path, []byte(archive.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// firstDifference returns the first difference of two transcripts.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return "line " + strconv.Itoa(i+1) + " of the transcript\ngot  " + strings.Join(a[i:min(i+3, len(a))], "\n     ") +
		"\nwant " + strings.Join(b[i:min(i+3, len(b))], "\n     ")
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// transcript runs the commands of a comment and returns their transcript.
func transcript(t *testing.T, comment string) string {
	b := &strings.Builder{}
	for line := range strings.Lines(comment) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ gridbox")
		if !ok {
			continue
		}
		b.WriteString("$ gridbox" + command + "\n")
		out, err, status := runShellWords(t, strings.Fields(command))
		b.WriteString(quoteLines("", out) + quoteLines("2> ", err) + "exit " + strconv.Itoa(status) + "\n\n")
	}
	return b.String()
}

// runShellWords runs one command with < FILE and > FILE as a shell would.
func runShellWords(t *testing.T, words []string) (out, err string, status int) {
	var args []string
	in, target := "", ""
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "<":
			i++
			text, readErr := os.ReadFile(words[i])
			if readErr != nil {
				t.Fatal(readErr)
			}
			in = string(text)
		case ">":
			i++
			target = words[i]
		default:
			args = append(args, words[i])
		}
	}
	var stdout, stderr bytes.Buffer
	status = run(context.Background(), args, cli.Surroundings{
		In: strings.NewReader(in), Out: &stdout, Err: &stderr, Clock: func() float64 { return 0 },
	})
	if target != "" {
		writeFile(t, target, stdout.String())
		return "", stderr.String(), status
	}
	return stdout.String(), stderr.String(), status
}

func quoteLines(prefix, text string) string {
	b := &strings.Builder{}
	for line := range strings.Lines(text) {
		b.WriteString(prefix + strings.TrimRight(strings.ReplaceAll(line, "\r", "<CR>"), "\n") + "\n")
	}
	return b.String()
}

// An archive is a txtar file: a comment and files, each after a line "-- name --".
type archive struct {
	comment string
	files   []member
}

type member struct{ name, text string }

func parseArchive(text string) *archive {
	a := &archive{}
	into := &a.comment
	for line := range strings.Lines(text) {
		head := strings.TrimSpace(line)
		if strings.HasPrefix(head, "-- ") && strings.HasSuffix(head, " --") {
			a.files = append(a.files, member{name: head[3 : len(head)-3]})
			into = &a.files[len(a.files)-1].text
			continue
		}
		*into += line
	}
	return a
}

func (a *archive) set(name, text string) {
	for i := range a.files {
		if a.files[i].name == name {
			a.files[i].text = text
			return
		}
	}
	a.files = append(a.files, member{name, text})
}

func (a *archive) String() string {
	b := &strings.Builder{}
	b.WriteString(a.comment)
	for _, f := range a.files {
		b.WriteString("-- " + f.name + " --\n" + f.text)
	}
	return b.String()
}

// An interrupted command reports this and writes no document.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	status := run(ctx, []string{"solve", "../../scenario/examples/five-clusters.json"},
		cli.Surroundings{Out: &stdout, Err: &stderr})
	if status != cli.Failed || stdout.Len() > 0 || stderr.String() != "RBHS: cancelled; nothing was written\n" {
		t.Errorf("cancelled solve: got exit %d, output %q, message %q; want exit %d, only a message", status,
			stdout.String(), stderr.String(), cli.Failed)
	}
}

// The published schemas are the output of the command.
func TestSchemaCommand(t *testing.T) {
	for _, document := range []string{"scenario", "result", "study"} {
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), []string{"schema", document}, cli.Surroundings{Out: &stdout, Err: &stderr})
		if status != cli.Done || !strings.Contains(stdout.String(), "json-schema.org/draft/2020-12") {
			t.Errorf("schema %s: got exit %d, want %d and a JSON schema; %s", document, status, cli.Done,
				stderr.String())
		}
	}
}

// A study in 1, 2 and 5 shards, merged in another order, has the same bytes as the
// undivided one, with any number of cores.
func TestShardsMergeToTheWhole(t *testing.T) {
	archive, err := os.ReadFile("testdata/study.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	writeFile(t, "study.json", parseArchive(string(archive)).files[0].text)
	call := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		if status := run(context.Background(), args,
			cli.Surroundings{Out: &stdout, Err: &stderr, Clock: func() float64 { return 0 }}); status != cli.Done {
			t.Fatalf("gridbox %v: got exit %d, want %d; %s", args, status, cli.Done, stderr.String())
		}
		return stdout.String()
	}
	whole := call("study", "study.json", "--cores", "1")
	if call("study", "study.json", "--cores", "3") != whole {
		t.Error("a study on 3 cores differs from that on 1 core")
	}
	for _, n := range []int{1, 2, 5} {
		merge := []string{"merge"}
		for i := n; i >= 1; i-- {
			name := "part" + strconv.Itoa(i) + ".json"
			writeFile(t, name, call("study", "study.json", "--shard", strconv.Itoa(i)+"/"+strconv.Itoa(n), "--cores",
				strconv.Itoa(i)))
			merge = append(merge, name)
		}
		if call(merge...) != whole {
			t.Errorf("merge of %d shards differs from the undivided study", n)
		}
	}
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

// A document that cannot be written is a failure.
func TestNobodyListens(t *testing.T) {
	var stderr bytes.Buffer
	status := run(context.Background(), []string{"list"}, cli.Surroundings{Out: closedWriter{}, Err: &stderr})
	if status != cli.Failed || !strings.Contains(stderr.String(), "cannot write") {
		t.Errorf("list to a closed output: got exit %d, %q; want exit %d, \"cannot write\"", status, stderr.String(),
			cli.Failed)
	}
}

// A scenario that does not fit into a link is a failure with advice.
func TestTooLongForALink(t *testing.T) {
	var text, stdout, stderr bytes.Buffer
	run(context.Background(), []string{"generate", "rbhs-mixed"}, cli.Surroundings{Out: &text, Err: &stderr})
	status := run(context.Background(), []string{"link", "-"}, cli.Surroundings{In: &text, Out: &stdout, Err: &stderr})
	if status != cli.Failed || stdout.Len() > 0 || !strings.Contains(stderr.String(), "save the scenario as a file") {
		t.Errorf("link of a long scenario: got exit %d, output %q, message %q; want exit %d and advice", status,
			stdout.String(), stderr.String(), cli.Failed)
	}
}
