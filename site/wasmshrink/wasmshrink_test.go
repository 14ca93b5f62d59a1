package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// memory returns the initial memory of an instance.
func memory(m *module) []byte {
	if len(m.segments) == 0 {
		return nil
	}
	return m.memoryFrom(0)
}

// drawModule returns a random module with an initial memory and sections around it.
func drawModule(t *rapid.T) *module {
	m := &module{sections: []section{
		{id: 1, body: rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "types")},
		{id: dataSection},
		{id: 0, body: rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "custom")},
	}}
	at := 0
	for range rapid.IntRange(0, 40).Draw(t, "segments") {
		at += rapid.SampledFrom([]int{0, 1, 15, 16, 17, 63, 64, 200, 1 << 20}).Draw(t, "gap")
		data := rapid.SliceOfN(rapid.Byte(), 1, 300).Draw(t, "data")
		m.segments = append(m.segments, segment{at, data})
		at += len(data)
	}
	return m
}

func TestJoiningKeepsTheMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModule(t)
		text, want, sections := m.bytes(), memory(m), len(m.sections)
		got, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		if again := got.bytes(); !bytes.Equal(again, text) {
			t.Fatalf("read and bytes: %d bytes became %d other ones", len(text), len(again))
		}
		zeros := rapid.IntRange(0, 300).Draw(t, "zeros")
		got.join(zeros)
		if !bytes.Equal(memory(got), want) {
			t.Fatal("join changed the memory")
		}
		for i := 1; i < len(got.segments); i++ {
			if gap := got.segments[i].at - got.segments[i-1].end(); gap <= zeros {
				t.Fatalf("got %d zeros between two segments, want more than %d", gap, zeros)
			}
		}
		if len(got.sections) != sections || !bytes.Equal(got.sections[0].body, m.sections[0].body) {
			t.Fatal("join changed other sections")
		}
	})
}

func TestReadRefuses(t *testing.T) {
	module := func(data ...byte) []byte {
		return append(append(bytes.Clone(preamble), dataSection, byte(len(data))), data...)
	}
	for name, text := range map[string][]byte{
		"nothing":          nil,
		"another version":  []byte("\x00asm\x02\x00\x00\x00"),
		"half a section":   append(bytes.Clone(preamble), 1, 200),
		"a passive one":    module(1, 1, 1, 65),
		"a global address": module(1, 0, 0x23, 0, endOfCode, 1, 65),
		"half a segment":   module(1, 0, i32Const, 0, endOfCode, 9, 65),
		"an overlap":       module(2, 0, i32Const, 0, endOfCode, 2, 65, 66, 0, i32Const, 1, endOfCode, 1, 67),
		"a long number":    module(1, 0, i32Const, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80),
	} {
		if _, err := read(text); err == nil {
			t.Errorf("read of %s: got no error", name)
		}
	}
}

func TestTablesThatAreNone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Whatever follows the mark: no panic, and nothing outside the table changes.
		data := append(bytes.Repeat([]byte{7}, 50), headMark...)
		data = append(data, rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(t, "rest")...)
		m := &module{segments: []segment{{at: 0, data: data}}}
		if _, err := m.forgetLines(); err == nil && !bytes.Equal(data[:50], bytes.Repeat([]byte{7}, 50)) {
			t.Fatal("forgetLines changed bytes before the table")
		}
	})
}

// A program that prints its own stack runs as before, except for files and lines.
func TestLines(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not here")
	}
	program := filepath.Join(t.TempDir(), "stack.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./testdata/stack")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := func() string {
		script := filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec_node.js")
		starter := exec.Command(node, script, program)
		starter.Env = []string{"PATH=" + filepath.Dir(node)}
		out, err := starter.CombinedOutput()
		if err != nil {
			t.Fatalf("node: %v\n%s", err, out)
		}
		return string(out)
	}
	original, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	before := run()
	if !strings.Contains(before, "main.go 39 true") || !strings.Contains(before, "deep true true") ||
		!strings.Contains(before, "types [true true true true true true] {") {
		t.Fatalf("the program does not show its lines and types:\n%s", before)
	}
	if err := rewrite(program, true); err != nil {
		t.Fatal(err)
	}
	if after := run(); after != before {
		t.Errorf("with lines kept: got\n%swant\n%s", after, before)
	}
	if err := rewrite(program, false); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(before, "deep true true", "deep true false", 1)
	start := strings.Index(want, "caller ")
	end := start + strings.IndexByte(want[start:], '\n')
	want = want[:start] + "caller ? 0 true" + want[end:]
	if after := run(); after != want {
		t.Errorf("without lines: got\n%swant\n%s", after, want)
	}
	lean, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	was, err := read(original)
	if err != nil {
		t.Fatal(err)
	}
	is, err := read(lean)
	if err != nil {
		t.Fatal(err)
	}
	if len(is.segments) > len(was.segments)/10 {
		t.Errorf("got %d segments after %d, want at most a tenth", len(is.segments), len(was.segments))
	}
	old, now := memory(was), memory(is)
	gone, moved := 0, []int(nil)
	for i := range old {
		switch {
		case old[i] == now[i]:
		case now[i] != 0 || len(moved) > 0 && i-moved[len(moved)-1] < 8:
			moved = append(moved, i)
		default:
			gone++
		}
	}
	// The list of types has another order.
	if len(moved) > 0 {
		from, end := moved[0]&^3, moved[len(moved)-1]&^3+4
		words := func(mem []byte) []string {
			var out []string
			for word := range slices.Chunk(mem[from:end], 4) {
				out = append(out, string(word))
			}
			return slices.Sorted(slices.Values(out))
		}
		if end-from > 4096 || !slices.Equal(words(old), words(now)) {
			t.Errorf("bytes %d to %d changed, want at most 4096 with the same words", from, end)
		}
	}
	if gone == 0 || gone > len(old)/5 {
		t.Errorf("got %d of %d bytes emptied, want at least 1 and at most a fifth", gone, len(old))
	}
	if tag := []byte("something else"); bytes.Count(old, tag) < 3 || bytes.Count(now, tag) != 1 {
		t.Errorf("got a tag %d times, then %d times; want at least 3, then 1",
			bytes.Count(old, tag), bytes.Count(now, tag))
	}
	for name, stays := range map[string]bool{"main.deep": true, "fmt.Println": false} {
		name := []byte("\x00" + name + "\x00")
		if !bytes.Contains(old, name) || bytes.Contains(now, name) != stays {
			t.Errorf("name %q: got %t before, %t after; want true, %t",
				name, bytes.Contains(old, name), bytes.Contains(now, name), stays)
		}
	}
}
