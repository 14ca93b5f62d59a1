package chart

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
)

// The shades of an exported chart are those of the page.
func TestShadesAreThoseOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../../assets/css/picture.css")
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range shades {
		other := map[bool]string{false: "--ink", true: "--paper"}[s.toPaper]
		mix := "color-mix(in srgb, var(--pure) " + strconv.Itoa(int(s.share*100+0.5)) + "%, var(" + other + "))"
		class := ".shade" + strconv.Itoa(i+1)
		if !strings.Contains(string(text), class+" { --hue: "+mix+"; }") {
			t.Errorf("picture.css does not set %s to %s", class, mix)
		}
		var dash []string
		for _, n := range s.dash {
			dash = append(dash, strconv.Itoa(n.(int)))
		}
		if !strings.Contains(string(text), ".gb-curve"+class+" { stroke-dasharray: "+strings.Join(dash, " ")+"; }") {
			t.Errorf("picture.css does not set the dashes of %s to %v", class, dash)
		}
	}
}

// The colours of one algorithm's runs differ in both themes, and the first has
// the algorithm's own.
func TestShadesDiffer(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		for n := 1; n <= len(theme.Colours); n++ {
			seen := map[string]bool{}
			for shade := range catalog.Shades {
				c := theme.Colour(n + shade*catalog.ShadeStep)
				if seen[c] || shade > 0 && !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(c) {
					t.Errorf("shade %d of colour %d: got %s, want a new colour", shade, n, c)
				}
				seen[c] = true
			}
			if theme.Colour(n) != theme.Colours[n-1] {
				t.Errorf("colour %d: got %s, want %s", n, theme.Colour(n), theme.Colours[n-1])
			}
		}
	}
	if mix("#000", "#ffffff", 0.5) != "#808080" || mix("#102030", "#102030", 0.3) != "#102030" {
		t.Errorf("mixed: got %s and %s, want #808080 and #102030", mix("#000", "#ffffff", 0.5),
			mix("#102030", "#102030", 0.3))
	}
}

// Lines are dashed if and only if an algorithm repeats.
func TestDashes(t *testing.T) {
	point := []Point{{X: 1, Y: 1}, {X: 2, Y: 2}}
	c := Chart{Series: []Series{{Name: "a", Colour: 1, Points: point}, {Name: "b", Colour: 2, Points: point}}}
	if c.dashes() != nil || strings.Contains(string(c.JSON(Light)), "strokeDash") {
		t.Error("lines of different algorithms are dashed")
	}
	c.Series[1].Colour = 1 + catalog.ShadeStep
	if text := string(c.JSON(Light)); !strings.Contains(text, `"range":[[1,0],[8,4]]`) {
		t.Errorf("got %s, want a dash for the second run of an algorithm", text)
	}
}
