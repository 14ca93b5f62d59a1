package kind

// A Timeline is an answer as rows of time, for formats of timelines.
type Timeline struct {
	Rows  []Row
	Bars  []Bar
	Waits []Wait
	// Unitless is set where the times of the kind have no unit.
	Unitless bool
}

// A Row is a machine, cluster or node.
type Row struct {
	Name  string
	Slots int
	// Threads are the names of the slots, where "slot 1" is none.
	Threads []string
}

// A Bar is a stretch of time that something takes in slots of a row.
type Bar struct {
	Name       string
	Category   string
	Row        int
	Slots      int
	Start, End float64
	More       []string // names and values in turn, the values as JSON
	// Thread is the slot, counted from 1, of what takes none of the row's slots, such
	// as a transfer; 0 for all else.
	Thread int
}

// A Wait is how long a job is in the queue.
type Wait struct{ From, To float64 }

// A Graph is the topology of a problem: nodes with links between them.
type Graph struct {
	Keys  []Key // what nodes have
	Nodes []Node
	Links []Link
}

// A Key is something that nodes of a graph have.
type Key struct {
	ID    string
	Type  string // string, int or double
	About string
}

// A Node is a node of a graph: keys and values in turn.
type Node []string

// A Link joins two nodes, which are given by their places.
type Link struct {
	From, To  int
	Bandwidth float64 // in MB/s
}

// LinksOf returns links with the places of their ends among nodes.
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
