package graph

import (
	"math"
	"strconv"
	"strings"
)

// bandwidth returns the bandwidth of an edge in MB/s, 0 if it is not given.
func bandwidth(attributes map[string]string) float64 {
	for _, name := range []string{"bandwidth", "capacity", "bw", "rate", "throughput"} {
		if text := attributes[name]; text != "" {
			if x, ok := number(text); ok {
				return max(x, 0) // a bare number is in MB/s
			}
			if x := rate(text); x > 0 {
				return x
			}
		}
	}
	// The Topology Zoo's raw speed is in bit/s.
	if x, ok := number(attributes["linkspeedraw"]); ok && x > 0 {
		return x / 8e6
	}
	if attributes["linkspeed"] != "" {
		if x := rate(attributes["linkspeed"] + " " + attributes["linkspeedunits"] + "bit/s"); x > 0 {
			return x
		}
	}
	for _, name := range []string{"linklabel", "label", "linktype", "description"} {
		if x := rate(attributes[name]); x > 0 {
			return x
		}
	}
	return 0
}

// carriers are the rates in Mbit/s of the hierarchies of ANSI T1.107 and ITU-T
// G.702. OC-n is n times 51.84, STM-n n times 155.52 (ITU-T G.707).
var carriers = map[string]float64{"T1": 1.544, "DS1": 1.544, "E1": 2.048, "T3": 44.736, "DS3": 44.736, "E3": 34.368,
	"FE": 100, "GE": 1000, "GIGE": 1000, "ETHERNET": 10}

var steps = map[byte]float64{'k': 1e-3, 'K': 1e-3, 'M': 1, 'm': 1, 'G': 1e3, 'g': 1e3, 'T': 1e6, 't': 1e6}

// maxWords bounds the words of a label that are searched for a rate.
const maxWords = 200

// rate returns the first rate in a text in MB/s, such as OC-192c, 10 Gbit/s, 2x
// STM-16 or 10GE; 0 if there is none.
func rate(text string) float64 {
	if len(text) > maxWords {
		text = text[:maxWords]
	}
	words := strings.FieldsFunc(text, func(c rune) bool {
		return c == ' ' || c == ',' || c == ';' || c == '(' || c == ')' || c == '<' || c == '>' || c == '=' ||
			c == ':' ||
			c == '\n' || c == '\t'
	})
	times := 1.0
	for i, word := range words {
		if count, by := strings.CutSuffix(strings.ToLower(word), "x"); by {
			if n, ok := number(count); ok && n >= 1 {
				times = n
				continue
			}
		}
		if x := optical(word); x > 0 {
			return times * x / 8
		}
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if x := parseRate(word, next); x > 0 {
			return times * x
		}
	}
	return 0
}

// optical returns the rate of a named carrier, such as OC-48 or T3, in Mbit/s.
// It returns 0 for other words.
func optical(word string) float64 {
	word = strings.ToUpper(word)
	if rate, known := carriers[strings.ReplaceAll(word, "-", "")]; known {
		return rate
	}
	for prefix, each := range map[string]float64{"OC": 51.84, "STM": 155.52} {
		level, fits := strings.CutPrefix(word, prefix)
		level = strings.TrimRight(strings.TrimPrefix(level, "-"), "C")
		if n, err := strconv.ParseUint(level, 10, 16); fits && err == nil && n > 0 {
			return float64(n) * each
		}
	}
	return 0
}

// parseRate parses a number with a unit, in one word or two, and returns it in
// MB/s.
func parseRate(word, next string) float64 {
	end := 0
	for end < len(word) && (word[end] >= '0' && word[end] <= '9' || word[end] == '.') {
		end++
	}
	x, err := strconv.ParseFloat(word[:end], 64)
	if err != nil || !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	unit := word[end:]
	if unit == "" {
		unit = next
	}
	if unit == "" {
		return 0
	}
	step, scaled := steps[unit[0]]
	if scaled {
		unit = unit[1:]
	} else {
		step = 1e-6
	}
	switch {
	case unit == "E" || unit == "e" || strings.EqualFold(unit, "igE"): // GE, GigE
		return x * step / 8
	case unit == "" && scaled: // 10G
		return x * step / 8
	case hasPrefix(unit, "bit") || hasPrefix(unit, "bps") && unit[0] == 'b' || strings.HasPrefix(unit, "b/s") ||
		unit == "b":
		return x * step / 8
	case hasPrefix(unit, "byte") || strings.HasPrefix(unit, "Bps") || strings.HasPrefix(unit, "B/s") || unit == "B":
		return x * step
	}
	return 0
}

// hasPrefix reports whether a text has a prefix, regardless of case.
func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
