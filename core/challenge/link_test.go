package challenge_test

import (
	"strings"
	"testing"

	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// An attempt is the same after its link is read.
func TestLinks(t *testing.T) {
	program := "function decide({ queue }) {\n  return queue.map((j) => j.id); // ü\n}\n"
	languages := []string{policy.Formula, policy.JavaScript}
	for i, source := range []string{"r * n", program} {
		a := challenge.Attempt{Challenge: "short-queues", Start: 1<<53 - 1, Score: 140.25,
			Policy:  scenario.Policy{ID: "mine", Language: languages[i], Source: source},
			Options: map[string]any{"backfill": "none"}}
		a.Sign()
		link, err := challenge.Link(&a)
		if err != nil || !challenge.IsLink(link) || challenge.IsLink("attempt.json") || challenge.IsLink("#s1.p.x") {
			t.Fatalf("Link: got %q, error %v; want a link that IsLink recognises", link, err)
		}
		b, faults := challenge.OpenLink("https://example.org/challenges/" + link)
		if faults != nil || !b.HasValidDigest() || string(doc.Canonical(b)) != string(doc.Canonical(&a)) {
			t.Errorf("OpenLink(%s): got %+v, faults %v; want the signed attempt", link, b, faults)
		}
	}
	long := challenge.Attempt{Challenge: "short-queues"}
	var noise strings.Builder
	for x, i := uint32(1), 0; i < 40_000; i++ {
		x = x*1664525 + 1013904223
		noise.WriteByte('!' + byte(x>>24)%90)
	}
	long.Policy.Source = noise.String()
	if _, err := challenge.Link(&long); err == nil || !strings.Contains(err.Error(), "file") {
		t.Error(err)
	}
}

// Anything but an attempt is refused with a reason.
func TestLinksThatAreNone(t *testing.T) {
	good := `{"format":"gridbox-attempt","challenge":"short-queues","start":1,"policy":{"id":"a","language":"formula",` +
		`"source":"r"},"score":1,"digest":"sha256:0"}`
	if _, faults := challenge.Read([]byte(good)); faults != nil {
		t.Fatal(faults)
	}
	for _, c := range []struct{ from, to, reason string }{
		{"short-queues", "short-queue", "did you mean short-queues"}, {"formula", "python", "language"},
		{`"score":1`, `"score":-1`, "score"}, {`"start":1`, `"start":-1`, "start"}, {"gridbox-attempt", "gridbox", "format"},
		{`"r"`, `""`, "source"}, {`"score"`, `"scores"`, "scores"}, {"{", "", ""},
		{`"r"`, `"` + strings.Repeat("r", scenario.MaxSource+1) + `"`, "longer"},
	} {
		_, faults := challenge.Read([]byte(strings.Replace(good, c.from, c.to, 1)))
		if len(faults) == 0 || !strings.Contains(faults.Err().Error(), c.reason) {
			t.Errorf("Read with %.40s: got faults %v, want %q", c.to, faults, c.reason)
		}
	}
	for _, link := range []string{"#c1.", "#c1.s.!", "#c9.s.e30", "#c1.p.e30", "", "#"} {
		if _, faults := challenge.OpenLink(link); len(faults) == 0 {
			t.Errorf("OpenLink(%q): got no fault, want one", link)
		}
	}
}

// The description of a challenge names metric and target.
func TestTargetText(t *testing.T) {
	c, _ := challenge.Find("short-queues")
	if got := c.TargetText(); got != "mean wait of EASY on 4 instances" {
		t.Errorf("TargetText: got %q, want \"mean wait of EASY on 4 instances\"", got)
	}
}
