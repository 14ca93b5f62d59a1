package schedaudit

import (
	"strings"
	"testing"

	"gridbox/core/realfiles"
)

// A row of sacct continues until all its fields are read, since some contain line breaks.
func TestLineBreaksInsideFields(t *testing.T) {
	s, faults := Read(realfiles.File(t, "faults/f16-submit-line.txt"))
	if len(faults) > 0 || len(s.Rows) != 2 || s.Rows[0].Job != "7" || s.Rows[0].Line != 2 {
		t.Fatalf("Read: got %+v, faults %v; want 2 rows, job 7 in line 2", s, faults)
	}
	const head = "JobID|SubmitLine|Submit|Start|End|NodeList\n"
	const tail = "|2024-01-01T10:00:00|2024-01-01T10:05:00|2024-01-01T11:05:00|n1\n"
	for name, c := range map[string]struct {
		text  string
		rows  int
		fault string
	}{
		"several breaks":       {head + "7|a\n\nb\nc" + tail + "8|d" + tail, 2, ""},
		"cut off before a row": {head + "7|a\n8|d" + tail, 0, "line 2: has 2 of 6 fields"},
		"cut off at the end":   {head + "8|d" + tail + "7|a", 0, "line 3: has 2 of 6 fields"},
		"no row is whole":      {head + strings.Repeat("x|y\n", 300), 0, "fields; the file may be cut off"},
		"never ends":           {head + strings.Repeat("x\n", 100_000), 0, "fields; the file may be cut off"},
	} {
		s, faults := Read([]byte(c.text))
		rows := 0
		if s != nil {
			rows = len(s.Rows)
		}
		if rows != c.rows || !strings.Contains(faults.Error(), c.fault) || c.fault == "" && len(faults) > 0 {
			t.Errorf("Read, %s: got %d rows, faults %s; want %d, %q", name, rows, faults.Error(), c.rows, c.fault)
		}
	}
}
