package study

import (
	"slices"
	"testing"

	"gridbox/core/doc"
	_ "gridbox/core/fixedseed"

	"pgregory.net/rapid"
)

// Stretches are sets of whole numbers and are compared with sets.
func TestStretches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Stretch
		set := map[int]bool{}
		for range rapid.IntRange(0, 6).Draw(t, "stretches") {
			first := rapid.IntRange(0, 30).Draw(t, "first")
			s := Stretch{first, first + rapid.IntRange(0, 9).Draw(t, "more")}
			list = append(list, s)
			for u := s.First; u <= s.Last; u++ {
				set[u] = true
			}
		}
		union := Union(list)
		if Count(union) != len(set) {
			t.Fatalf("Union: got %v of %d units, want %d", union, Count(union), len(set))
		}
		for i, s := range union {
			if i > 0 && s.First <= union[i-1].Last+1 {
				t.Fatalf("Union: got %v, want adjacent stretches joined", union)
			}
		}
		all := Stretch{5, 25}
		left := all.Subtract(union)
		for u := all.First; u <= all.Last; u++ {
			if slices.ContainsFunc(left, func(s Stretch) bool { return s.First <= u && u <= s.Last }) == set[u] {
				t.Fatalf("%v.Subtract(%v): got %v, want unit %d in it if and only if it is not in the union", all,
					union, left, u)
			}
		}
		if n := Count(left); n > 0 && (left[0].First < 5 || left[len(left)-1].Last > 25) {
			t.Fatalf("Subtract: got %v, want no units outside of 5 to 25", left)
		}
	})
}

// newFilledPart returns a part with these units of a plan and values derived from the units.
func newFilledPart(p *Plan, list ...Stretch) *Part {
	part := NewPart(p, "x")
	row := part.NewRow()
	for _, s := range Union(list) {
		for u := s.First; u <= s.Last; u++ {
			row.Reset(u / len(p.Points))
			for i := range row.Values {
				row.Values[i] = float64(u*10 + i)
			}
			if u%7 == 0 {
				row.Fail(0, "seven")
			}
			part.Add(u%len(p.Points), row)
		}
	}
	return part
}

// A part lists its units, and a stretch of it is the part of these units.
func TestUnitsOfParts(t *testing.T) {
	p, faults := New(parseStudy(t, `{"replications": 9, "vary": [{"path": "window.generate.budget", "values": [1, 2, 3, 4]}]}`),
		Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if p.Units() != 36 {
		t.Fatalf("got %d units, want 36", p.Units())
	}
	for _, list := range [][]Stretch{nil, {{0, 35}}, {{3, 3}}, {{2, 11}, {13, 20}, {35, 35}}} {
		part := newFilledPart(p, list...)
		if got := part.Stretches(); !slices.Equal(got, list) {
			t.Errorf("Stretches: got %v, want %v", got, list)
		}
		for _, s := range []Stretch{{0, 35}, {5, 14}, {11, 13}, {20, 20}} {
			var both []Stretch
			for _, has := range list {
				if first, last := max(has.First, s.First), min(has.Last, s.Last); first <= last {
					both = append(both, Stretch{first, last})
				}
			}
			if string(part.Slice(s).Text()) != string(newFilledPart(p, both...).Text()) {
				t.Errorf("part of %v within %v: got another part than with the units %v", list, s, both)
			}
		}
	}
}

// A reader of parts gives the parts of ParsePart, for any formatting of the
// text, and refuses changed, truncated and other texts.
func TestPartReader(t *testing.T) {
	asked := parseStudy(t, `{"replications": 9, "vary": [{"path": "window.generate.budget", "values": [1, 2]}]}`)
	p, _ := New(asked, Limits{})
	part := newFilledPart(p, Stretch{2, 11})
	text := part.Text()
	if string(part.SignedText(doc.Digest)) != string(text) {
		t.Error("SignedText differs from Text")
	}
	hashed := 0
	r := &PartReader{Plan: p, Engine: "x", Digest: func(text []byte) string { hashed++; return doc.Digest(text) }}
	read := func(text []byte) (string, error) {
		before := string(text)
		got, err := r.Read(text)
		if string(text) != before {
			t.Error("Read changes its argument")
		}
		if err != nil {
			return "", err
		}
		return string(got.Text()), nil
	}
	if got, err := read(slices.Clone(text)); err != nil || got != string(text) || hashed != 1 {
		t.Errorf("Read: got error %v or another part, %d hashes; want 1", err, hashed)
	}
	d := &PartDocument{}
	doc.Decode(text, d)
	if got, err := read(doc.Pretty(d)); err != nil || got != string(text) {
		t.Errorf("Read of a formatted part: got error %v or another part", err)
	}
	d.Digest = ""
	if got, err := r.Read(doc.Canonical(d)); err != nil || !got.Unsigned {
		t.Errorf("Read without a digest: got error %v or a signed part", err)
	}
	changed := slices.Clone(text)
	at := len(changed) - 1
	for changed[at] < '1' || changed[at] > '8' {
		at--
	}
	changed[at]++
	for _, bad := range [][]byte{changed, text[:len(text)/2], text[:0], text[:len(text)-1]} {
		if _, err := read(slices.Clone(bad)); err == nil {
			t.Errorf("Read of %.40s... (%d bytes): got no error, want one", bad, len(bad))
		} else if _, alien := err.(*Alien); alien {
			t.Errorf("Read of a damaged part: got %v, want another error than Alien", err)
		}
	}
	other := *p
	other.Digest = "sha256:other"
	for _, alien := range []*PartReader{{Plan: &other, Engine: "x"}, {Plan: p, Engine: "y"}} {
		if _, err := alien.Read(slices.Clone(text)); err == nil {
			t.Error("Read of a part of another study or version: got no error")
		} else if _, ok := err.(*Alien); !ok {
			t.Errorf("Read of a part of another study or version: got error %v, want Alien", err)
		}
	}
}
