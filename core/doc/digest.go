package doc

import "gridbox/core/sha256"

// Digest returns "sha256:" and the hash of a text in hexadecimal.
func Digest(text []byte) string {
	name := append(make([]byte, 0, 71), "sha256:"...)
	for _, b := range sha256.Sum(text) {
		name = append(name, hexDigits[b>>4], hexDigits[b&15])
	}
	return string(name)
}
