// Package importertest has common helpers of the tests of formats.
package importertest

import (
	"slices"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

// Text returns a file with a name and text.
func Text(name, text string) []importer.File {
	return []importer.File{{Name: name, Data: []byte(text)}}
}

// Genuine reads genuine files of other programs by their paths.
func Genuine(t testing.TB, paths ...string) (files []importer.File) {
	t.Helper()
	for _, path := range paths {
		files = append(files, importer.File{Name: path[strings.LastIndexByte(path, '/')+1:],
			Data: realfiles.File(t, path)})
	}
	return files
}

// Set returns the answers to a format's questions from pairs of a name and an
// answer.
func Set(answers ...string) map[string]string {
	set := map[string]string{}
	for i := 0; i < len(answers); i += 2 {
		set[answers[i]] = answers[i+1]
	}
	return set
}

// Import imports files as importer.Import does. It fails the test if the wishes are
// refused or the result is invalid.
func Import(t testing.TB, formats []*importer.Format, files []importer.File, as string,
	w importer.Wishes) *importer.Result {
	t.Helper()
	made, faults := importer.Import(formats, files, as, w)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	checkResult(t, made)
	settings(t, formats, &made.Report)
	return made
}

// settings checks that no entry mentions flags, and that every setting of an
// entry is accepted.
func settings(t testing.TB, formats []*importer.Format, r *importer.Report) {
	t.Helper()
	var asks []importer.Question
	kinds := scenario.Kinds()
	for _, f := range formats {
		if slices.Contains(strings.Split(r.Format, "+"), f.ID) {
			asks = append(asks, f.Questions...)
			kinds = f.Kinds
		}
	}
	asks = append(asks, importer.CombinedQuestions...)
	for _, e := range r.Entries {
		// Two dashes alone may be from the file.
		if strings.Contains(e.Text, "--set") || strings.Contains(e.Text, "--as ") {
			t.Errorf("the report mentions a flag of the command line: %s", e.Text)
		}
		if e.Setting == nil {
			continue
		}
		at := slices.IndexFunc(asks, func(q importer.Question) bool { return q.Name == e.Setting.Name })
		switch value := e.Setting.Value; {
		case e.Setting.Name == "kind":
			if !slices.Contains(kinds, value) {
				t.Errorf("%q names the kind %q, which format %s does not have", e.Text, value, r.Format)
			}
		case at < 0:
			t.Errorf("%q names the setting %q, which format %s does not have", e.Text, e.Setting.Name, r.Format)
		case value != "" && len(asks[at].Choices) > 0 && !slices.Contains(asks[at].Choices, value):
			t.Errorf("%q names %q, which is no choice of the setting %q", e.Text, value, e.Setting.Name)
		}
	}
}

// checkResult checks that there is a valid scenario, or a fault with the reason for
// its absence.
func checkResult(t testing.TB, made *importer.Result) {
	t.Helper()
	for _, e := range made.Report.Entries {
		for _, kind := range scenario.Kinds() {
			if e.Status == importer.Faulty && strings.HasPrefix(e.Text, kind+".") {
				t.Errorf("the imported problem has a fault: %s", e.Text)
			}
		}
	}
	switch {
	case made.Scenario == nil && made.Report.Count(importer.Faulty, "") == 0:
		t.Error("got neither a scenario nor a fault")
	case made.Scenario != nil:
		if faults := scenario.Validate(made.Scenario); len(faults) > 0 {
			t.Error(faults)
		}
	}
}

// HasNotes checks that a report contains each of some texts.
func HasNotes(t testing.TB, r *importer.Report, texts ...string) {
	t.Helper()
	message := r.String()
	for _, text := range texts {
		if !strings.Contains(message, text) {
			t.Errorf("the report does not contain %q:\n%.4000s", text, message)
		}
	}
}

// Complains checks that each of some faulty texts is read to its end, and that
// its report contains the given note.
func Complains(t *testing.T, texts map[string][2]string, read func(t testing.TB, text string) *importer.Result) {
	t.Helper()
	for name, bad := range texts {
		t.Run(name, func(t *testing.T) { HasNotes(t, &read(t, bad[0]).Report, bad[1]) })
	}
}

// CheckTaken checks that the report counts want things as taken.
func CheckTaken(t testing.TB, r *importer.Report, noun string, want int) {
	t.Helper()
	if n := r.Count(importer.Taken, noun); n != want {
		t.Errorf("taken %q: got %d in the report, want %d", noun, n, want)
	}
}
