package deflate

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func unpack(t testing.TB, packed []byte) []byte {
	t.Helper()
	in := bytes.NewReader(packed)
	text, err := io.ReadAll(flate.NewReader(in))
	if err != nil || in.Len() > 0 {
		t.Fatalf("unpack: got error %v and %d bytes left, want none", err, in.Len())
	}
	return text
}

func jobs(n int) []byte {
	b := &strings.Builder{}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		fmt.Fprintf(b, `{"datasets":["d%d","d%d"],"id":"j%d","mi":%d},`, random.IntN(30), random.IntN(30), i,
			random.IntN(100000))
	}
	return []byte(b.String())
}

// texts returns empty, short, random, repetitive and long texts.
func texts() map[string][]byte {
	random := rand.New(rand.NewPCG(3, 4))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	return map[string][]byte{
		"empty": nil, "one": []byte("a"), "three": []byte("aaa"), "run": bytes.Repeat([]byte("a"), 100_000),
		"jobs": jobs(1000), "many jobs": jobs(20_000), "noise": noise, "all bytes": noise[:600],
		"far apart":     append(append(append([]byte{}, noise[:5000]...), noise[10_000:37_768]...), noise[:5000]...),
		"steep weights": steep(),
	}
}

// steep returns a text in which the frequencies of symbols are the Fibonacci
// numbers, which makes unlimited codes longer than the format allows.
func steep() []byte {
	var text []byte
	a, b := 1, 1
	for s := range 22 {
		for range a {
			text = append(text, byte('a'+s))
		}
		a, b = b, a+b
	}
	rand.New(rand.NewPCG(5, 6)).Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	return text
}

// The standard library unpacks our output, which is about as small as its own at
// the best level.
func TestPackedTextsUnpack(t *testing.T) {
	for name, text := range texts() {
		packed := PackAfter(nil, text)
		if got := unpack(t, packed); !bytes.Equal(got, text) {
			t.Errorf("%s: got %d other bytes after unpacking, want the text of %d bytes", name, len(got), len(text))
		}
		var theirs bytes.Buffer
		w, _ := flate.NewWriter(&theirs, flate.BestCompression)
		w.Write(text)
		w.Close()
		if name != "noise" && len(packed) > theirs.Len()+theirs.Len()/50+16 {
			t.Errorf("%s: got %d bytes, want about the %d of the standard library", name, len(packed), theirs.Len())
		}
	}
}

// A text that repeats a dictionary becomes small, and unpacks with the same
// dictionary. Other texts become as small as without one.
func TestPackingAfterADictionary(t *testing.T) {
	dictionary := jobs(200)
	for name, text := range texts() {
		packed := PackAfter(dictionary, text)
		in := bytes.NewReader(packed)
		got, err := io.ReadAll(flate.NewReaderDict(in, dictionary))
		if err != nil || !bytes.Equal(got, text) || in.Len() > 0 {
			t.Errorf("%s: got %d other bytes, error %v after unpacking; want the text of %d bytes", name, len(got),
				err, len(text))
		}
		if plain := PackAfter(nil, text); len(packed) > len(plain)+len(plain)/20+8 {
			t.Errorf("%s: got %d bytes after a dictionary, want about the %d without", name, len(packed), len(plain))
		}
	}
	if packed := PackAfter(dictionary, dictionary[1000:1200]); len(packed) > 8 {
		t.Errorf("a part of the dictionary: got %d packed bytes, want at most 8", len(packed))
	}
}

// Codes are prefix-free and no longer than the limit: Kraft's sum is at most 1.
func TestCodeLengths(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		often := make([]int, 2+random.IntN(280))
		for s := range often {
			if random.IntN(3) > 0 {
				often[s] = 1 << random.IntN(30)
			}
		}
		for _, limit := range []int{9, 15} {
			sum, some := 0, 0
			for s, n := range lengths(often, limit) {
				if int(n) > limit || (n == 0) != (often[s] == 0) {
					t.Fatalf("symbol %d of weight %d: got %d bits, want at most %d, 0 if and only if the weight is 0",
						s, often[s], n, limit)
				}
				if n > 0 {
					sum += 1 << (limit - int(n))
					some++
				}
			}
			if sum > 1<<limit || some > 1 && sum != 1<<limit {
				t.Fatalf("codes fill %d of %d, want all unless there is at most one code", sum, 1<<limit)
			}
		}
	}
}

func FuzzPack(f *testing.F) {
	for _, text := range texts() {
		if len(text) < 2000 {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got := unpack(t, PackAfter(nil, text)); !bytes.Equal(got, text) {
			t.Fatalf("unpacked text: got %q, want %q", got, text)
		}
	})
}

func BenchmarkPack(b *testing.B) {
	for _, n := range []int{100, 20_000} {
		text := jobs(n)
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				PackAfter(nil, text)
			}
		})
	}
}
