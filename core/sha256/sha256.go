// Package sha256 computes the hash function SHA-256 (FIPS 180-4) for digests of
// documents and seeds of random streams. It replaces the standard library's
// version, whose cipher module and self-tests would be a tenth of a worker's
// download. Nothing here is secret.
package sha256

import (
	"encoding/binary"
	"math/bits"
)

// Sum returns the hash of a text.
func Sum(text []byte) (sum [32]byte) { return SumWith(text, nil) }

// pauseBytes is the number of bytes that are hashed between two calls of pause.
const pauseBytes = 1 << 18

// SumWith returns the hash of a text. Unless pause is nil, it calls pause after
// every 256 KiB, so that other work on the same thread can run.
func SumWith(text []byte, pause func()) (sum [32]byte) {
	state := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	rest := text
	for ; len(rest) >= 64; rest = rest[64:] {
		compress(&state, rest[:64])
		if pause != nil && (len(text)-len(rest))%pauseBytes == pauseBytes-64 {
			pause()
		}
	}
	// Padding: a one bit, zeros, and the length in bits.
	var end [128]byte
	n := copy(end[:], rest)
	end[n] = 0x80
	size := 64
	if n >= 56 {
		size = 128
	}
	binary.BigEndian.PutUint64(end[size-8:], uint64(len(text))*8)
	for block := end[:size]; len(block) > 0; block = block[64:] {
		compress(&state, block[:64])
	}
	for i, word := range state {
		binary.BigEndian.PutUint32(sum[4*i:], word)
	}
	return sum
}

// roundConstants are the first 32 bits of the fractional parts of the cube roots
// of the first 64 primes.
var roundConstants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// compress updates the state by one block of 64 bytes: it is the compression
// function of SHA-256.
func compress(state *[8]uint32, block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	a, b, c, d, e, f, g, h := state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
	for i := range 64 {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := h + s1 + (e&f ^ ^e&g) + roundConstants[i] + w[i]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, h} {
		state[i] += v
	}
}
