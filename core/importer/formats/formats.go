// Package formats lists all formats that can be imported. It is a package of
// its own so that a program without import does not link the readers.
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

// All returns the formats in the order of the lists of choices.
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
