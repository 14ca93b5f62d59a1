package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWhatIsPrintedIsKept checks that a command runs again when its program, its arguments or a file that they name
// has changed, and not otherwise.
func TestWhatIsPrintedIsKept(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return file
	}
	log := filepath.Join(dir, "log")
	program := func(message string) string {
		return "#!/bin/sh\necho ran >> '" + log + "'\necho " + message + " $1\ncat \"$2\"\n"
	}
	file := write("file", "one")
	s := &Site{command: write("program", program("says")), outputs: filepath.Join(dir, "kept", "here")}
	runs := 0
	look := func(again bool, want string, args ...string) {
		t.Helper()
		got, err := s.commandOutput(args)
		if err != nil || string(got) != want {
			t.Fatalf("commandOutput: got %q, error %v, want %q", got, err, want)
		}
		if again {
			runs++
		}
		if text, _ := os.ReadFile(log); len(text) != runs*len("ran\n") {
			t.Fatalf("%v: got %d runs of the command, want %d", args, len(text)/len("ran\n"), runs)
		}
	}
	look(true, "says a\none", "a", file)
	look(false, "says a\none", "a", file)
	look(true, "says b\none", "b", file)
	write("file", "two")
	look(true, "says a\ntwo", "a", file)
	write("program", program("tells"))
	s.program = ""
	look(true, "tells a\ntwo", "a", file)
	look(false, "tells a\ntwo", "a", file)
	s.outputs = ""
	look(true, "tells a\ntwo", "a", file)
	if _, err := s.commandOutput([]string{"a", filepath.Join(dir, "missing")}); err == nil {
		t.Error("commandOutput of a command that fails: got no error")
	}
}
