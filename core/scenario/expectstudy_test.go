package scenario

import (
	"slices"
	"strings"
	"testing"
)

func TestStudyExpectations(t *testing.T) {
	means := [][]byte{[]byte("1.5"), nil, []byte("null"), []byte("7")}
	e := ExpectStudy("sha256:"+strings.Repeat("ab", 32), means, "0.1.0 beta")
	if e.Digest != "abababababababab" || len(e.Means) != 16 || e.Means[4:8] != "----" {
		t.Fatalf("ExpectStudy: got %+v, want a digest and four means, the second empty", e)
	}
	link := "#s1.s.e30&view=study"
	got, faults := ParseStudyExpectation(link + e.Parameters(link))
	if got == nil || *got != e || len(faults) > 0 {
		t.Errorf("ParseStudyExpectation: got %v, faults %v; want %v", got, faults, e)
	}
	if n, differ := e.Compare(*got); n != 3 || differ != nil {
		t.Errorf("Compare of equal means: got %d, different %v; want 3, none", n, differ)
	}
	other := ExpectStudy("sha256:0", [][]byte{[]byte("1.5"), []byte("9"), []byte("2"), []byte("8")}, "")
	if n, differ := e.Compare(other); n != 3 || !slices.Equal(differ, []int{2, 3}) {
		t.Errorf("Compare: got %d, different %v; want 3, [2 3]", n, differ)
	}
	if n, _ := e.Compare(StudyExpectation{}); n != 0 {
		t.Errorf("Compare with an empty expectation: got %d means, want 0", n)
	}
	if text := e.Parameters(link + "&expect=0123456789abcdef&by=0.1.0"); strings.Contains(text, "&by=") {
		t.Errorf("Parameters after a version: got %s, want no other version", text)
	}
	if many := ExpectStudy("sha256:0", make([][]byte, maxMeans+1), ""); many.Means != "" {
		t.Errorf("ExpectStudy of too many means: got %q, want none", many.Means)
	}
	if text := e.Parameters(strings.Repeat("x", MaxLink-20)); strings.Contains(text, "means") {
		t.Errorf("Parameters of a long link: got %q, want no means", text)
	}
	if got, faults := ParseStudyExpectation("#s1.s.e30&expect=0123456789abcdef"); got != nil || faults != nil {
		t.Errorf("ParseStudyExpectation without a parameter: got %v, faults %v; want nil", got, faults)
	}
}

// Invalid values are reported in a short message, however long and hostile.
func TestNonsenseIsNoStudy(t *testing.T) {
	for _, text := range []string{"&study=", "&study=1", "&study=<script>", "&study=0123456789abcdef&means=123",
		"&study=0123456789abcdef&means=zzzz", "&study=0123456789abcdef&means=" + strings.Repeat("0000", maxMeans+1),
		"&study=" + strings.Repeat("é", 100_000)} {
		got, faults := ParseStudyExpectation("#s1.s.e30" + text)
		if got != nil || len(faults) != 1 || len(faults[0].Value) > 50 {
			t.Errorf("ParseStudyExpectation(%.40s): got %v, faults %v; want one short fault", text, got, faults)
		}
	}
}
