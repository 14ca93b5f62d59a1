package replica

import "math"

// A Row is what there is to know about one dataset: for every cluster, how
// long fetching it from the nearest replica takes and by which way it comes.
type Row struct {
	// Time is the transfer time in seconds, +Inf where no replica can be
	// reached.
	Time []float64
	// hop is the next cluster on the way to the replica: the cluster itself
	// where there is one, -1 where none can be reached. A row that is joined
	// has none: its ways are found again when asked for.
	hop []int32
	// Low is the least Time of each Block of clusters, in order.
	Low []float64
	// Total is the sum of Time over all clusters, in order; +Inf unless every
	// cluster can reach a replica.
	Total float64
}

// Block is how many clusters an entry of Low stands for.
const Block = 8

// RowBudget bounds how many cells (clusters times datasets) a Table keeps, 13
// bytes each, or 9 where rows are joined and know no hops. A problem with more
// lets rows go and searches again when it needs them, which costs time and
// changes no number.
const RowBudget = 17_000_000

// A Table serves the rows of sets of replicas, searching when a row is first
// asked for.
type Table struct {
	net    *Net
	sizes  []float64
	homes  [][]int32
	rows   []*Row
	held   []int32 // sets with a row: a ring once it is full
	oldest int     // where in the ring the next row to let go stands
	most   int
	// together is how many rows are kept in any case.
	together int
	search   *search
	// joins says that rows are joined from single hosts; see join.go.
	joins bool
	hosts []*host
	near  []uint64
	hops  []int32
	tied  []int32
	// Searches counts the searches done.
	Searches int
}

// NewTable prepares a table of sets: set d has size sizes[d] and replicas on
// the clusters homes[d]. At least together rows are kept, so that the rows of
// one job can be looked at side by side.
func NewTable(n *Net, sizes []float64, homes [][]int32, together int) *Table {
	t := &Table{net: n, sizes: sizes, homes: homes, rows: make([]*Row, len(homes)), search: newSearch(n),
		together: together}
	t.most = max(together, RowBudget/max(1, n.Len()))
	if worthJoining(n, homes) {
		t.joinHosts()
	}
	return t
}

// joinHosts makes the table join its rows from single hosts.
func (t *Table) joinHosts() {
	t.joins = true
	t.most = max(t.together, t.most*13/9)
	t.hosts = make([]*host, t.net.Len())
	t.near, t.hops = make([]uint64, t.net.Len()), make([]int32, t.net.Len())
}

// Row gives the row of set d. It stays valid while fewer than together other
// rows are asked for.
func (t *Table) Row(d int32) *Row {
	if r := t.rows[d]; r != nil {
		return r
	}
	var r *Row
	if len(t.held) < t.most {
		r = t.newRow()
		t.held = append(t.held, d)
	} else {
		gone := t.held[t.oldest]
		r, t.rows[gone] = t.rows[gone], nil
		t.held[t.oldest] = d
		t.oldest = (t.oldest + 1) % t.most
	}
	t.fill(d, r)
	t.rows[d] = r
	return r
}

func (t *Table) newRow() *Row {
	clusters := t.net.Len()
	r := &Row{Time: make([]float64, clusters), Low: make([]float64, (clusters+Block-1)/Block)}
	if !t.joins {
		r.hop = make([]int32, clusters)
	}
	return r
}

// Path is the way from cluster i to the replica of set d that serves it, both
// included; nil where no replica can be reached.
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

func (t *Table) fill(d int32, r *Row) {
	if t.joins {
		t.join(d, r.Time)
	} else {
		t.Searches++
		t.search.from(t.homes[d], r.Time, r.hop)
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

// TransferTime is the paper's equation (2): size times the sum of 1/bandwidth
// on the path. What cannot be reached takes forever, even when it is empty.
func TransferTime(size, secondsPerMB float64) float64 {
	if math.IsInf(secondsPerMB, 1) {
		return secondsPerMB
	}
	return size * secondsPerMB
}
