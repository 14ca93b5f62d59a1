package scenario

import (
	"strings"
	"testing"
)

func TestALinkOfTwoLeadsBackToBoth(t *testing.T) {
	var all []*Scenario
	for _, text := range fixtures(t, "v1") {
		s, _ := Parse(text)
		all = append(all, s)
	}
	tried := 0
	for _, a := range all {
		for _, b := range all {
			seen := *a
			seen.View = &View{Comparison: "1,2,over"}
			link, err := LinkBoth(&seen, b)
			if err != nil {
				continue // too long for a link
			}
			tried++
			first, faults := OpenLink(link)
			second, more := OpenWith(link)
			if len(faults)+len(more) > 0 || Digest(first) != Digest(a) || Digest(second) != Digest(b) {
				t.Errorf("link of two, %s: got faults %v, %v or other scenarios", link, faults, more)
			} else if first.View == nil || first.View.Comparison != "1,2,over" {
				t.Errorf("link of two, %s: got view %+v, want the comparison 1,2,over", link, first.View)
			}
		}
	}
	if tried < 4 {
		t.Errorf("got %d links of two, want at least 4", tried)
	}
}

func TestASecondScenarioMayBeMissingOrBroken(t *testing.T) {
	s, _ := Parse(fixtures(t, "v1")["generated.json"])
	link, err := LinkBoth(s, s)
	if err != nil {
		t.Fatal(err)
	}
	if alone, faults := OpenWith(strings.Split(link, "&")[0]); alone != nil || faults != nil {
		t.Errorf("OpenWith of a link of one: got %v, faults %v; want nil", alone, faults)
	}
	for _, broken := range []string{link[:len(link)-9], link + "!", strings.Replace(link, "with=", "with=x", 1),
		strings.Split(link, "with=")[0] + "with="} {
		if second, faults := OpenWith(broken); len(faults) == 0 || !strings.HasPrefix(faults[0].Path, "with") {
			t.Errorf("OpenWith(%s): got %v, faults %v; want one at with", broken, second, faults)
		}
		if first, faults := OpenLink(broken); len(faults) > 0 || Digest(first) != Digest(s) {
			t.Errorf("OpenLink(%s): got faults %v, want the first scenario without the second", broken, faults)
		}
	}
}
