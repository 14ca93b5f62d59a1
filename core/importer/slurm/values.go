package slurm

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// nothing lists the words that Slurm writes for a missing value.
var nothing = []string{"", "(null)", "null", "none", "n/a", "na", "unknown", "none assigned", "invalid", "?", "not_set"}

// blank reports whether a value is missing.
func blank(text string) bool {
	return len(text) <= 13 && slices.Contains(nothing, strings.ToLower(strings.TrimSpace(text)))
}

// integer parses a whole number as Slurm writes it, with K, M or G for powers of
// 1000, as in CPUs=1K.
func integer(text string) (int, bool) {
	x, ok := decimal(text, 1000)
	if !ok || x < 0 || x > 1e9 || x != math.Trunc(x) {
		return 0, false
	}
	return int(x), true
}

// decimal parses a number with an optional suffix K, M, G, T or P, each a
// further factor of kilo. It reports false if the text is no such number or too
// large.
func decimal(text string, kilo float64) (float64, bool) {
	text = strings.TrimSpace(text)
	scale := 1.0
	if n := len(text); n > 0 {
		if at := strings.IndexByte("KMGTP", text[n-1]&^0x20); at >= 0 && text[n-1] > '9' {
			text = text[:n-1]
			for range at + 1 {
				scale *= kilo
			}
		}
	}
	if !numeric(text) {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x * scale, err == nil && !math.IsInf(x*scale, 0)
}

// numeric reports whether a text is a plain decimal number; ParseFloat also
// accepts hexadecimals, infinities and underscores.
func numeric(text string) bool {
	digits := false
	for i := range len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits = true
		case c == '.' || c == '-' && i == 0:
		default:
			return false
		}
	}
	return digits
}

// unlimited is the time limit of a job without a limit.
const unlimited = -1

// span parses a duration as Slurm writes limits: 1-02:03:04, 02:03:04,
// 03:04.567, 1-02, or a plain number of minutes.
func span(text string) (seconds float64, ok bool) {
	switch strings.ToLower(text) {
	case "unlimited", "infinite", "-1":
		return unlimited, true
	}
	days, rest, dashed := strings.Cut(text, "-")
	if !dashed {
		rest, days = text, "0"
	}
	d, ok := count(days, 1e6)
	if !ok {
		return 0, false
	}
	var part [3]float64
	words := strings.Split(rest, ":")
	if len(words) > 3 {
		return 0, false
	}
	for i, word := range words {
		if i == len(words)-1 && i > 0 {
			if !numeric(word) {
				return 0, false
			}
			part[i], _ = strconv.ParseFloat(word, 64)
			continue
		}
		if part[i], ok = count(word, 1e9); !ok {
			return 0, false
		}
	}
	switch {
	case dashed: // D-HH, D-HH:MM, D-HH:MM:SS
		seconds = float64(part[0]*3600) + float64(part[1]*60) + part[2]
	case len(words) == 3:
		seconds = float64(part[0]*3600) + float64(part[1]*60) + part[2]
	case len(words) == 2:
		seconds = float64(part[0]*60) + part[1]
	default:
		seconds = part[0] * 60
	}
	seconds += float64(d * 86400)
	return seconds, seconds >= 0 && seconds <= 1e11
}

// count parses at most 12 digits. It reports false for other texts and for
// numbers above most.
func count(text string, most float64) (float64, bool) {
	if text == "" || len(text) > 12 {
		return 0, false
	}
	x := 0.0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		x = float64(x*10) + float64(text[i]-'0')
	}
	return x, x <= most
}

// date parses a local time into seconds of a calendar without time zones. It
// accepts 2026-11-22T04:00:03, with a space for the T, fractions and a zone,
// which is ignored because all times are of one place; seconds since 1970; and
// the older form 11/22/26-04:00:03.
func date(text string) (seconds float64, ok bool) {
	text = strings.TrimSpace(text)
	if n := len(text); n < 9 || n > 40 {
		return 0, false
	}
	if x, plain := count(text, 1e11); plain {
		return x, x >= 1e8
	}
	var year, month, day float64
	var clock string
	switch {
	case text[4] == '-' && len(text) >= 16 && text[7] == '-' && (text[10] == 'T' || text[10] == ' '):
		y, okY := count(text[:4], 9999)
		m, okM := count(text[5:7], 12)
		d, okD := count(text[8:10], 31)
		if !okY || !okM || !okD {
			return 0, false
		}
		year, month, day, clock = y, m, d, text[11:]
	case text[2] == '/' && len(text) >= 14 && text[5] == '/' && text[8] == '-':
		m, okM := count(text[:2], 12)
		d, okD := count(text[3:5], 31)
		y, okY := count(text[6:8], 99)
		if !okY || !okM || !okD {
			return 0, false
		}
		year, month, day, clock = 2000+y, m, d, text[9:]
	default:
		return 0, false
	}
	if i := strings.IndexAny(clock, "Z+-."); i >= 0 {
		clock = clock[:i]
	}
	of, ok := span("0-" + clock)
	if !ok || month < 1 || day < 1 || of >= 86401 || strings.Count(clock, ":") < 1 {
		return 0, false
	}
	return float64(days(int(year), int(month), int(day))*86400) + of, true
}

// days returns the days since 1970-01-01 in the Gregorian calendar. It counts
// years from March, so that a leap day is the last of its year.
func days(year, month, day int) float64 {
	if month <= 2 {
		year, month = year-1, month+12
	}
	return float64(365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468)
}

