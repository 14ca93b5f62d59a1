package parquet

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/rng"
)

// TestFilesOfOthers reads tables written by parquet-go and DuckDB, in several encodings, packings
// and versions of pages, and compares them with the same tables as text.
func TestFilesOfOthers(t *testing.T) {
	for name, want := range map[string]string{"plain-v1": "table", "snappy-v1": "table", "gzip-v2": "table",
		"zstd-v2": "table", "duckdb-snappy": "duckdb", "duckdb-v2-zstd": "duckdb"} {
		table, err := Read(file(t, name+".parquet"), 1<<20)
		if err != nil || table.Cut || table.Rows != 60 {
			t.Fatalf("Read(%s): got %d rows, error %v; want 60 rows", name, table.Rows, err)
		}
		got, wanted := strings.Split(string(table.Text), "\n"), strings.Split(string(file(t, want+".csv")), "\n")
		for i := range wanted {
			if got[i] != wanted[i] {
				t.Fatalf("%s, line %d: got\n%s\nwant\n%s", name, i+1, got[i], wanted[i])
			}
		}
		if left := strings.Join(table.SkippedColumns, " "); want == "table" && left != "hosts.list.element" {
			t.Errorf("%s: got left-out columns %q, want hosts.list.element", name, left)
		}
	}
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestLimits checks that no more than the limit is read, and that an unknown compression is named.
func TestLimits(t *testing.T) {
	table, err := Read(file(t, "snappy-v1.parquet"), 2000)
	if err != nil || !table.Cut || len(table.Text) > 2000 || table.Rows == 0 {
		t.Errorf("Read with a limit of 2000 bytes: got error %v, %+v; want a truncated table", err, table)
	}
	if _, err := Read(file(t, "lz4.parquet"), 1<<20); err == nil || !strings.Contains(err.Error(), "LZ4") {
		t.Errorf("Read of LZ4: got error %v, want one that names LZ4", err)
	}
	for _, data := range []string{"", "PAR1", "PAR1\x00\x00\x00\x00PAR1",
		"PAR1\xff\xff\xff\x7fPAR1", "PAR1PAR1PAR1PAR1"} {
		if _, err := Read([]byte(data), 1<<20); err == nil {
			t.Errorf("Read(%q): got no error", data)
		}
	}
}

// TestDamagedFiles reads files with changed bytes or a missing end. None causes a panic, and none
// gives more than the limit.
func TestDamagedFiles(t *testing.T) {
	names, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	refused := 0
	for _, name := range names {
		whole := file(t, filepath.Base(name))
		for i := range 400 {
			draw := rng.New(uint64(i), "damaged", 0)
			data := bytes.Clone(whole)
			for range 1 + draw.IntN(4) {
				data[4+draw.IntN(len(data)-8)] ^= byte(1 << draw.IntN(8))
			}
			table, err := Read(data, 1<<20)
			if len(table.Text) > 1<<20 {
				t.Fatalf("%s, change %d: got %d bytes, want at most %d", name, i, len(table.Text), 1<<20)
			}
			if err != nil {
				refused++
			}
		}
	}
	if refused < 500 {
		t.Errorf("got %d damaged files refused, want at least 500", refused)
	}
}
