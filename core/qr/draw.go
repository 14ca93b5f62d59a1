package qr

// set fixes a module that holds no data.
func (c *Code) set(x, y int, dark bool) {
	c.dark[y*c.Size+x], c.fixed[y*c.Size+x] = dark, true
}

// patterns draws all that does not depend on the text (6.3), and keeps the places of
// the format.
func (c *Code) patterns() {
	for i := range c.Size {
		c.set(6, i, i%2 == 0)
		c.set(i, 6, i%2 == 0)
	}
	for _, corner := range [][2]int{{3, 3}, {c.Size - 4, 3}, {3, c.Size - 4}} {
		for dy := -4; dy <= 4; dy++ {
			for dx := -4; dx <= 4; dx++ {
				x, y := corner[0]+dx, corner[1]+dy
				if x >= 0 && y >= 0 && x < c.Size && y < c.Size {
					ring := max(dx, -dx, dy, -dy)
					c.set(x, y, ring != 2 && ring != 4)
				}
			}
		}
	}
	places := alignments(c.version)
	last := len(places) - 1
	for i, y := range places {
		for j, x := range places {
			if i == 0 && j == 0 || i == 0 && j == last || i == last && j == 0 {
				continue // a finder is there
			}
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					c.set(x+dx, y+dy, max(dx, -dx, dy, -dy) != 1)
				}
			}
		}
	}
	c.format(0)
	if c.version >= 7 {
		code := versionCode(c.version)
		for i := range 18 {
			a, b, dark := c.Size-11+i%3, i/3, code>>i&1 == 1
			c.set(a, b, dark)
			c.set(b, a, dark)
		}
	}
}

// alignments are the rows and columns of alignment patterns: the first is 6, the last 7
// before the end, and the others are even steps before that (annex E).
func alignments(version int) []int {
	if version == 1 {
		return nil
	}
	k, last := version/7+2, version*4+10
	step := (version*8 + k*3 + 5) / (k*4 - 4) * 2
	places := make([]int, k)
	places[0] = 6
	for i := range k - 1 {
		places[k-1-i] = last - i*step
	}
	return places
}

// versionCode is a version with its error correction, a (18,6) Golay code (7.10).
func versionCode(version int) int {
	return version<<12 | divided(version<<12, 0x1f25, 12)
}

// formatCode is the level and the mask with error correction, a (15,5) BCH code, and
// masked (7.9).
func formatCode(medium bool, mask int) int {
	value := 0b01<<3 | mask
	if medium {
		value = mask
	}
	return (value<<10 | divided(value<<10, 0x537, 10)) ^ 0b101010000010010
}

// divided is the remainder of polynomials over two elements.
func divided(value, by, degree int) int {
	for i := 17; i >= degree; i-- {
		if value>>i&1 == 1 {
			value ^= by << (i - degree)
		}
	}
	return value
}

// format draws the level and the mask, twice.
func (c *Code) format(mask int) {
	code := formatCode(c.medium, mask)
	bit := func(i int) bool { return code>>i&1 == 1 }
	for i := range 6 {
		c.set(8, i, bit(i))
		c.set(5-i, 8, bit(9+i))
	}
	c.set(8, 7, bit(6))
	c.set(8, 8, bit(7))
	c.set(7, 8, bit(8))
	for i := range 8 {
		c.set(c.Size-1-i, 8, bit(i))
	}
	for i := 8; i < 15; i++ {
		c.set(8, c.Size-15+i, bit(i))
	}
	c.set(8, c.Size-8, true)
}

// free visits the modules for data in their order: two columns at a time from the
// right, up and down in turns, and the timing pattern's column is none (7.7.3).
func (c *Code) free(visit func(at int)) {
	for right := c.Size - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		up := (right+1)&2 == 0
		for i := range c.Size {
			y := i
			if up {
				y = c.Size - 1 - i
			}
			for x := right; x > right-2; x-- {
				if at := y*c.Size + x; !c.fixed[at] {
					visit(at)
				}
			}
		}
	}
}

// place draws codewords; the few modules behind them stay light.
func (c *Code) place(data []byte) {
	i := 0
	c.free(func(at int) {
		c.dark[at] = i < len(data)*8 && data[i/8]>>(7-i%8)&1 == 1
		i++
	})
}

// mask turns the modules for data that one of eight patterns names (table 10).
func (c *Code) mask(pattern int) {
	c.free(func(at int) {
		x, y := at%c.Size, at/c.Size
		var hit int
		switch pattern {
		case 0:
			hit = (x + y) % 2
		case 1:
			hit = y % 2
		case 2:
			hit = x % 3
		case 3:
			hit = (x + y) % 3
		case 4:
			hit = (x/3 + y/2) % 2
		case 5:
			hit = x*y%2 + x*y%3
		case 6:
			hit = (x*y%2 + x*y%3) % 2
		case 7:
			hit = ((x+y)%2 + x*y%3) % 2
		}
		if hit == 0 {
			c.dark[at] = !c.dark[at]
		}
	})
}

// penalty counts what makes a code hard to read (7.8.3).
func (c *Code) penalty() int {
	total, dark := 0, 0
	for i := range c.Size {
		total += c.line(func(k int) bool { return c.At(k, i) }) + c.line(func(k int) bool { return c.At(i, k) })
		for k := range c.Size {
			d := c.At(k, i)
			if d {
				dark++
			}
			if i > 0 && k > 0 && c.At(k-1, i) == d && c.At(k, i-1) == d && c.At(k-1, i-1) == d {
				total += 3
			}
		}
	}
	all := c.Size * c.Size
	return total + max(dark*20-all*10, all*10-dark*20)/all*10
}

// line counts runs of one colour in a row or column, and what looks like a finder.
func (c *Code) line(at func(int) bool) int {
	total, run := 0, 0
	last := 0 // the latest modules, the newest lowest
	for k := range c.Size {
		dark := at(k)
		if k > 0 && dark == at(k-1) {
			run++
		} else {
			run = 1
		}
		switch {
		case run == 5:
			total += 3
		case run > 5:
			total++
		}
		if last = last << 1 & 0x7ff; dark {
			last |= 1
		}
		if k >= 10 && (last == 0b10111010000 || last == 0b00001011101) {
			total += 40
		}
	}
	return total
}
