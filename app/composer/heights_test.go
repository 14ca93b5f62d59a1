package composer

import (
	"strconv"
	"strings"
	"testing"
)

// The kept heights are at least those that the figure needs at each width and at most slightly more, in few numbers.
func TestStoredHeights(t *testing.T) {
	text := "742"
	high := func(wide int) int { // a picture, a text of 900 px that wraps, and a turn to two columns at 752
		picture := wide * 3 / 4
		if wide >= 752 {
			picture = 200 + wide/8
		}
		return 300 + picture + 20*(900/wide)
	}
	for wide := 320; wide <= 1000; wide++ {
		if wide%10 == 0 || wide == 751 || wide == 752 {
			text += " " + strconv.Itoa(wide) + ":" + strconv.Itoa(high(wide))
		}
	}
	live, seen := readHeights(text)
	kept := keep(seen)
	_, places := readHeights("742 " + kept)
	if live != 742 || len(places) < 4 || len(places) > 12 {
		t.Fatalf("got height %d, kept %s; want 742 and 4 to 12 places", live, kept)
	}
	for wide := 320; wide <= 1000; wide++ {
		at := 1
		for places[at].width < wide {
			at++
		}
		a, b := places[at-1], places[at]
		got := a.height + (b.height-a.height)*(wide-a.width)/(b.width-a.width)
		if got < high(wide) || got > high(wide)+64 {
			t.Errorf("at width %d: height %d, got %d kept; want up to 64 more in %s", wide, high(wide), got, kept)
		}
	}
	if !strings.Contains(kept, " 752:") {
		t.Errorf("kept heights %s lack the turning point 752", kept)
	}
}
