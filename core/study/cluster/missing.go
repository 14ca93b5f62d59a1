package cluster

import (
	"gridbox/core/doc"
	"gridbox/core/study"
)

// MissingFormat is the name of the format of missing units, and MissingVersion
// its version.
const (
	MissingFormat  = "gridbox-missing"
	MissingVersion = 1
)

// A MissingDocument lists the units of a study that are not done, for programs
// that submit them.
type MissingDocument struct {
	Format  string `json:"format" rule:"required,oneof=gridbox-missing" about:"always gridbox-missing"`
	Version int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Study   string `json:"scenario" rule:"required" about:"digest of the study's document"`
	Units   int    `json:"units" about:"how many units of work there are"`
	Parts   int    `json:"parts" rule:">=1" about:"into how many parts the work is divided: --shard I/parts"`
	Array   string `json:"array" about:"the parts to submit, as engines take them, such as 3,17-19; empty where nothing is missing"`
	// Stretches has the first and the last unit of each range.
	Stretches [][]int `json:"stretches" about:"stretches of units that are missing, [first, last]"`
}

// Missing returns the document of the missing units, for a division into parts.
func Missing(p *study.Plan, missing []study.Stretch, parts int) *MissingDocument {
	d := &MissingDocument{Format: MissingFormat, Version: MissingVersion, Study: p.Digest, Units: p.Units(),
		Parts: parts, Array: Array(MissingShares(missing, p.Units(), parts)), Stretches: [][]int{}}
	for _, s := range missing {
		d.Stretches = append(d.Stretches, []int{s.First, s.Last})
	}
	return d
}

// Text returns the document as readable JSON.
func (d *MissingDocument) Text() []byte { return doc.Pretty(d) }
