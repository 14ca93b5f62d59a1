package catalogue

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/compare"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/sorting"
)

// minShare is the share of the words of the interface that the catalogue must cover.
const minShare = 0.999

// pseudo returns a catalogue that puts each text of the interface between brackets.
func pseudo(t *testing.T) *i18n.Catalogue {
	texts, err := English("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for key, text := range texts {
		switch text := text.(type) {
		case string:
			texts[key] = "⟦" + text + "⟧"
		case map[string]string:
			texts[key] = map[string]string{"one": "⟦" + text["one"] + "⟧", "other": "⟦" + text["other"] + "⟧"}
		}
	}
	data, err := json.Marshal(map[string]any{"language": "en-x-pseudo", "decimal": i18n.Decimal(),
		"group": i18n.Group(), "texts": texts})
	if err != nil {
		t.Fatal(err)
	}
	c, err := i18n.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestEveryTextIsInTheCatalogue draws the laboratory in a pseudo-language. The words outside of its brackets are the
// user's or missing in the catalogue.
func TestEveryTextIsInTheCatalogue(t *testing.T) {
	c := pseudo(t)
	plural := func(n float64) string {
		if n == 1 {
			return "one"
		}
		return "other"
	}
	inside, outside, missing := 0, 0, map[string]int{}
	for _, of := range [][2]string{{"placement", "five-clusters"}, {"window", "twelve-nodes"},
		{"batch", "alp-amp-figure-5"}, {"group", "three-sites"}, {"farm", "markov-2004"}} {
		sc := kinds.Of(of[0])
		s := labtest.Preset(t, of[0], of[1])
		names := userWords(t, &s)
		s = labtest.Explain(t, labtest.Solve(t, s, labtest.LightRuns(&s, sc)...), sc)
		for _, view := range []string{"", "beside", "study"} {
			s.Layout.View = view
			i18n.Use(c, plural)
			if view == "beside" {
				s = addComparison(s)
			}
			var shown []string
			for _, part := range labtest.Parts(&s, sc) {
				shown = append(shown, visible(ui.Translate(part))...)
			}
			i18n.Use(nil, nil)
			for _, text := range shown {
				within, without := split(text)
				inside += len(wordPattern.FindAllString(within, -1))
				for _, word := range wordPattern.FindAllString(without, -1) {
					if !names[word] {
						outside++
						missing[without]++
					}
				}
			}
		}
	}
	share := float64(inside) / float64(inside+outside)
	t.Logf("%d words in the catalogue, %d not: %.1f %%", inside, outside, 100*share)
	if share < minShare {
		list := sorting.Keys(missing)
		slices.SortStableFunc(list, func(a, b string) int { return missing[b] - missing[a] })
		t.Errorf("got %.3f of the words, want %v; missing:\n%s", share, minShare, strings.Join(list, "\n"))
	}
}

// addComparison adds the comparison of the first two runs.
func addComparison(s state.State) state.State {
	s = state.Reduce(s, compare.Slot.Do(compare.Set{{Run: 0}, {Run: 1}}))
	return state.Reduce(s, compare.Slot.Do(compare.DifferenceArrived{Difference: compare.Of(&s).Compare(ui.Num)}))
}

var wordPattern = regexp.MustCompile(`\pL{3,}`)

// userWords returns the words of a scenario's document: names of its things, its title.
func userWords(t *testing.T, s *state.State) map[string]bool {
	text, err := json.Marshal(s.Problem)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, word := range wordPattern.FindAllString(string(text), -1) {
		names[word] = true
	}
	return names
}

// visible returns the texts of a view, of elements and attributes.
func visible(n ui.Node) (list []string) {
	if n.Picture != nil {
		return pictureTexts(n.Picture)
	}
	if n.Tag == "" && n.Text != "" {
		return []string{n.Text}
	}
	if slices.Contains(n.Attrs, ui.Attr{Name: "translate", Value: "no"}) {
		return nil
	}
	for _, a := range n.Attrs {
		if shownAttributes[a.Name] {
			list = append(list, a.Value)
		}
	}
	for _, child := range n.Children {
		list = append(list, visible(child)...)
	}
	return list
}

// pictureTexts returns the visible texts of a picture, of elements and attributes.
func pictureTexts(n *scene.Node) (list []string) {
	if n.Tag == "" {
		return []string{n.Text}
	}
	for _, a := range n.Attrs {
		if shownAttributes[a.Name] {
			list = append(list, a.Value)
		}
	}
	for _, child := range n.Children {
		list = append(list, pictureTexts(child)...)
	}
	return list
}

// split divides a text into what is within brackets and what is not.
func split(text string) (within, without string) {
	depth := 0
	var in, out strings.Builder
	for _, r := range text {
		switch {
		case r == '⟦':
			depth++
		case r == '⟧':
			depth--
		case depth > 0:
			in.WriteRune(r)
		default:
			out.WriteRune(r)
		}
	}
	return in.String(), out.String()
}
