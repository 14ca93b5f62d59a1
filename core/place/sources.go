package place

import (
	"gridbox/core/grid"
	"gridbox/core/replica"
)

// sources writes down where jobs read their data. Many jobs on one cluster
// read the same dataset by the same way, so paths are made once and shared;
// nobody may change them.
type sources struct {
	in *instance
	// made[row][cluster] is the place of a path in paths, counted from 1; row
	// is a dataset or, for SCP Tree Search, a host.
	made  [][]int32
	paths [][]string
	hosts *replica.Table // paths from a given host, for SCP Tree Search
	room  []grid.Source
}

func newSources(in *instance) sources {
	return sources{in: in, made: make([][]int32, max(len(in.homes), in.net.Len()))}
}

func (s *sources) of(j int, d decision) []grid.Source {
	needs := s.in.needs[j]
	if len(needs) == 0 {
		return nil
	}
	if len(s.room) < len(needs) {
		s.room = make([]grid.Source, max(len(needs), 1024))
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
		list[k] = grid.Source{Dataset: s.in.p.Datasets[dataset].ID, Cluster: path[0], Path: path}
	}
	return list
}

// path is the way to the cluster, from the replica, as ids.
func (s *sources) path(table *replica.Table, row, cluster int32) []string {
	if s.made[row] == nil {
		s.made[row] = make([]int32, s.in.net.Len())
	}
	places := s.made[row]
	if known := places[cluster]; known > 0 {
		return s.paths[known-1]
	}
	from := table.Row(row)
	path := make([]string, from.Steps(cluster))
	for i, c := len(path)-1, cluster; i >= 0; i-- {
		path[i] = s.in.net.ID(c)
		c = from.Hop[c]
	}
	s.paths = append(s.paths, path)
	places[cluster] = int32(len(s.paths))
	return path
}
