package group

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// amounts returns the amounts that determine a problem's memory: 160 bytes for
// a generated node, 270 for one from a document (./build.sh scale), and the
// document of the page.
func amounts(nodes, groups float64) []doc.Amount {
	return []doc.Amount{{Name: "nodes", Count: nodes, Bytes: 550}, {Name: "groups", Count: groups, Bytes: 550}}
}

// Amounts returns the amounts that determine the problem's memory.
func (p *Problem) Amounts() []doc.Amount {
	return amounts(float64(len(p.Nodes)), float64(len(p.Groups)))
}

// Amounts returns an estimate of the amounts for a problem that completes the
// given one.
func (s Spec) Amounts(given *Problem) []doc.Amount {
	found, _ := preset.Find(Presets(), s.Preset)
	p := s.overlay(found.Parameters)
	p.fit(given, s)
	return amounts(float64(p.Nodes), float64(len(given.Groups)))
}
