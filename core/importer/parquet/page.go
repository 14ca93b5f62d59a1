package parquet

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/bits"
	"strconv"

	"github.com/klauspost/compress/s2"

	"gridbox/core/importer/zst"
)

// read returns the cells of a column in a row group; a missing value is an
// empty text.
func (c *column) read(data []byte, chunk fields, rows, limit int) ([]string, error) {
	from, size := chunk.number(9), chunk.number(7)
	if d := chunk.number(11); d > 0 && d < from {
		from = d
	}
	if from < 0 || size < 0 || from > len(data) || size > len(data)-from {
		return nil, errShort
	}
	r := &thrift{data: data[from : from+size]}
	cells, dictionary := make([]string, 0, rows), []string(nil)
	for len(cells) < rows && r.at < len(r.data) {
		head := r.structure(0)
		body := r.readBytes(head.number(3))
		length := head.number(2)
		if length < 0 || length > limit {
			return nil, errors.New("has a page of " + strconv.Itoa(length) + " bytes")
		}
		codec := chunk.number(4)
		switch head.number(1) {
		case 0:
			body, err := inflate(body, codec, length)
			if err != nil {
				return nil, err
			}
			p := head.structure(5)
			count := min(p.number(1), rows-len(cells))
			levels := []int(nil)
			if c.definitionLevel > 0 {
				n := &thrift{data: body}
				levels = hybrid(n.readBytes(decodeLength(n.readBytes(4))), bits.Len(uint(c.definitionLevel)), count)
				body = body[n.at:]
			}
			if cells, err = c.page(cells, levels, body, p.number(2), count, dictionary); err != nil {
				return nil, err
			}
		case 2:
			body, err := inflate(body, codec, length)
			if err != nil {
				return nil, err
			}
			if count := head.structure(7).number(1); count >= 0 && count <= maxCells {
				dictionary, err = c.decodePlain(body, count)
			}
			if err != nil {
				return nil, err
			}
		case 3:
			var err error
			if cells, err = c.second(cells, head.structure(8), body, codec, length, rows, dictionary); err != nil {
				return nil, err
			}
		}
	}
	if len(cells) != rows {
		return nil, errors.New("has " + strconv.Itoa(len(cells)) + " of " + strconv.Itoa(rows) + " values")
	}
	return cells, nil
}

// second adds the cells of a data page of the second version, whose levels are not packed.
func (c *column) second(cells []string, p fields, body []byte, codec, length, rows int,
	dictionary []string) ([]string, error) {
	r := &thrift{data: body}
	r.readBytes(p.number(6))
	count := min(p.number(1), rows-len(cells))
	levels := hybrid(r.readBytes(p.number(5)), bits.Len(uint(c.definitionLevel)), count)
	if c.definitionLevel == 0 {
		levels = nil
	}
	body = body[r.at:]
	if !p.has(7) || p.number(7) == 1 {
		var err error
		if body, err = inflate(body, codec, length-r.at); err != nil {
			return nil, err
		}
	}
	return c.page(cells, levels, body, p.number(4), count, dictionary)
}

// page adds the cells of a page: its values, and empty texts for missing
// values.
func (c *column) page(cells []string, levels []int, body []byte, encoding, count int,
	dictionary []string) ([]string, error) {
	present := count
	if levels != nil {
		present = 0
		for _, level := range levels {
			if level == c.definitionLevel {
				present++
			}
		}
	}
	values, err := c.values(body, encoding, max(0, present), dictionary)
	if err != nil {
		return nil, err
	}
	if levels == nil {
		return append(cells, values...), nil
	}
	for _, level := range levels {
		if level != c.definitionLevel {
			cells = append(cells, "")
			continue
		}
		cells, values = append(cells, values[0]), values[1:]
	}
	return cells, nil
}

// inflate returns a page unpacked by the codec. It returns an error if the codec is
// unknown or the page does not unpack to length bytes.
func inflate(body []byte, codec, length int) ([]byte, error) {
	if length < 0 {
		return nil, errShort
	}
	var text []byte
	var err error
	switch codec {
	case 0:
		return body, nil
	case 1:
		if n, fault := s2.DecodedLen(body); fault != nil || n != length {
			return nil, errShort
		}
		text, err = s2.Decode(nil, body)
	case 2:
		z, fault := gzip.NewReader(bytes.NewReader(body))
		if fault != nil {
			return nil, errShort
		}
		text, err = io.ReadAll(io.LimitReader(z, int64(length)+1))
	case 6:
		text, err = zst.Unpack(body, length)
	default:
		names := map[int]string{3: "LZO", 4: "Brotli", 5: "LZ4", 7: "LZ4"}
		return nil, errors.New("is packed with " + names[codec] + "; write it with Snappy, gzip, Zstandard or unpacked")
	}
	if err != nil || len(text) != length {
		return nil, errShort
	}
	return text, nil
}
