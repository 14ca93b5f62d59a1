// Package window defines the co-allocation problem: nodes with a performance
// and a price, slots of free time on them, the request of a parallel job, and
// the answer, a window of slots that start and end together. It also has the
// ordered list of free time, which the search for one window and that for a
// batch of jobs share, and the generator.
//
// The model is that of Toporkov and Yemelyanov, "Optimization of Resources
// Selection for Jobs Scheduling in Heterogeneous Distributed Computing
// Environments" (ICCS 2018), section 3.1. A window lasts volume / (performance
// of its slowest node), and a node costs its price times that. Times are
// without unit; prices are money per unit of time.
package window

// An Environment is a set of nodes with their free time over a horizon. Either
// Slots lists the free time, or Busy lists the taken time, whose complement is
// free. With neither every node is free from 0 to Horizon. Free intervals of
// one node that touch are one slot.
type Environment struct {
	Horizon float64 `json:"horizon,omitempty" rule:">0" label:"Horizon" about:"length of the scheduling interval, which starts at 0; the paper's L"`
	Nodes   []Node  `json:"nodes,omitempty" about:"nodes that run one task at a time"`
	Slots   []Slot  `json:"slots,omitempty" about:"free time of nodes"`
	Busy    []Slot  `json:"busy,omitempty" about:"taken time of nodes, in place of slots: they are free the rest of the horizon"`

	shared *shared // results of Share
}

// A Node runs one task at a time.
type Node struct {
	ID          string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the node"`
	Performance float64 `json:"performance" rule:"required,>0" label:"Performance" about:"work done in a unit of time; the paper's p" usual:"1"`
	Price       float64 `json:"price" rule:"required,>=0" label:"Price" about:"money for a unit of time; the paper's c" usual:"1"`
	// Attributes are further numbers of the node, such as memory, storage, or the paper's q.
	Attributes map[string]float64 `json:"attributes,omitempty" label:"Attributes" about:"further numbers of the node, by name"`
}

// A Slot is an interval of one node.
type Slot struct {
	Node  string  `json:"node" rule:"required" ref:"nodes" label:"Node" about:"a node's id"`
	Start float64 `json:"start" rule:"required,>=0" label:"Start" about:"when it begins" moment:"true"`
	End   float64 `json:"end" rule:"required,>0" label:"End" about:"when it ends" moment:"true"`
}

// A WindowProblem is the problem of finding one window. Solvers do not modify
// it.
type WindowProblem struct {
	Environment
	Request *Request `json:"request,omitempty" about:"what the parallel job needs"`
}

// A Request has the requirements of one parallel job.
type Request struct {
	Nodes          int     `json:"nodes" rule:"required,int,>=1" label:"Nodes" about:"how many nodes at the same time; the paper's n"`
	Volume         float64 `json:"volume" rule:"required,>0" label:"Volume" about:"work of the task on each node; the paper's V"`
	MinPerformance float64 `json:"minPerformance,omitempty" rule:">=0" label:"Least performance" about:"only nodes at least this fast; the paper's p"`
	// Budget is the limit of cost. If absent there is no limit; 0 allows only free nodes.
	Budget        *float64    `json:"budget,omitempty" rule:">=0" label:"Budget" about:"greatest cost of the window; no limit when absent; the paper's C"`
	EarliestStart float64     `json:"earliestStart,omitempty" rule:">=0" label:"Earliest start" about:"the window must not start before"`
	Deadline      *float64    `json:"deadline,omitempty" rule:">0" label:"Deadline" about:"the window must not finish after"`
	Require       []Condition `json:"require,omitempty" about:"what each node must offer"`
	Exclude       []string    `json:"exclude,omitempty" ref:"nodes" label:"Excluded nodes" about:"ids of nodes not to be used"`
	// Value names the attribute whose sum is a window's value. If absent it is the
	// alphabetically first attribute of any node.
	Value string `json:"value,omitempty" label:"Value" about:"the attribute whose sum over the nodes is the window's value"`
}

// A Condition compares an attribute of a node with a number. It fails for a
// node without the attribute.
type Condition struct {
	Attribute string  `json:"attribute" rule:"required" label:"Attribute" about:"name of the attribute"`
	Is        string  `json:"is" rule:"required,oneof=>=|>|=|!=|<|<=" label:"Is" about:"how it compares with the number"`
	Value     float64 `json:"value" rule:"required" label:"Number" about:"the number to compare with"`
}

// Holds reports whether a node meets the condition. A node without the attribute does not.
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

// ValueAttribute returns the attribute whose sum is a window's value, or "" if
// no node has an attribute.
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

// MaxAlternatives is the maximum number of windows that Multiple Best
// collects. The paper's experiment has some sixty, but a horizon that is a date
// in seconds would have millions.
const MaxAlternatives = 10_000

// A Solution is the window of an answer. For algorithms that collect several
// windows, Alternatives are all of them, and Chosen is the index of the chosen
// one.
type Solution struct {
	Slots        []Allocation `json:"slots" rule:"required"`
	Alternatives []Window     `json:"alternatives,omitempty"`
	Chosen       int          `json:"chosen,omitempty" rule:"int,>=0"`
}

// A Window is slots that start and end together.
type Window struct {
	Start float64      `json:"start"`
	End   float64      `json:"end"`
	Cost  float64      `json:"cost"`
	Slots []Allocation `json:"slots" rule:"required"`
}

// An Allocation is the part of a slot in a window, with its cost.
type Allocation struct {
	Node  string  `json:"node" rule:"required"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
	Cost  float64 `json:"cost"`
}
