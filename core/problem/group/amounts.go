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

// Amounts estimates the same of the problem that is asked for.
func (s Spec) Amounts() []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	return amounts(float64(s.over(found.Parameters).Nodes), 0)
}
