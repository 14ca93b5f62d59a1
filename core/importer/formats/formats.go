// Package formats lists every format that can be brought in. It is a room of its
// own so that a program that brings in nothing holds none of them.
package formats

import (
	"gridbox/core/importer"
	"gridbox/core/importer/batsim"
	"gridbox/core/importer/etc"
	"gridbox/core/importer/graph"
	"gridbox/core/importer/kube"
	"gridbox/core/importer/optorsim"
	"gridbox/core/importer/simgrid"
	"gridbox/core/importer/slurm"
	"gridbox/core/importer/swf"
	"gridbox/core/importer/table"
	"gridbox/core/importer/wfformat"
)

// All gives the formats, in the order in which they are offered.
func All() []*importer.Format {
	return []*importer.Format{
		swf.Format,
		batsim.Format,
		wfformat.Format,
		simgrid.Format,
		optorsim.Format,
		etc.Format,
		graph.GraphML,
		graph.GML,
		graph.Edges,
		kube.Format,
		slurm.Accounting, slurm.Queue, slurm.Control,
		table.Format,
	}
}
