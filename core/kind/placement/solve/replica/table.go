package replica

import "math"

// A Row has the transfers of one dataset: for every cluster, the time from the nearest replica
// and the path.
type Row struct {
	// Time is the transfer time in seconds, +Inf if no replica is reachable.
	Time []float64
	// hop is the next cluster on the path to the replica: the cluster itself at a replica, -1 if
	// none is reachable. A joined row has none; its paths are computed on demand.
	hop []int32
	// Low is the least Time of each Block of clusters, in order.
	Low []float64
	// Total is the sum of Time over all clusters, in order; +Inf unless every cluster can reach a
	// replica.
	Total float64
}

// Block is the number of clusters for an entry of Low.
const Block = 8

// RowBudget is the number of cells (clusters times datasets) that a Table keeps, 13 bytes each,
// or 9 if rows are joined and have no hops. Beyond it rows are evicted and computed again on
// demand, which takes time and changes no number.
const RowBudget = 17_000_000

// A Table has the rows of sets of replicas. A row is computed at its first use.
type Table struct {
	net        *Net
	sizes      []float64
	homes      [][]int32
	rows       []*Row
	cachedSets []int32 // sets with a row: a ring once it is full
	oldest     int     // index in the ring of the next row to evict
	maxRows    int
	// minRows is the number of rows that are kept in any case.
	minRows int
	search  *search
	// joins is set if rows are joined from single hosts; see join.go.
	joins    bool
	hosts    []*host
	minUnits []uint64
	hops     []int32
	tied     []int32
	// Searches is the number of searches so far.
	Searches int
}

// NewTable returns a table of sets: set d has size sizes[d] and replicas on the clusters
// homes[d]. At least together rows are kept, so that the rows of one job are valid at the same
// time.
func NewTable(n *Net, sizes []float64, homes [][]int32, together int) *Table {
	t := &Table{net: n, sizes: sizes, homes: homes, rows: make([]*Row, len(homes)), search: newSearch(n),
		minRows: together}
	t.maxRows = max(together, RowBudget/max(1, n.Len()))
	if worthJoining(n, homes) {
		t.joinHosts()
	}
	return t
}

// joinHosts makes the table join its rows from single hosts.
func (t *Table) joinHosts() {
	t.joins = true
	t.maxRows = max(t.minRows, t.maxRows*13/9)
	t.hosts = make([]*host, t.net.Len())
	t.minUnits, t.hops = make([]uint64, t.net.Len()), make([]int32, t.net.Len())
}

// Row returns the row of set d. It is valid while fewer than together other rows are used.
func (t *Table) Row(d int32) *Row {
	if r := t.rows[d]; r != nil {
		return r
	}
	var r *Row
	if len(t.cachedSets) < t.maxRows {
		r = t.newRow()
		t.cachedSets = append(t.cachedSets, d)
	} else {
		gone := t.cachedSets[t.oldest]
		r, t.rows[gone] = t.rows[gone], nil
		t.cachedSets[t.oldest] = d
		t.oldest = (t.oldest + 1) % t.maxRows
	}
	t.fill(d, r)
	t.rows[d] = r
	return r
}

// newRow returns an empty row.
func (t *Table) newRow() *Row {
	clusters := t.net.Len()
	r := &Row{Time: make([]float64, clusters), Low: make([]float64, (clusters+Block-1)/Block)}
	if !t.joins {
		r.hop = make([]int32, clusters)
	}
	return r
}

// Path returns the path from cluster i to the replica of set d that serves it, both included, or
// nil if no replica is reachable.
func (t *Table) Path(d, i int32) []int32 {
	hop := func(i int32) int32 { return t.joinedHop(d, i) }
	if !t.joins {
		row := t.Row(d)
		hop = func(i int32) int32 { return row.hop[i] }
	}
	next := hop(i)
	if next < 0 {
		return nil
	}
	path := []int32{i}
	for next != i {
		i = next
		path = append(path, i)
		next = hop(i)
	}
	return path
}

// fill computes the row of set d: the transfer time to each cluster, the total, and the least time
// of each block.
func (t *Table) fill(d int32, r *Row) {
	if t.joins {
		t.join(d, r.Time)
	} else {
		t.Searches++
		t.search.run(t.homes[d], r.Time, r.hop)
	}
	size := t.sizes[d]
	r.Total = 0
	for b := range r.Low {
		low := math.Inf(1)
		block := r.Time[b*Block : min((b+1)*Block, len(r.Time))]
		for i, perMB := range block {
			block[i] = TransferTime(size, perMB)
			r.Total += block[i]
			low = min(low, block[i])
		}
		r.Low[b] = low
	}
}

// TransferTime returns the paper's equation (2): size times the sum of 1/bandwidth on the path.
// It is +Inf for an unreachable replica, even if the size is 0.
func TransferTime(size, secondsPerMB float64) float64 {
	if math.IsInf(secondsPerMB, 1) {
		return secondsPerMB
	}
	return size * secondsPerMB
}
