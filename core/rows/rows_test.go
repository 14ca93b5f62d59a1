package rows

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

func TestTextsAreTakenApart(t *testing.T) {
	for text, want := range map[string][][]string{
		"":                            nil,
		"a":                           {{"a"}},
		"a\tb\nc\td\n":                {{"a", "b"}, {"c", "d"}},
		"a\tb\r\nc\td\r\n":            {{"a", "b"}, {"c", "d"}},
		"\ufeffa,b\n1,2":              {{"a", "b"}, {"1", "2"}},
		"a;b\n1,5;2":                  {{"a", "b"}, {"1,5", "2"}},
		"id;mips\nParis, Nord;1,5\n":  {{"id", "mips"}, {"Paris, Nord", "1,5"}},
		`"a ""b"", c",d` + "\n1,2":    {{`a "b", c`, "d"}, {"1", "2"}},
		"\"two\nlines\"\tb":           {{"two\nlines", "b"}},
		"\" a \"\tb":                  {{" a ", "b"}},
		" a \t b ":                    {{"a", "b"}},
		"a\t\t\n\n\t\nb\t1\t2":        {{"a", "", ""}, {"b", "1", "2"}},
		"17\" screen\t3":              {{`17" screen`, "3"}},
		"\"17\" screen\t3":            {{`"17" screen`, "3"}},
		"a\rb":                        {{"a"}, {"b"}},
		"one word\nanother, of three": {{"one word"}, {"another, of three"}},
		"a|b\n1|2\n":                  {{"a", "b"}, {"1", "2"}},
		"a,b\nc,d\none cell":          {{"a", "b"}, {"c", "d"}, {"one cell"}},
	} {
		g := Read(text)
		if !slices.EqualFunc(g.Rows, want, slices.Equal[[]string]) {
			t.Errorf("%q: got %q, want %q", text, g.Rows, want)
		}
	}
}

func TestRowsWrittenAreReadAgain(t *testing.T) {
	cell := rapid.StringOfN(rapid.RuneFrom([]rune("ab\"\t\n ,;\r1é='-")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 4).Draw(t, "width")
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, width, width), 1, 5).Draw(t, "rows")
		for _, row := range rows {
			if strings.TrimSpace(strings.Join(row, "")) == "" {
				row[0] = "x" // a row without any text is left out
			}
		}
		if got := Read(TSV(rows)); !slices.EqualFunc(got.Rows, rows, slices.Equal[[]string]) {
			t.Fatalf("Read of written rows: got %q, want %q", got.Rows, rows)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("a\tb\n1\t2")
	f.Add("\"a;\"\"b\n\";c")
	f.Fuzz(func(t *testing.T, text string) {
		g := Read(text)
		g.Style()
		for _, row := range g.Rows {
			for _, c := range row {
				if v, why := Number(c, "MB", Unsaid); why == "" && v != v {
					t.Fatalf("Number(%q): got NaN without a reason", c)
				}
			}
		}
	})
}

func TestNothingIsAFormula(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "-5": "-5", "+x": "'+x", "@a": "'@a", "'=1": "''=1",
		"'a": "'a", "-2.5e3": "-2.5e3", "'-1": "''-1"} {
		if got := TSV([][]string{{text, "b"}}); got != want+"\tb\n" {
			t.Errorf("TSV(%q): got %q, want %q", text, got, want)
		}
	}
}

func TestHTMLOfRows(t *testing.T) {
	want := "<table><tr><th>a &lt;b&gt;</th></tr><tr><td>1 &amp; 2<br>3</td></tr></table>"
	if got := HTML([][]string{{"a <b>"}, {"1 & 2\n3"}}); got != want {
		t.Errorf("HTML: got %s, want %s", got, want)
	}
}

func TestNumbersOfManyCountries(t *testing.T) {
	for _, c := range []struct {
		text  string
		style Style
		want  float64
	}{
		{"5", Unsaid, 5}, {"-5.25", Unsaid, -5.25}, {"3,5", Unsaid, 3.5}, {"1,234.5", Unsaid, 1234.5},
		{"1.234,5", Unsaid, 1234.5}, {"1,234,567", Unsaid, 1234567}, {"1.234.567", Unsaid, 1234567},
		{"1 234,5", Unsaid, 1234.5}, {"1\u202f234", Unsaid, 1234}, {"1'234.5", Unsaid, 1234.5},
		{"−7", Unsaid, -7}, {"1e3", Unsaid, 1000}, {"2.5E-3", Unsaid, 0.0025}, {"0,500", Unsaid, 0.5},
		{"1.234", Unsaid, 1.234}, {"1.234", Point, 1.234}, {"1,234", Point, 1234}, {"1,234", Comma, 1.234},
		{"1.234", Comma, 1234}, {"12,5", Point, 12.5}, {"90 %", Unsaid, 0.9}, {"500 MB", Unsaid, 500},
		{"500MB", Unsaid, 500}, {" 7 ", Unsaid, 7}, {"+4", Unsaid, 4}, {"12,3456", Unsaid, 12.3456},
	} {
		if got, why := Number(c.text, "MB", c.style); why != "" || got != c.want {
			t.Errorf("%q in style %d: got %v %s, want %v", c.text, c.style, got, why, c.want)
		}
	}
	for _, bad := range []struct {
		text  string
		style Style
	}{{"", Unsaid}, {"abc", Unsaid}, {"1,234", Unsaid}, {"1,234", Mixed}, {"1.234", Mixed}, {"1,2,3", Unsaid},
		{"12,34,567", Unsaid}, {"1.2.3", Unsaid}, {"5 GB", Unsaid}, {"1e999", Unsaid}, {"--5", Unsaid}, {"NaN", Unsaid},
		{"0x10", Unsaid}, {"1,23.456,7", Unsaid}, {"e5", Unsaid}, {"%", Unsaid},
		{"1 2 3", Unsaid}, {"1234 567", Unsaid}, {"1 234 56", Unsaid}} {
		if got, why := Number(bad.text, "MB", bad.style); why == "" {
			t.Errorf("Number(%q, style %d): got %v, want a reason", bad.text, bad.style, got)
		}
	}
}

func TestStylesOfNumbers(t *testing.T) {
	for text, want := range map[string]Style{
		"a\t5\nb\t7": Unsaid, "a\t1,234": Unsaid, "a\t1.234": Unsaid, "a\t3,5\nb\t1,234": Comma,
		"a\t3.5\nb\t1,234": Point, "a\t3.5\nb\t3,5": Mixed, "a\tb,c": Unsaid, "1,234,567\t1": Point,
	} {
		if g := Read(text); g.Style() != want {
			t.Errorf("%q: got %d, want %d", text, g.Style(), want)
		}
	}
}

func TestTruths(t *testing.T) {
	for text, want := range map[string]bool{"yes": true, "No": false, "1": true, "": false, "x": true, "FALSE": false} {
		if got, ok := Truth(text); !ok || got != want {
			t.Errorf("Truth(%q): got %v, %t; want %v", text, got, ok, want)
		}
	}
	if _, ok := Truth("perhaps"); ok {
		t.Error("Truth(\"perhaps\"): got a value, want none")
	}
}

func TestCSV(t *testing.T) {
	got := string(AppendCSV(nil, "a", "b,c", `d"e`, "f\rg", "h\ni", ""))
	if want := "a,\"b,c\",\"d\"\"e\",\"f\rg\",\"h\ni\",\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for text, want := range map[string]string{"=": "'=", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\tx": "'\tx",
		"\rx": "'\rx", "\nx": "'\nx", "": "", "a=b": "a=b"} {
		if got := EscapeFormula(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
