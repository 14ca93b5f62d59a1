package kind

// A Timeline is an answer as bars on rows over time, for exporters of timeline formats.
type Timeline struct {
	Rows  []Row
	Bars  []Bar
	Waits []Wait
	// Unitless is set if the times of the kind have no unit.
	Unitless bool
}

// A Row is a machine, cluster or node.
type Row struct {
	Name  string
	Slots int
	// Threads are the names of the slots if they differ from "slot 1", "slot 2" and so on.
	Threads []string
}

// A Bar is an interval during which an element occupies slots of a row.
type Bar struct {
	Name       string
	Category   string
	Row        int
	Slots      int
	Start, End float64
	Attributes []string // names and values in turn; values are JSON
	// Thread is the slot number, from 1, of an activity that occupies none of the row's slots,
	// such as a transfer; otherwise 0.
	Thread int
}

// A Wait is the interval that a job spends in the queue.
type Wait struct{ From, To float64 }

// A Graph is the topology of a problem: nodes with attributes and links between
// them.
type Graph struct {
	Keys  []Key // attributes of nodes
	Nodes []Node
	Links []Link
}

// A Key declares an attribute of nodes.
type Key struct {
	ID    string
	Type  string // string, int or double
	About string
}

// A Node is a node of a graph: keys and values of attributes in turn.
type Node []string

// A Link joins two nodes, given by their indexes.
type Link struct {
	From, To  int
	Bandwidth float64 // in MB/s
}

// LinksOf returns the links in their order, with their end nodes as indexes into nodes. id returns
// the id of a node. of returns the end ids and the bandwidth of a link in MB/s. Every end must be
// the id of a node: an unknown id becomes index 0.
func LinksOf[N, L any](nodes []N, id func(*N) string, links []L, of func(*L) (a, b string, bandwidth float64)) []Link {
	at := make(map[string]int, len(nodes))
	for i := range nodes {
		at[id(&nodes[i])] = i
	}
	list := make([]Link, len(links))
	for i := range links {
		a, b, bandwidth := of(&links[i])
		list[i] = Link{at[a], at[b], bandwidth}
	}
	return list
}
