package state

import "maps"

// HasReport has the import report of the current draft.
type HasReport struct{ Report string }

func (a HasReport) reduce(s State) State {
	brought := maps.Clone(s.ImportReports)
	if brought == nil {
		brought = map[int]string{}
	}
	brought[s.Sheet] = a.Report
	s.ImportReports = brought
	return s
}
