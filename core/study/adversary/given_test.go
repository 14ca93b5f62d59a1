package adversary

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
)

// Parameters of given lists are not varied, since they have no effect.
func TestGivenListsAreNotTurned(t *testing.T) {
	s, faults := catalog.Parse([]byte(`{"format":"gridbox","version":1,"kind":"placement","placement":{
		"clusters":[{"id":"a","mips":5}],"generate":{"preset":"rbhs-mixed","jobs":9,"datasets":3}}}`))
	if faults != nil {
		t.Fatal(faults)
	}
	all := ""
	for _, k := range Knobs(s) {
		all += " " + k.Path
	}
	if strings.Contains(all, "generate.mipsMean") || !strings.Contains(all, "generate.workMax") ||
		!strings.Contains(all, "generate.bandwidthMean") {
		t.Errorf("Knobs: got%s, want those of jobs and links, not of clusters", all)
	}
}
