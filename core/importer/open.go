package importer

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gridbox/core/importer/parquet"
	"gridbox/core/importer/zst"
)

// Open unpacks a file that is packed with gzip or Zstandard, writes a table in
// Parquet as comma-separated text, and returns the text in UTF-8 without a byte
// order mark. It reports these steps. A file that unpacks to more than MaxFile,
// or is truncated, is kept up to there.
func Open(f File, r *Report) File {
	at := Place{File: f.Name}
	if len(f.Data) > MaxFile {
		r.AddFault(at, "is longer than "+strconv.Itoa(MaxFile>>20)+" MiB; the rest was not read")
		f.Data = f.Data[:MaxFile]
	}
	switch {
	case bytes.HasPrefix(f.Data, []byte{0x1f, 0x8b}):
		f.Data = unpack("gzip", gunzip, f.Data, r, at)
		f.Name = strings.TrimSuffix(f.Name, ".gz")
	case bytes.HasPrefix(f.Data, []byte(zst.Magic)):
		f.Data = unpack("Zstandard", zst.Unpack, f.Data, r, at)
		f.Name = strings.TrimSuffix(strings.TrimSuffix(f.Name, ".zst"), ".zstd")
	}
	if parquet.Is(f.Data) {
		f.Data = columns(f.Data, r, at)
	}
	f.Data = decode(f.Data, r, at)
	return f
}

// ratio bounds the length of a text relative to its packed length. Deflate
// packs at most 1032 to 1, and no workload comes near that; a decompression
// bomb does.
const ratio = 200

// textLimit returns the number of bytes to which data of some length may unpack.
func textLimit(length int) int { return min(MaxFile, max(1<<20, ratio*length)) }

// unpack unpacks data by a function that stops one byte after a limit.
func unpack(by string, with func([]byte, int) ([]byte, error), packed []byte, r *Report, at Place) []byte {
	limit := textLimit(len(packed))
	text, err := with(packed, limit)
	switch {
	case len(text) > limit:
		r.AddFault(at, "unpacks to more than "+strconv.Itoa(limit>>20)+" MiB; the rest was not read")
		return text[:limit]
	case err != nil && len(text) == 0:
		r.AddFault(at, "looks packed with "+by+" and cannot be unpacked: "+err.Error())
	case errors.Is(err, io.ErrUnexpectedEOF):
		r.AddFault(at, "is cut off; what could be unpacked was read")
	case err != nil:
		r.AddFault(at, "is damaged: "+err.Error()+"; what could be unpacked was read")
	}
	return text
}

// gunzip unpacks gzip up to one byte more than a limit.
func gunzip(packed []byte, limit int) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, int64(limit)+1))
}

// columns returns a table in Parquet as comma-separated text. A damaged or too
// long table is a fault, and the part before it is returned. It returns nil if
// no row is readable.
func columns(data []byte, r *Report, at Place) []byte {
	limit := textLimit(len(data))
	table, err := parquet.Read(data, limit)
	if err != nil {
		r.AddFault(at, "is a table in Parquet and cannot be read whole: "+err.Error())
	}
	if err != nil && table.Rows == 0 {
		return nil
	}
	if table.Cut {
		r.AddFault(at, "unpacks to more than "+strconv.Itoa(limit>>20)+" MiB; the rest was not read")
	}
	if len(table.SkippedColumns) > 0 {
		r.AddLeftOut(len(table.SkippedColumns), "column", "of lists or maps: "+strings.Join(table.SkippedColumns, ", "),
			at)
	}
	return table.Text
}

// decode returns a text in UTF-8: from UTF-8 and UTF-16 with or without a byte
// order mark, otherwise from Latin-1, in which every byte is a character.
func decode(text []byte, r *Report, at Place) []byte {
	switch {
	case bytes.HasPrefix(text, []byte{0xef, 0xbb, 0xbf}):
		text = text[3:]
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}) || isUTF16(text, 1):
		return decodeUTF16(text, 0, r, at)
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}) || isUTF16(text, 0):
		return decodeUTF16(text, 1, r, at)
	}
	if utf8.Valid(text) {
		return text
	}
	r.AddAssumed(1, "file", "is not in UTF-8 and was read as Latin-1", at)
	out := make([]byte, 0, len(text)+len(text)/8)
	for _, c := range text {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// isUTF16 reports whether the beginning of a text has a zero in every second byte,
// as Latin letters have in UTF-16.
func isUTF16(text []byte, odd int) bool {
	if len(text) < 16 {
		return false
	}
	for i := odd; i < 16; i += 2 {
		if text[i] != 0 || text[i^1] == 0 {
			return false
		}
	}
	return true
}

// decodeUTF16 returns a UTF-16 text as UTF-8 without byte order marks. The index
// of the high byte in a unit is high. An odd number of bytes is a fault.
func decodeUTF16(text []byte, high int, r *Report, at Place) []byte {
	if len(text)%2 != 0 {
		r.AddFault(at, "is cut off in the middle of a character")
	}
	out := make([]byte, 0, len(text)/2)
	units := make([]uint16, 0, 2)
	for i := 0; i+1 < len(text); i += 2 {
		unit := uint16(text[i+high]) | uint16(text[i+1-high])<<8
		if units = append(units, unit); len(units) == 1 && utf16.IsSurrogate(rune(unit)) && i+3 < len(text) {
			continue
		}
		for _, c := range utf16.Decode(units) {
			if c != '\ufeff' {
				out = utf8.AppendRune(out, c)
			}
		}
		units = units[:0]
	}
	return out
}

// Lines calls each for every line of a text with its number from 1, until each
// returns false. The line is a slice of the text without its end (\n, \r\n or
// \r).
func Lines(text []byte, each func(n int, line []byte) bool) {
	for n := 1; len(text) > 0; n++ {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			each(n, text)
			return
		}
		line := text[:end]
		if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
			end++
		}
		text = text[end+1:]
		if !each(n, line) {
			return
		}
	}
}

// Head returns the first lines of a text, for detecting its format.
func Head(text []byte, lines int) (head []string) {
	if len(text) > 64<<10 {
		text = text[:64<<10]
	}
	Lines(text, func(_ int, line []byte) bool {
		head = append(head, string(line))
		return len(head) < lines
	})
	return head
}
