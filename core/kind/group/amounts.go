package group

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts are what a problem's memory depends on. It takes 160 bytes a node
// where it is generated, 270 from a document (./build.sh scale), and the page
// holds the document besides.
func amounts(nodes, groups float64) []doc.Amount {
	return []doc.Amount{{Name: "nodes", Count: nodes, Bytes: 550}, {Name: "groups", Count: groups, Bytes: 550}}
}

// Amounts counts what the problem's memory depends on.
func (p *Problem) Amounts() []doc.Amount {
	return amounts(float64(len(p.Nodes)), float64(len(p.Groups)))
}

// Amounts estimates the same of the problem that is asked for beside what is
// given.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.over(found.Parameters)
	p.fit(given, s)
	return amounts(float64(p.Nodes), float64(len(given.Groups)))
}
