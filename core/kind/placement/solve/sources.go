package solve

import (
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
)

// sources writes down where jobs read their data. Many jobs on one cluster
// read the same dataset by the same way, so paths are made once and shared;
// nobody may change them.
type sources struct {
	in    *instance
	made  ways
	paths [][]string
	hosts *replica.Table // paths from a given host, for SCP Tree Search
	room  []placement.Source
}

func newSources(in *instance) sources {
	return sources{in: in, made: newWays(max(len(in.homes), in.net.Len()), in.net.Len())}
}

func (s *sources) of(j int, d decision) []placement.Source {
	needs := s.in.needs[j]
	if len(needs) == 0 {
		return nil
	}
	if len(s.room) < len(needs) {
		s.room = make([]placement.Source, max(len(needs), 1024))
	}
	list := s.room[:len(needs):len(needs)]
	s.room = s.room[len(needs):]
	for k, dataset := range needs {
		var path []string
		if d.hosts == nil {
			path = s.path(s.in.table, dataset, d.cluster)
		} else {
			path = s.path(s.hosts, d.hosts[k], d.cluster)
		}
		list[k] = placement.Source{Dataset: s.in.p.Datasets[dataset].ID, Cluster: path[0], Path: path}
	}
	return list
}

// path is the way to the cluster, from the replica, as ids.
func (s *sources) path(table *replica.Table, row, cluster int32) []string {
	if known := s.made.get(row, cluster); known > 0 {
		return s.paths[known-1]
	}
	steps := table.Path(row, cluster)
	path := make([]string, len(steps))
	for i, c := range steps {
		path[len(steps)-1-i] = s.in.net.ID(c)
	}
	s.paths = append(s.paths, path)
	s.made.put(row, cluster, int32(len(s.paths)))
	return path
}

// ways finds a number above 0 by a row, which is a dataset or, for SCP Tree
// Search, a host, and a cluster: in a table while that is small, in a map when
// most of a table would stay empty.
type ways struct {
	clusters int
	table    []int32
	sparse   map[uint64]int32
}

// mostCells bounds the table.
const mostCells = 4_000_000

func newWays(rows, clusters int) ways {
	if rows*clusters > mostCells {
		return ways{sparse: map[uint64]int32{}}
	}
	return ways{clusters: clusters, table: make([]int32, rows*clusters)}
}

func (w *ways) get(row, cluster int32) int32 {
	if w.sparse != nil {
		return w.sparse[uint64(row)<<32|uint64(cluster)]
	}
	return w.table[int(row)*w.clusters+int(cluster)]
}

func (w *ways) put(row, cluster, number int32) {
	if w.sparse != nil {
		w.sparse[uint64(row)<<32|uint64(cluster)] = number
		return
	}
	w.table[int(row)*w.clusters+int(cluster)] = number
}
