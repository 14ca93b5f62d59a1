// Package formats lists every format that can be brought in. It is a room of its
// own so that a program that brings in nothing holds none of them.
package formats

import (
	"gridbox/core/bring"
	"gridbox/core/bring/batsim"
	"gridbox/core/bring/graph"
	"gridbox/core/bring/kube"
	"gridbox/core/bring/optorsim"
	"gridbox/core/bring/simgrid"
	"gridbox/core/bring/slurm"
	"gridbox/core/bring/swf"
	"gridbox/core/bring/wfformat"
)

// All gives the formats, in the order in which they are offered.
func All() []*bring.Format {
	return []*bring.Format{
		swf.Format,
		batsim.Format,
		wfformat.Format,
		simgrid.Format,
		optorsim.Format,
		graph.GraphML,
		graph.GML,
		graph.Edges,
		kube.Format,
		slurm.Accounting, slurm.Queue, slurm.Control,
	}
}
