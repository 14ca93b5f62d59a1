// Package window holds the nouns of co-allocation: nodes with a performance and
// a price, slots of free time on them, the request of a parallel job, and the
// answer, a window of slots that start and end together. It also holds the
// ordered list that windows are cut out of, which the search for one window
// and the search over a batch of jobs share, and the generator.
//
// The model is that of Toporkov and Yemelyanov, "Optimization of Resources
// Selection for Jobs Scheduling in Heterogeneous Distributed Computing
// Environments" (ICCS 2018), section 3.1. A window lasts volume / (performance
// of its slowest node); a node costs its price times that. Times have no unit of their
// own; prices are money per unit of time.
package window

// An Environment is nodes and when they are free over a horizon. Either Slots
// lists the free time or Busy lists the taken time, of which the free time is
// the complement; with neither every node is free from 0 to Horizon. Free
// times of one node that touch are one slot.
type Environment struct {
	Horizon float64 `json:"horizon,omitempty" rule:">0" label:"Horizon" about:"length of the scheduling interval, which starts at 0; the paper's L"`
	Nodes   []Node  `json:"nodes,omitempty" about:"nodes that run one task at a time"`
	Slots   []Slot  `json:"slots,omitempty" about:"free time of nodes"`
	Busy    []Slot  `json:"busy,omitempty" about:"taken time of nodes, in place of slots: they are free the rest of the horizon"`

	shared *shared // what Share has worked out
}

// A Node runs one task at a time.
type Node struct {
	ID          string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the node"`
	Performance float64 `json:"performance" rule:"required,>0" label:"Performance" about:"work done in a unit of time; the paper's p" usual:"1"`
	Price       float64 `json:"price" rule:"required,>=0" label:"Price" about:"money for a unit of time; the paper's c" usual:"1"`
	// Attributes are further numbers of the node: memory, storage, the paper's q.
	Attributes map[string]float64 `json:"attributes,omitempty" label:"Attributes" about:"further numbers of the node, by name"`
}

// A Slot is a stretch of time on one node.
type Slot struct {
	Node  string  `json:"node" rule:"required" ref:"nodes" label:"Node" about:"a node's id"`
	Start float64 `json:"start" rule:"required,>=0" label:"Start" about:"when it begins" moment:"true"`
	End   float64 `json:"end" rule:"required,>0" label:"End" about:"when it ends" moment:"true"`
}

// A WindowProblem asks for one window. Solvers never modify it.
type WindowProblem struct {
	Environment
	Request *Request `json:"request,omitempty" about:"what the parallel job needs"`
}

// A Request is what one parallel job needs of a window.
type Request struct {
	Nodes          int     `json:"nodes" rule:"required,int,>=1" label:"Nodes" about:"how many nodes at the same time; the paper's n"`
	Volume         float64 `json:"volume" rule:"required,>0" label:"Volume" about:"work of the task on each node; the paper's V"`
	MinPerformance float64 `json:"minPerformance,omitempty" rule:">=0" label:"Least performance" about:"only nodes at least this fast; the paper's p"`
	// Budget absent is no limit; 0 leaves only nodes that are free of charge.
	Budget        *float64    `json:"budget,omitempty" rule:">=0" label:"Budget" about:"greatest cost of the window; no limit when absent; the paper's C"`
	EarliestStart float64     `json:"earliestStart,omitempty" rule:">=0" label:"Earliest start" about:"the window must not start before"`
	Deadline      *float64    `json:"deadline,omitempty" rule:">0" label:"Deadline" about:"the window must not finish after"`
	Require       []Condition `json:"require,omitempty" about:"what each node must offer"`
	Exclude       []string    `json:"exclude,omitempty" ref:"nodes" label:"Excluded nodes" about:"ids of nodes not to be used"`
	// Value names the attribute whose sum is a window's value; absent it is the
	// first name in the alphabet that any node has.
	Value string `json:"value,omitempty" label:"Value" about:"the attribute whose sum over the nodes is the window's value"`
}

// A Condition compares an attribute of a node with a number. A node without
// the attribute does not meet it.
type Condition struct {
	Attribute string  `json:"attribute" rule:"required" label:"Attribute" about:"name of the attribute"`
	Is        string  `json:"is" rule:"required,oneof=>=|>|=|!=|<|<=" label:"Is" about:"how it compares with the number"`
	Value     float64 `json:"value" rule:"required" label:"Number" about:"the number to compare with"`
}

// Holds reports whether a node meets the condition.
func (c *Condition) Holds(n *Node) bool {
	x, ok := n.Attributes[c.Attribute]
	if !ok {
		return false
	}
	switch c.Is {
	case ">=":
		return x >= c.Value
	case ">":
		return x > c.Value
	case "=":
		return x == c.Value
	case "!=":
		return x != c.Value
	case "<":
		return x < c.Value
	}
	return x <= c.Value
}

// ValueAttribute is the attribute that a window's value sums, "" when no node
// has any.
func (p *WindowProblem) ValueAttribute() string {
	if p.Request != nil && p.Request.Value != "" {
		return p.Request.Value
	}
	first, found := "", false
	for i := range p.Nodes {
		for name := range p.Nodes[i].Attributes {
			if !found || name < first {
				first, found = name, true
			}
		}
	}
	return first
}

// MostAlternatives is how many windows Multiple Best collects at most. The paper's
// experiment has some sixty; a horizon as long as a date in seconds would have
// millions, which nobody reads.
const MostAlternatives = 10_000

// A Solution is the window that an algorithm chose. Alternatives are all the
// windows that it chose from, for algorithms that collect several; Chosen is
// the place of the chosen one among them.
type Solution struct {
	Slots        []Taken  `json:"slots" rule:"required"`
	Alternatives []Window `json:"alternatives,omitempty"`
	Chosen       int      `json:"chosen,omitempty" rule:"int,>=0"`
}

// A Window is slots that start and end together.
type Window struct {
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	Cost  float64 `json:"cost"`
	Slots []Taken `json:"slots" rule:"required"`
}

// A Taken is the part of a slot that a window takes, and what it costs.
type Taken struct {
	Node  string  `json:"node" rule:"required"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	Cost  float64 `json:"cost"`
}
