package importer

import (
	"bytes"
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"gridbox/core/doc"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

// wordsFormat is a format for tests: a line of it names a machine.
var wordsFormat = &Format{
	ID: "words", Title: "Words", Kinds: []string{"farm"},
	Questions: []Question{{Name: "slots", Label: "Slots", Usual: "4", Choices: []string{"4", "8"}}},
	Recognise: func(f File) (certainty int, evidence string) {
		if bytes.HasPrefix(f.Data, []byte("words")) {
			return 80, "it begins with words"
		}
		return 0, ""
	},
	Read: func(files []File, w Wishes) *Result {
		made := &Result{Scenario: scenario.NewGenerated("farm", "markov-2004", 1)}
		made.Report.AddTaken(len(files), "file", "read")
		return made
	},
}

func TestImport(t *testing.T) {
	all := []*Format{wordsFormat}
	for name, c := range map[string]struct {
		files  []File
		format string
		wishes Wishes
		want   string // in the report or in the faults
	}{
		"fits": {files: []File{{"a", []byte("words\n")}}, want: "taken: 1 file: read"},
		"leaves others": {files: []File{{"a", []byte("words\n")}, {"b", []byte("else")}},
			want: "left out: 1 file: b is not Words"},
		"named":    {files: []File{{"b", []byte("else")}}, format: "words", want: "taken: 1 file"},
		"unknown":  {files: []File{{"b", []byte("else")}}, want: "known here; name the right one: words"},
		"misspelt": {files: []File{{"b", []byte("else")}}, format: "wods", want: "did you mean words?"},
		"nothing":  {want: "no file was given"},
		"another kind": {files: []File{{"a", []byte("words")}}, wishes: Wishes{Kind: "group"},
			want: "Words becomes farm"},
		"another question": {files: []File{{"a", []byte("words")}}, wishes: Wishes{Set: map[string]string{"slot": "1"}},
			want: "slots"},
		"another answer": {files: []File{{"a", []byte("words")}}, wishes: Wishes{Set: map[string]string{"slots": "5"}},
			want: "must be 4 or 8"},
	} {
		made, faults := Import(all, c.files, c.format, c.wishes)
		got := faults.Error()
		if made != nil {
			got = made.Report.String()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %q does not say %q", name, got, c.want)
		}
	}
}

func compress(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(text)
	_ = z.Close()
	return b.Bytes()
}

// zstandard compresses a text with the library of the decoder in
// core/importer/zst.
func zstandard(t *testing.T, text []byte) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll(text, nil)
}

// TestOpenParquet opens a table in Parquet, plain and packed, and refuses one that is cut off.
func TestOpenParquet(t *testing.T) {
	data, err := os.ReadFile("parquet/testdata/snappy-v1.parquet")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("parquet/testdata/table.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"jobs.parquet": data, "jobs.parquet.zst": zstandard(t, data)} {
		var r Report
		got := Open(File{Name: name, Data: data}, &r)
		if !bytes.Equal(got.Data, want) || got.Name != "jobs.parquet" {
			t.Errorf("Open(%s): got %s, %.80q; want jobs.parquet as text", name, got.Name, got.Data)
		}
		if text := r.String(); !strings.Contains(text, "1 column: of lists or maps: hosts.list.element") {
			t.Errorf("Open(%s): got the report %q, want the columns that were left out", name, text)
		}
	}
	var r Report
	got := Open(File{Name: "cut.parquet", Data: data[:len(data)/2]}, &r)
	if len(got.Data) > 0 || len(r.Unreadable()) != 1 {
		t.Errorf("Open of a truncated table: got %.80q, want a fault: %s", got.Data, r.String())
	}
}

func TestOpen(t *testing.T) {
	text := "job ä 1\njob € 𝄞 2\n"
	units := utf16.Encode([]rune(text + strings.Repeat("x", 20)))
	var little, big []byte
	for _, u := range units {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	whole := compress([]byte(strings.Repeat(text, 1000)))
	for name, c := range map[string]struct {
		data    []byte
		want    string
		message string
	}{
		"plain":         {[]byte(text), text, ""},
		"marked":        {append([]byte{0xef, 0xbb, 0xbf}, text...), text, ""},
		"packed":        {compress([]byte(text)), text, ""},
		"little":        {append([]byte{0xff, 0xfe}, little...), text + strings.Repeat("x", 20), ""},
		"big":           {append([]byte{0xfe, 0xff}, big...), text + strings.Repeat("x", 20), ""},
		"Latin-1":       {[]byte("caf\xe9"), "café", "Latin-1"},
		"cut off":       {whole[:len(whole)-20], "", "cut off"},
		"not packed":    {[]byte{0x1f, 0x8b, 0, 0}, "", "cannot be unpacked"},
		"bomb":          {compress(make([]byte, 40<<20)), "", "unpacks to more than"},
		"zstandard":     {zstandard(t, []byte(text)), text, ""},
		"zstandard cut": {zstandard(t, []byte(strings.Repeat(text, 1000)))[:20], "", "cannot be unpacked"},
		"zstandard bad": {[]byte("\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff"), "", "cannot be unpacked"},
		"zstandard big": {zstandard(t, make([]byte, 40<<20)), "", "unpacks to more than"},
		"odd":           {append([]byte{0xff, 0xfe}, 'a', 0, 'b'), "a", "middle of a character"},
		"empty":         {nil, "", ""},
		"a single byte": {[]byte{0xff}, "ÿ", "Latin-1"},
	} {
		var r Report
		got := Open(File{Name: "f.gz", Data: c.data}, &r)
		if c.want != "" && string(got.Data) != c.want {
			t.Errorf("Open, %s: got %.60q, want %.60q", name, got.Data, c.want)
		}
		if !utf8.Valid(got.Data) {
			t.Errorf("Open, %s: the text is not UTF-8", name)
		}
		if output := r.String(); !strings.Contains(output, c.message) || c.message == "" && len(r.Entries) > 0 {
			t.Errorf("Open, %s: got the report %q, want %q", name, output, c.message)
		}
	}
}

func TestLines(t *testing.T) {
	var got []string
	Lines([]byte("a\nb\r\nc\r\rd"), func(n int, line []byte) bool {
		got = append(got, string(rune('0'+n))+string(line))
		return true
	})
	if want := []string{"1a", "2b", "3c", "4", "5d"}; !slices.Equal(got, want) {
		t.Errorf("Lines: got %q, want %q", got, want)
	}
	if got := Head([]byte("a\nb\nc"), 2); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("Head: got %q, want a and b", got)
	}
}

