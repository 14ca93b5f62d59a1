package parquet

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"strconv"
)

// values returns count values of a page as texts. It returns an error if the encoding is unknown or
// the page is too short.
func (c *column) values(body []byte, encoding, count int, dictionary []string) ([]string, error) {
	switch encoding {
	case 0:
		return c.decodePlain(body, count)
	case 2, 8: // places in the dictionary
		list := make([]string, count)
		if count == 0 {
			return list, nil
		}
		r := &thrift{data: body}
		width := int(r.readBytes(1)[0])
		for i, place := range hybrid(body[1:], width, count) {
			if place >= len(dictionary) {
				return nil, errShort
			}
			list[i] = dictionary[place]
		}
		return list, nil
	case 3: // truth values
		r := &thrift{data: body}
		list := make([]string, count)
		for i, bit := range hybrid(r.readBytes(decodeLength(r.readBytes(4))), 1, count) {
			list[i] = strconv.FormatBool(bit == 1)
		}
		return list, nil
	case 5:
		numbers, _ := delta(&thrift{data: body}, count)
		list := make([]string, count)
		for i, x := range numbers {
			list[i] = c.format(c.raw(x))
		}
		return list, nil
	case 6, 7:
		return c.texts(body, encoding == 7, count), nil
	case 9:
		return c.split(body, count), nil
	}
	return nil, errors.New("is in encoding " + strconv.Itoa(encoding) + ", which is not known here")
}

// raw returns a whole number as its bytes.
func (c *column) raw(x int64) []byte {
	raw := binary.LittleEndian.AppendUint64(nil, uint64(x))
	if c.kind == kindInt32 {
		return raw[:4]
	}
	return raw
}

// width returns the bytes of a value, 0 if they differ.
func (c *column) width() int {
	switch c.kind {
	case kindInt32, kindFloat:
		return 4
	case kindInt64, kindDouble:
		return 8
	case kindInt96:
		return 12
	case kindFixed:
		return max(1, c.length)
	}
	return 0
}

// decodePlain returns count values of a page in the encoding PLAIN as texts. It returns errShort if the
// page cannot contain that many.
func (c *column) decodePlain(body []byte, count int) ([]string, error) {
	r, width := &thrift{data: body}, c.width()
	if c.kind == kindBoolean && count > 8*len(body) || c.kind != kindBoolean && count > len(body) {
		return nil, errShort
	}
	list := make([]string, count)
	for i := range list {
		switch {
		case c.kind == kindBoolean:
			list[i] = strconv.FormatBool(body[i/8]>>(i%8)&1 == 1)
		case width > 0:
			list[i] = c.format(r.readBytes(width))
		default:
			list[i] = c.format(r.readBytes(decodeLength(r.readBytes(4))))
		}
	}
	return list, nil
}

// split returns values whose first bytes come first, then their second bytes, and so on.
func (c *column) split(body []byte, count int) []string {
	width := c.width()
	if width == 0 || len(body) < count*width {
		panic(errShort)
	}
	list, raw := make([]string, count), make([]byte, width)
	for i := range list {
		for k := range raw {
			raw[k] = body[k*count+i]
		}
		list[i] = c.format(raw)
	}
	return list
}

// texts returns texts whose lengths come first. With shared, each begins with a part of the one before.
func (c *column) texts(body []byte, shared bool, count int) []string {
	r := &thrift{data: body}
	prefixes := make([]int64, count)
	if shared {
		prefixes, _ = delta(r, count)
	}
	lengths, _ := delta(r, count)
	list, last := make([]string, count), []byte(nil)
	for i := range list {
		if prefixes[i] < 0 || prefixes[i] > int64(len(last)) || lengths[i] > int64(len(body)) {
			panic(errShort)
		}
		last = append(last[:prefixes[i]:prefixes[i]], r.readBytes(int(lengths[i]))...)
		list[i] = c.format(last)
	}
	return list
}

// hybrid returns numbers of a width in bits, in runs of one number and runs of packed numbers.
func hybrid(body []byte, width, count int) []int {
	list := make([]int, 0, max(0, count))
	if width > 32 {
		panic(errShort)
	}
	r := &thrift{data: body}
	for len(list) < count {
		if width == 0 {
			list = append(list, 0)
			continue
		}
		head := int(r.readUnsigned())
		if head&1 == 0 {
			raw, x := r.readBytes((width+7)/8), 0
			for k, b := range raw {
				x |= int(b) << (8 * k)
			}
			for range min(head>>1, count-len(list)) {
				list = append(list, x)
			}
			if head == 0 {
				panic(errShort)
			}
			continue
		}
		groups := head >> 1
		if groups > len(body) {
			panic(errShort)
		}
		packed := r.readBytes(min(groups*width, len(body)-r.at))
		for i := 0; i < 8*groups && len(list) < count; i++ {
			list = append(list, int(unpack(packed, i, width)))
		}
	}
	return list
}

// unpack returns number i of packed numbers of a width in bits.
func unpack(packed []byte, i, width int) (x uint64) {
	for bit := 0; bit < width; {
		at := i*width + bit
		if at/8 >= len(packed) {
			panic(errShort)
		}
		n := min(8-at%8, width-bit)
		x |= uint64(packed[at/8]>>(at%8)) & (1<<n - 1) << bit
		bit += n
	}
	return x
}

// delta returns whole numbers whose differences are packed in blocks, and their count.
func delta(r *thrift, count int) (list []int64, total int) {
	block, parts := int(r.readUnsigned()), int(r.readUnsigned())
	total, last := int(r.readUnsigned()), r.readSigned()
	if block <= 0 || parts <= 0 || block > 1<<20 || parts > block || total != count {
		panic(errShort)
	}
	list = make([]int64, 0, count)
	if count > 0 {
		list = append(list, last)
	}
	for len(list) < count {
		least := r.readSigned()
		for _, width := range r.readBytes(parts) {
			if len(list) >= count {
				break // parts without numbers have no valid width
			}
			size := block / parts
			if width > 64 {
				panic(errShort)
			}
			packed := r.readBytes(size * int(width) / 8)
			for i := 0; i < size && len(list) < count; i++ {
				last += least + int64(unpack(packed, i, int(width)))
				list = append(list, last)
			}
		}
	}
	return list, total
}

// decodeLength returns a length of four bytes.
func decodeLength(raw []byte) int {
	if n := binary.LittleEndian.Uint32(raw); bits.Len32(n) < 32 {
		return int(n)
	}
	panic(errShort)
}
