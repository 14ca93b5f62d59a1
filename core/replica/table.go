package replica

import "math"

// A Row is what there is to know about one dataset: for every cluster, how
// long fetching it from the nearest replica takes and by which way it comes.
type Row struct {
	// Time is the transfer time in seconds, +Inf where no replica can be
	// reached.
	Time []float64
	// Hop is the next cluster on the way to the replica: the cluster itself
	// where there is one, -1 where none can be reached.
	Hop []int32
	// Low is the least Time of each Block of clusters, in order.
	Low []float64
	// Total is the sum of Time over all clusters, in order; +Inf unless every
	// cluster can reach a replica.
	Total float64
}

// Block is how many clusters an entry of Low stands for.
const Block = 8

// Path is the way from cluster i to the replica that serves it, both included;
// nil where no replica can be reached.
func (r *Row) Path(i int32) []int32 { return walk(r.Hop, i) }

// Steps is the number of clusters on Path(i).
func (r *Row) Steps(i int32) int {
	if r.Hop[i] < 0 {
		return 0
	}
	n := 1
	for r.Hop[i] != i {
		i = r.Hop[i]
		n++
	}
	return n
}

// RowBudget bounds how many cells (clusters times datasets) a Table keeps, 13
// bytes each. A problem with more lets rows go and searches again when it
// needs them, which costs time and changes no number.
const RowBudget = 16_000_000

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
	tied  []int32
	// Searches counts the searches done.
	Searches int
}

// NewTable prepares a table of sets: set d has size sizes[d] and replicas on
// the clusters homes[d]. At least together rows are kept, so that the rows of
// one job can be looked at side by side.
func NewTable(n *Net, sizes []float64, homes [][]int32, together int) *Table {
	t := &Table{net: n, sizes: sizes, homes: homes, rows: make([]*Row, len(homes)), search: newSearch(n), together: together}
	t.most = max(together, RowBudget/max(1, n.Len()))
	if worthJoining(n, homes) {
		t.joinHosts()
	}
	return t
}

// joinHosts makes the table join its rows from single hosts. Rows are cheap
// then, so fewer are kept.
func (t *Table) joinHosts() {
	t.joins = true
	t.most = max(t.together, t.most/2)
	t.hosts = make([]*host, t.net.Len())
	t.near = make([]uint64, t.net.Len())
}

// Row gives the row of set d. It stays valid while fewer than together other
// rows are asked for.
func (t *Table) Row(d int32) *Row {
	if r := t.rows[d]; r != nil {
		return r
	}
	var r *Row
	if len(t.held) < t.most {
		r = newRow(t.net.Len())
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

func newRow(clusters int) *Row {
	return &Row{Time: make([]float64, clusters), Hop: make([]int32, clusters), Low: make([]float64, (clusters+Block-1)/Block)}
}

func (t *Table) fill(d int32, r *Row) {
	if t.joins {
		t.join(d, r.Time, r.Hop)
	} else {
		t.Searches++
		t.search.from(t.homes[d], r.Time, r.Hop)
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
