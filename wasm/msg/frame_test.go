package msg

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

func TestAskCrossesUnchanged(t *testing.T) {
	asks := []Request{
		{ID: 1, Type: Hello, Version: Version},
		{ID: 2, Type: Expand, Document: []byte("{\n  \"format\": \"gridbox\"\n}\n")},
		{ID: 1<<53 - 1, Type: Solve, Document: []byte(`{"not": json`), Run: &scenario.Run{
			Algorithm: "rbhs", Options: map[string]any{"weights": "equal", "depth": 3.0, "fast": true,
				"line": "a\nb"}}},
		{ID: 4, Type: Explain, About: map[string]string{"job": "j\n17"}, Run: &scenario.Run{Algorithm: "x"},
			Document: []byte("\n\n")},
		{ID: 5, Type: Cancel},
		{ID: 6, Type: Study, From: 40, To: 52, Large: true, Document: []byte("{}")},
		{ID: 7, Type: Tally, Key: "3", Have: 2, About: map[string]string{"as": "view"}, Document: []byte("{}\n{}\n{}")},
	}
	for _, want := range asks {
		got, err := ReadRequest(want.Bytes())
		if err != nil {
			t.Fatalf("ReadRequest of %s: got error %v", want.Type, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", want.Type, got, want)
		}
	}
}

func TestAnswerCrossesUnchanged(t *testing.T) {
	answers := []Answer{
		{ID: 1, Type: Ready, Version: 3, Engine: "0.1.0"},
		{ID: 2, Type: Progress, Done: 3, Total: 10},
		{ID: 3, Type: Solved, Document: []byte(`{"algorithm":"rbhs"}`)},
		{ID: 4, Type: Explained, Trace: &trace.Log{Events: []trace.Event{{Kind: "found"}}},
			Document: []byte(`{"scores":[1,2]}`)},
		{ID: 4, Type: Part, Document: []byte(`{"format":"gridbox-part"}`)},
		{ID: 5, Type: Failed, Reason: Faulty, Text: "two\nlines",
			Faults: doc.Faults{{Path: "placement.jobs[0].mi", Value: "-1", Reason: "below 0", Start: 3, End: 5}}},
	}
	for _, want := range answers {
		got, err := ReadAnswer(want.Bytes())
		if err != nil {
			t.Fatalf("ReadAnswer of %s: got error %v", want.Type, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", want.Type, got, want)
		}
	}
}

func TestReadingRefusesWhatIsNoMessage(t *testing.T) {
	for _, text := range []string{"", "\n", "null", "{}", "[]", "7", `"hello"`, `{"id":-1,"type":"hello"}`, `{"id":1}`,
		"{\"id\":1,\n\"type\":\"hello\"}", "\xff"} {
		if _, err := ReadRequest([]byte(text)); !errors.Is(err, ErrMessage) {
			t.Errorf("ReadRequest(%q): got error %v, want ErrMessage", text, err)
		}
		if _, err := ReadAnswer([]byte(text)); !errors.Is(err, ErrMessage) {
			t.Errorf("ReadAnswer(%q): got error %v, want ErrMessage", text, err)
		}
	}
	if _, err := ReadRequest(bytes.Repeat([]byte{' '}, MaxHead+1)); err == nil ||
		!strings.Contains(err.Error(), "head") {
		t.Errorf("ReadRequest of too long a head: got error %v, want one that names the head", err)
	}
}

// A page must be able to detect that a worker is newer, whatever else has changed.
func TestHelloAndReadyOfAnotherVersionAreUnderstood(t *testing.T) {
	a, err := ReadRequest([]byte(`{"id":0,"type":"hello","version":10,"wants":["more"]}`))
	if err != nil || a.Version != 10 {
		t.Errorf("ReadRequest of hello: got %+v, error %v; want version 10", a, err)
	}
	b, err := ReadAnswer([]byte(`{"id":0,"type":"ready","version":10,"offers":{"more":1}}`))
	if err != nil || b.Version != 10 {
		t.Errorf("ReadAnswer of ready: got %+v, error %v; want version 10", b, err)
	}
	if _, err := ReadAnswer([]byte(`{"id":0,"type":"ready","version":` + strconv.Itoa(Version) +
		`,"offers":{}}`)); err == nil {
		t.Error("a ready of this version with an unknown field was accepted")
	}
}

func TestOnlyBegunAndProgressAreFollowed(t *testing.T) {
	for kind, last := range map[string]bool{Ready: true, Begun: false, Progress: false, Expanded: true, Solved: true,
		Explained: true, Part: true, Tallied: true, Failed: true} {
		if got := (&Answer{Type: kind}).Last(); got != last {
			t.Errorf("%s: got Last %v, want %v", kind, got, last)
		}
	}
}

func FuzzReadRequest(f *testing.F) {
	for _, a := range []Request{{ID: 1, Type: Hello, Version: 1},
		{ID: 2, Type: Solve, Run: &scenario.Run{Algorithm: "rbhs"}, Document: []byte("{}")}} {
		f.Add(a.Bytes())
	}
	f.Add([]byte("{\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := ReadRequest(text)
		if err != nil {
			return
		}
		b, err := ReadRequest(a.Bytes())
		if err != nil || !bytes.Equal(a.Document, b.Document) || a.ID != b.ID || a.Type != b.Type {
			t.Fatalf("ReadRequest(%q) and again of its bytes: got %+v, then %+v, error %v; want the same request",
				text, a, b, err)
		}
	})
}

func BenchmarkFrame(b *testing.B) {
	for _, size := range []int{1 << 10, 10 << 20} {
		document := bytes.Repeat([]byte{'7'}, size)
		b.Run(map[int]string{1 << 10: "1KiB", 10 << 20: "10MiB"}[size], func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				ask := Request{ID: 1, Type: Solve, Document: document}
				if _, err := ReadRequest(ask.Bytes()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
