package importer

import (
	"bytes"
	"strings"
)

// signs are the first bytes of other kinds of files, with their descriptions.
var signs = []struct{ begin, description string }{
	{"PK\x03\x04", "a spreadsheet or an archive (zip); save a spreadsheet as CSV, or unpack " +
		"the archive, and open what is in it"},
	{"\xd0\xcf\x11\xe0", "an older spreadsheet or document; save it as CSV and open that"},
	{"%PDF", "a document for printing (PDF); its tables cannot be read, look for the data they were made of"},
	{"\x89PNG", "a picture"}, {"\xff\xd8\xff", "a picture"}, {"GIF8", "a picture"},
	{"\x89HDF", "data in HDF5; write the table as CSV and open that"},
	{"SQLite format 3", "a database; write the table as CSV and open that"},
	{"BZh", "packed with bzip2; unpack it first"}, {"\xfd7zXZ", "packed with xz; unpack it first"},
	{"7z\xbc\xaf", "packed with 7-Zip; unpack it first"},
	{"\x00asm", "a program"}, {"\x7fELF", "a program"},
}

// Guess returns a description in words of a file of no known format.
func Guess(f File) string {
	text := f.Data[:min(len(f.Data), 4096)]
	for _, s := range signs {
		if bytes.HasPrefix(text, []byte(s.begin)) || strings.HasPrefix(string(text), decodeLatin1(s.begin)) {
			return f.Name + " is " + s.description + "."
		}
	}
	switch start := bytes.TrimSpace(text); {
	case len(start) == 0:
		return f.Name + " has nothing that could be read."
	case bytes.IndexByte(text, 0) >= 0 || controls(text) > len(text)/20:
		return f.Name + " is no text, and in no packing that is known here; gzip and Zstandard are."
	case start[0] == '{' || start[0] == '[':
		return f.Name + " is JSON, of a program that is not known here."
	case start[0] == '<':
		return f.Name + " is XML or a web page, of a program that is not known here."
	}
	return f.Name + " is a text without columns or words that are known here."
}

// decodeLatin1 returns the first bytes of a file as they read after decoding each
// byte as one character.
func decodeLatin1(begin string) string {
	var b strings.Builder
	for i := range len(begin) {
		b.WriteRune(rune(begin[i]))
	}
	return b.String()
}

func controls(text []byte) (n int) {
	for _, c := range text {
		if c < 32 && c != '\n' && c != '\r' && c != '\t' {
			n++
		}
	}
	return n
}