func TestNames(t *testing.T) {
	var n Names
	long := strings.Repeat("ö", 150)
	for _, c := range [][2]string{{"a", "a"}, {"a", "a-1"}, {"a", "a-2"}, {"a-1", "a-1-1"}, {"", "job-1"},
		{"", "job-2"}, {" b\n", "b"}, {long, long[:2*doc.MaxID]}, {long, long[:2*(doc.MaxID-2)] + "-1"}} {
		if got := n.ID(c[0], "job"); got != c[1] {
			t.Errorf("Names.ID(%q): got %q, want %q", c[0], got, c[1])
		}
	}
	var l Letters
	for i := range 26*27 + 1 {
		l.Replace(strings.Repeat("x", i))
	}
	if a, z, aa, last := l.Replace(""), l.Replace(strings.Repeat("x", 25)), l.Replace(strings.Repeat("x", 26)),
		l.Replace(strings.Repeat("x", 26*27)); a != "A" || z != "Z" || aa != "AA" || last != "AAA" {
		t.Errorf("Letters: got %s, %s, %s and %s; want A, Z, AA and AAA", a, z, aa, last)
	}
}

func TestReport(t *testing.T) {
	r := Report{Title: "Words"}
	for i := range 7 {
		r.AddLeftOut(1, "entry", "has no name", Place{"f.txt", i + 1})
	}
	r.AddTaken(2, "job", "with times")
	r.AddTaken(0, "machine", "never told")
	r.AddFault(Place{}, "odd")
	r.AddQuestion(wordsFormat, Wishes{}, "slots")
	want := "Words\n  left out: 7 entries: has no name (f.txt:1, f.txt:2, f.txt:3, f.txt:4, f.txt:5, …)\n" +
		"  taken: 2 jobs: with times\n  fault: odd\n  Slots: 4 (assumed; --set slots=… changes it)\n"
	if got := r.String(); got != want {
		t.Errorf("report: got\n%s\nwant\n%s", got, want)
	}
	if n := r.Count(LeftOut, "entry"); n != 7 {
		t.Errorf("Count of left out entries: got %d, want 7", n)
	}
	for i := range 2 * maxEntries {
		r.AddFault(Place{"f", i}, "fault "+strings.Repeat("x", i))
	}
	if len(r.Entries) > maxEntries {
		t.Errorf("got %d entries, want at most %d", len(r.Entries), maxEntries)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("text"))
	f.Add(compress([]byte("text")))
	f.Add([]byte{0xff, 0xfe, 'a', 0, 0, 0xd8, 'b', 0})
	for _, seed := range realfiles.Seeds(f, "*/*", 4000) {
		f.Add(seed)
		f.Add(compress(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Report
		got := Open(File{Name: "f", Data: data}, &r)
		if !utf8.Valid(got.Data) {
			t.Error("the opened text is not UTF-8")
		}
		Lines(got.Data, func(n int, line []byte) bool { return !bytes.ContainsAny(line, "\r\n") })
	})
}

// Nouns have the right plural, also those of two words.
func TestPlural(t *testing.T) {
	for _, c := range [][2]string{{"job", "jobs"}, {"amount of memory", "amounts of memory"}, {"list of nodes",
		"lists of nodes"},
		{"dependency", "dependencies"}, {"busy time", "busy times"}, {"switch", "switches"}, {"day", "days"},
		{"entry of a list", "entries of a list"}, {"", ""}, {" of ", " of "}} {
		if got := doc.Plural(2, c[0]); got != c[1] {
			t.Errorf("Plural(2, %q): got %q, want %q", c[0], got, c[1])
		}
		if got := doc.Plural(1, c[0]); got != c[0] {
			t.Errorf("Plural(1, %q): got %q, want no change", c[0], got)
		}
	}
}

// A question of a family is set by its name, a dot and an element.
func TestFamilies(t *testing.T) {
	f := &Format{Title: "Words", Questions: []Question{{Name: "columns"}, {Name: "column", Family: true},
		{Name: "one"}}}
	for name, want := range map[string]string{"columns": "columns", "column.Start": "column",
		"column.jobs.slots": "column",
		"one":               "one", "column": "", "column.": "", "columnx": "", "one.two": "", "": ""} {
		got := ""
		if q := f.Question(name); q != nil {
			got = q.Name
		}
		if got != want {
			t.Errorf("Question(%q): got %q, want %q", name, got, want)
		}
	}
	faults := Wishes{Set: map[string]string{"colum.Start": "3"}}.Faults(f)
	if !strings.Contains(faults.Error(), "columns, column.NAME, one") {
		t.Errorf("unknown column: got faults %v, want the possible settings", faults)
	}
}
