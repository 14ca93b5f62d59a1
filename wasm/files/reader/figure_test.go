package reader

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// solvedText returns a scenario with one answer, as the page sends them.
func solvedText(t *testing.T) []byte {
	t.Helper()
	s := scenario.NewGenerated("placement", "five-clusters", 1)
	explicit, _ := scenario.ExpandValid(s)
	answer, err := engine.All().RunExplicit(context.Background(), explicit, scenario.Run{Algorithm: "rbhs"},
		engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	result := doc.Canonical(scenario.Result{Format: scenario.ResultFormat, Version: 1, Kind: "placement",
		Scenario: scenario.Digest(s), Runs: []scenario.Answer{answer}})
	return bytes.Join([][]byte{scenario.Canonical(s), result}, []byte("\n"))
}

func sweep() []byte {
	c := chart.Intervals{Title: "Makespan", X: chart.Axis{Title: "power"}, Series: []chart.Estimates{{Name: "RBHS",
		Colour: 1,
		Points: []chart.Estimate{{X: 1, Y: 5, Low: 4, High: 6}, {X: 2, Y: 7, Low: 6, High: 8}}}}}
	return c.Draw(468, 290).Append(nil)
}

// Picture and study chart become a PDF with the same bytes each time, or an archive with the LaTeX text that includes
// it.
func TestFiguresAreWritten(t *testing.T) {
	for name, c := range map[string]struct {
		text  []byte
		about map[string]string
	}{
		"picture": {solvedText(t), map[string]string{"as": "figure", "chosen": "0"}},
		"problem": {scenario.Canonical(scenario.NewGenerated("placement", "five-clusters", 1)),
			map[string]string{"as": "figure"}},
		"chart": {sweep(), map[string]string{"as": "press", "width": "120", "title": "A study",
			"subject": "12 replications"}},
	} {
		w, err := Export(c.text, c.about, nil)
		again, _ := Export(c.text, c.about, nil)
		if err != nil || !bytes.HasPrefix(w.Text, []byte("%PDF-")) || !bytes.Equal(w.Text, again.Text) {
			t.Fatalf("Export of %s, twice: got error %v, first text %.40q; want the same PDF twice", name, err, w.Text)
		}
		c.about["tex"], c.about["name"] = `\includegraphics{five-clusters.pdf}`, "five-clusters"
		if w, err = Export(c.text, c.about, nil); err != nil {
			t.Fatalf("Export of %s as LaTeX: got error %v, want none", name, err)
		}
		z, err := zip.NewReader(bytes.NewReader(w.Text), int64(len(w.Text)))
		if err != nil || len(z.File) != 2 {
			t.Fatalf("archive of %s: got error %v, want two files", name, err)
		}
		for i, want := range []string{"five-clusters.pdf", "five-clusters.tex"} {
			f, _ := z.File[i].Open()
			text, _ := io.ReadAll(f)
			if z.File[i].Name != want || i == 0 && !bytes.HasPrefix(text, []byte("%PDF-")) ||
				i == 1 && !strings.Contains(string(text), "includegraphics") {
				t.Errorf("%s: got file %d %s with %.40q, want %s", name, i, z.File[i].Name, text, want)
			}
		}
	}
}

func TestFiguresOfNonsense(t *testing.T) {
	text := solvedText(t)
	for name, c := range map[string]struct {
		text  []byte
		about map[string]string
	}{
		"no such answer":   {text, map[string]string{"as": "figure", "chosen": "7"}},
		"no choice":        {text, map[string]string{"as": "figure"}},
		"half a result":    {append(bytes.Clone(text), '{'), map[string]string{"as": "figure", "chosen": "0"}},
		"no scenario":      {[]byte("{"), map[string]string{"as": "figure", "chosen": "0"}},
		"no picture":       {[]byte("<p>"), map[string]string{"as": "press", "width": "120"}},
		"half a picture":   {sweep()[:300], map[string]string{"as": "press", "width": "120"}},
		"nothing":          {nil, map[string]string{"as": "press", "width": "120"}},
		"no width":         {sweep(), map[string]string{"as": "press"}},
		"an endless width": {sweep(), map[string]string{"as": "press", "width": "1e300"}},
	} {
		if w, err := Export(c.text, c.about, nil); err == nil {
			t.Errorf("Export of %s: got %.60q, want an error", name, w.Text)
		}
	}
}