// stamp formats seconds since 1970 as the date that they were parsed from, such
// as 2026-11-22T04:00:03. A fraction is cut off.
func stamp(seconds float64) string {
	whole := int(math.Floor(seconds))
	day, of := whole/86400, whole%86400
	if of < 0 {
		day, of = day-1, of+86400
	}
	era := day + 719468
	y := (era*4 + 3) / 146097
	left := era - y*146097/4
	year := (left*4 + 3) / 1461
	left -= year * 1461 / 4
	month := (left*5 + 2) / 153
	left -= (month*153 + 2) / 5
	year += y * 100
	if month += 3; month > 12 {
		month, year = month-12, year+1
	}
	two := func(n int) string { return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)}) }
	return strconv.Itoa(year) + "-" + two(month) + "-" + two(left+1) + "T" + two(of/3600) + ":" + two(of/60%60) + ":" +
		two(of%60)
}

// perCPU is the bit by which Slurm marks memory per CPU; some versions print it
// as part of the number.
const perCPU = 1 << 31

// memory parses an amount of memory in MB. The byte each is its reference: j
// the job, n a node, c a CPU, 0 if the text has none. It reports false for
// other texts and beyond 1e12 MB.
func memory(text string) (mb float64, each byte, ok bool) {
	text = strings.TrimSpace(text)
	if n := len(text); n > 1 && (text[n-1] == 'n' || text[n-1] == 'c') {
		text, each = text[:n-1], text[n-1]
	}
	unit := 1.0
	if n := len(text); n > 1 {
		switch text[n-1] {
		case 'K', 'k':
			text, unit = text[:n-1], 1.0/1024
		case 'M', 'm':
			text = text[:n-1]
		case 'G', 'g':
			text, unit = text[:n-1], 1024
		case 'T', 't':
			text, unit = text[:n-1], 1024*1024
		}
	}
	x, ok := decimal(text, 0)
	if !ok || !numeric(text) || x < 0 {
		return 0, 0, false
	}
	if x >= perCPU && unit == 1 {
		x, each = x-perCPU, 'c'
	}
	x *= unit
	return x, each, x <= 1e12
}

// resources parses a TRES string: cpu=2,mem=500M,node=1,gres/gpu=2.
func resources(text string, each func(name, value string)) {
	for _, item := range strings.Split(text, ",") {
		if name, value, found := strings.Cut(item, "="); found {
			each(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
}

// counts parses licences or generic resources, such as matlab:2,fluent@server:1
// or gpu:a100:2(IDX:0-1). The name is the part before the last number.
func counts(text string, each func(name string, n int)) {
	for _, item := range splitOutside(text, ',') {
		if i := strings.IndexByte(item, '('); i >= 0 {
			item = item[:i]
		}
		item = strings.TrimSpace(item)
		if blank(item) {
			continue
		}
		name, n := item, 1
		if i := strings.LastIndexAny(item, ":*="); i > 0 {
			if x, ok := integer(item[i+1:]); ok {
				name, n = item[:i], x
			}
		}
		if n > 0 && n <= 1e6 {
			each(name, n)
		}
	}
}

// splitOutside splits a text at the mark outside of brackets and parentheses.
// Empty parts are kept.
func splitOutside(text string, mark byte) (list []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth = max(0, depth-1)
		case mark:
			if depth == 0 {
				list = append(list, text[from:i])
				from = i + 1
			}
		}
	}
	return append(list, text[from:])
}

// maxNodes bounds the nodes of a list; the largest machines have fewer.
const maxNodes = 100_000

// nodes expands a list of nodes such as c[1-3,7],login, up to a number of
// names. It reports whether the list is complete.
func nodes(text string, most int) (list []string, whole bool) {
	whole = true
	if blank(text) || strings.HasPrefix(text, "(") {
		return nil, true
	}
	for _, item := range splitOutside(text, ',') {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		some, all := expand(item, most-len(list))
		list, whole = append(list, some...), whole && all
	}
	return list, whole
}

// expand returns the names for a name with brackets, which may have two pairs
// of them, at most limit names. It reports false if some names are left out.
func expand(item string, limit int) (list []string, whole bool) {
	open := strings.IndexByte(item, '[')
	if open < 0 || len(item) > 1000 { // no name is so long, and parsing it would take long
		if limit <= 0 {
			return nil, false
		}
		return []string{item}, true
	}
	shut := strings.IndexByte(item[open:], ']')
	if shut < 0 {
		return []string{item}, true
	}
	before, inside, behind := item[:open], item[open+1:open+shut], item[open+shut+1:]
	tails, whole := expand(behind, max(0, min(limit, maxNodes)))
	for _, part := range strings.Split(inside, ",") {
		numbers, all := expandRange(part, limit)
		whole = whole && all
		for _, n := range numbers {
			for _, tail := range tails {
				if len(list) >= limit {
					return list, false
				}
				list = append(list, before+n+tail)
			}
		}
	}
	return list, whole
}

// expandRange returns the numbers of a range such as 07-12 or 0-9:2, padded with
// zeros like the first.
func expandRange(part string, most int) (list []string, whole bool) {
	part, stepText, stepped := strings.Cut(part, ":")
	step := 1.0
	if stepped {
		var ok bool
		if step, ok = count(stepText, 1e9); !ok || step < 1 {
			step = 1
		}
	}
	first, last, found := strings.Cut(part, "-")
	a, okA := count(first, 1e12)
	b, okB := count(last, 1e12)
	if !found || !okA || !okB {
		return []string{part}, true
	}
	for x := a; x <= b; x += step {
		if len(list) >= most {
			return list, false
		}
		n := strconv.FormatFloat(x, 'f', 0, 64)
		list = append(list, strings.Repeat("0", max(0, len(first)-len(n)))+n)
	}
	return list, true
}
