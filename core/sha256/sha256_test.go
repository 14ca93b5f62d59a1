package sha256

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// The examples of FIPS 180-2, appendix B.
func TestExamples(t *testing.T) {
	for text, want := range map[string]string{
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "" +
			"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	} {
		sum := Sum([]byte(text))
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// The hash equals the standard library's, for every length around the blocks.
func TestSumIsTheLibrarys(t *testing.T) {
	for n := range 300 {
		text := bytes.Repeat([]byte{byte(n), 0xff, 0}, n)[:n]
		if Sum(text) != sha256.Sum256(text) {
			t.Fatalf("Sum of %d bytes differs from the standard library", n)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	text := make([]byte, 1<<20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Sum(text)
	}
}

// Pauses do not change the hash.
func TestPausesChangeNothing(t *testing.T) {
	text := make([]byte, 3*pauseBytes+77)
	for i := range text {
		text[i] = byte(i * 31 >> 3)
	}
	pauses := 0
	if SumWith(text, func() { pauses++ }) != Sum(text) || pauses != 3 {
		t.Errorf("SumWith: got %d pauses or another hash, want 3 pauses", pauses)
	}
}
