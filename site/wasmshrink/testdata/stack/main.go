// Command stack prints its own stack, and results computed from memory that is initially zeros and ones.
package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

var (
	table  = [4096]uint64{0: 1, 17: 2, 2000: 3, 4095: 4}
	blank  [1 << 16]byte
	primes = map[int]string{2: "two", 3: "three", 5: "five"}
)

//go:noinline
func deep(n int) []byte {
	if n > 0 {
		return deep(n - 1)
	}
	defer func() { recover() }()
	var trace [1 << 14]byte
	return slices.Clone(trace[:runtime.Stack(trace[:], false)])
}

func main() {
	sum := uint64(len(primes))
	for i, v := range table {
		sum += v * uint64(i+1)
	}
	for _, v := range blank {
		sum += uint64(v)
	}
	// Stacks grow, and the collector scans them while they are deep.
	trace := string(deep(1000))
	runtime.GC()
	fmt.Println("sum", sum, "primes", primes)
	_, file, line, ok := runtime.Caller(0)
	fmt.Println("caller", file, line, ok)
	types()
	fmt.Println("deep", strings.Count(trace, "main.deep(") > 40, strings.Contains(trace, "main.go:"))
	defer func() { fmt.Println("recovered", recover()) }()
	fmt.Println(table[sum])
}
