package kube

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// sizes are the factors of the suffixes of Kubernetes' quantities
// (https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity).
var sizes = map[string]float64{"": 1, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
	"P": 1e15,
	"E": 1e18, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50, "Ei": 1 << 60}

// quantity parses a quantity such as 250m, 1.5, 64Gi or 1e3.
func quantity(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	end := strings.LastIndexAny(text, "0123456789.") + 1
	x, err := strconv.ParseFloat(text[:end], 64)
	size, known := sizes[text[end:]]
	x *= size
	return x, err == nil && known && x >= 0 && x <= 1e18
}

// milli parses a number of processors and returns it in thousandths, rounded
// up.
func milli(text string) (n int, ok bool) {
	x, ok := quantity(text)
	if !ok || x > 1e12 {
		return 0, false
	}
	return int(math.Ceil(math.Round(float64(x*1e6)) / 1000)), true
}

// megabytes parses an amount of memory and returns it in Mi, in which sums of
// amounts in Ki, Mi and Gi are exact.
func megabytes(text string) (x float64, ok bool) {
	x, ok = quantity(text)
	return float64(math.Ceil(x) / (1 << 20)), ok
}

// parseTime parses a time such as 2024-05-01T12:00:00Z and returns the seconds
// since 1970.
func parseTime(text string) (seconds float64, ok bool) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1970 || at.Year() > 9000 {
		return 0, false
	}
	return float64(at.Unix()), true
}

// common returns the greatest common divisor of two numbers.
func common(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
