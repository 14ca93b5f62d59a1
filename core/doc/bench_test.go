package doc

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
)

type load struct {
	Clusters []struct {
		ID   string  `json:"id" rule:"required,id"`
		MIPS float64 `json:"mips" rule:"required,>0"`
	} `json:"clusters"`
	Jobs []job `json:"jobs"`
}

type job struct {
	ID       string   `json:"id" rule:"required,id"`
	MI       float64  `json:"mi" rule:"required,>=0"`
	Datasets []string `json:"datasets,omitempty"`
}

// jobsText returns a document of n jobs, about 100 bytes each.
func jobsText(n int) []byte {
	l := load{Jobs: make([]job, n)}
	for i := range l.Jobs {
		l.Jobs[i] = job{ID: "job-" + strconv.Itoa(i), MI: 40000.25 + float64(i)*1.37}
		for k := range 1 + i%6 {
			l.Jobs[i].Datasets = append(l.Jobs[i].Datasets, "dataset-"+strconv.Itoa((i*7+k*13)%300))
		}
	}
	return Canonical(l)
}

func BenchmarkDecode(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		text := jobsText(n)
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				var l load
				if faults := Decode(text, &l); faults != nil {
					b.Fatal(faults)
				}
			}
		})
	}
}

// BenchmarkEncodingJSON measures encoding/json for comparison.
func BenchmarkEncodingJSON(b *testing.B) {
	text := jobsText(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var l load
		if err := json.Unmarshal(text, &l); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	text := jobsText(100_000)
	var l load
	Decode(text, &l)
	for _, w := range []struct {
		name  string
		write func(any) []byte
	}{{"canonical", Canonical}, {"pretty", Pretty}} {
		b.Run(w.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				w.write(&l)
			}
		})
	}
}

func BenchmarkLocate(b *testing.B) {
	text := jobsText(100_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Locate(text, Faults{{Path: "jobs[99999].mi"}, {Path: "jobs[5].datasets[0]"}})
	}
}
