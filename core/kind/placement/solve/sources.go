package solve

import (
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
)

// sources records from where jobs read their data. Many jobs on a cluster read the same dataset
// along the same path, so paths are computed once and shared. They must not be modified.
type sources struct {
	instance *instance
	index    pathIndex
	paths    [][]string
	hosts    *replica.Table // paths from a given host, for SCP Tree Search
	spare    []placement.Source
}

// newSources returns an empty record.
func newSources(in *instance) sources {
	return sources{instance: in, index: newPathIndex(max(len(in.homes), in.net.Len()), in.net.Len())}
}

// jobSources returns the sources of job j.
func (s *sources) jobSources(j int, d decision) []placement.Source {
	needs := s.instance.jobDatasets[j]
	if len(needs) == 0 {
		return nil
	}
	if len(s.spare) < len(needs) {
		s.spare = make([]placement.Source, max(len(needs), 1024))
	}
	list := s.spare[:len(needs):len(needs)]
	s.spare = s.spare[len(needs):]
	for k, dataset := range needs {
		var path []string
		if d.hosts == nil {
			path = s.path(s.instance.table, dataset, d.cluster)
		} else {
			path = s.path(s.hosts, d.hosts[k], d.cluster)
		}
		list[k] = placement.Source{Dataset: s.instance.p.Datasets[dataset].ID, Cluster: path[0], Path: path}
	}
	return list
}

// path returns the ids of the clusters from the replica to the cluster.
func (s *sources) path(table *replica.Table, row, cluster int32) []string {
	if known := s.index.get(row, cluster); known > 0 {
		return s.paths[known-1]
	}
	steps := table.Path(row, cluster)
	path := make([]string, len(steps))
	for i, c := range steps {
		path[len(steps)-1-i] = s.instance.net.ID(c)
	}
	s.paths = append(s.paths, path)
	s.index.set(row, cluster, int32(len(s.paths)))
	return path
}

// pathIndex maps a row (a dataset or, for SCP Tree Search, a host) and a cluster to a number above 0.
// It is a table or, if most of a large table would be empty, a map.
type pathIndex struct {
	clusters int
	table    []int32
	sparse   map[uint64]int32
}

// maxCells is the greatest size of the table.
const maxCells = 4_000_000

// newPathIndex returns an empty map.
func newPathIndex(rows, clusters int) pathIndex {
	if rows*clusters > maxCells {
		return pathIndex{sparse: map[uint64]int32{}}
	}
	return pathIndex{clusters: clusters, table: make([]int32, rows*clusters)}
}

// get returns the number of a row and a cluster, or 0.
func (w *pathIndex) get(row, cluster int32) int32 {
	if w.sparse != nil {
		return w.sparse[uint64(row)<<32|uint64(cluster)]
	}
	return w.table[int(row)*w.clusters+int(cluster)]
}

// set sets the number of a row and a cluster.
func (w *pathIndex) set(row, cluster, number int32) {
	if w.sparse != nil {
		w.sparse[uint64(row)<<32|uint64(cluster)] = number
		return
	}
	w.table[int(row)*w.clusters+int(cluster)] = number
}
