// Package group defines the group problem: nodes that fail in groups, a request
// for n of them together under a budget, and the answer, the window of
// allocated nodes. It also has the generator.
//
// The model is that of Toporkov, Yemelyanov and Bulkhak, "Efficient Allocation
// of Resources under Group Dependencies and Availability Uncertainties". A
// group has one common availability, which counts once as soon as one of its
// nodes is in the window. The availability of the window is the product over
// the distinct groups used, and its cost the sum of the prices of its nodes.
// Nodes may also have their own availability, which is another factor. Prices
// are in units of money, moments in seconds.
package group

// A Problem is one group problem. Solvers do not modify it.
type Problem struct {
	Groups []Group `json:"groups,omitempty" about:"sets of nodes that become unavailable together"`
	Nodes  []Node  `json:"nodes,omitempty" about:"what can be allocated, each at most once"`
	Events []Event `json:"events,omitempty" about:"what may occupy a node or a group; availabilities are computed from it"`
	// Request is nil only in a generated problem; an explicit problem without one is a fault.
	Request *Request `json:"request,omitempty" about:"what is to be allocated"`
}

// A Group is a set of nodes with a common property. A group without nodes is
// allowed and never used.
type Group struct {
	ID string `json:"id" rule:"required,id" label:"Name" about:"unique name of the group"`
	// Availability is the paper's P_a^G. If absent it is 1, or computed from events.
	Availability *float64 `json:"availability,omitempty" rule:">0..1" label:"Availability" about:"probability that the whole group is available; counts once for all its nodes"`
	// Value replaces availability under the objective sum.
	Value float64 `json:"value,omitempty" label:"Value" about:"value under the objective sum; counts once for the group"`
	// Variants, if there are any, are the only ways to use the group.
	Variants []Variant `json:"variants,omitempty" about:"the only ways to use the group, instead of the prices and availabilities of its nodes"`
}

// A Variant is one way to use a group: a number of its nodes with a total Value
// and a total Cost, as with a vendor's quantity discount. Value is a
// probability under the objective availability, and any number under sum.
type Variant struct {
	Nodes int     `json:"nodes" rule:"required,>=1" label:"Nodes" about:"how many nodes of the group it takes"`
	Value float64 `json:"value" rule:"required" label:"Value" about:"a probability, or any number under the objective sum"`
	Cost  float64 `json:"cost" rule:"required,>=0" label:"Cost" about:"total cost"`
}

// A Node can be allocated. A node without a group depends on no other node.
type Node struct {
	ID    string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the node"`
	Price float64 `json:"price" rule:"required,>=0" label:"Price" about:"cost of taking the node" usual:"1"`
	Group string  `json:"group,omitempty" ref:"groups" label:"Group" about:"id of its group; absent when it depends on no other node"`
	// Availability is the node's own, another factor. If absent it is 1, or computed from
	// events.
	Availability *float64 `json:"availability,omitempty" rule:">0..1" label:"Availability" about:"probability that the node itself is available, besides its group"`
	Value        float64  `json:"value,omitempty" label:"Value" about:"what the node adds under the objective sum"`
}

// The objectives of a request.
const (
	ObjectiveAvailability = "availability" // the product of availabilities
	ObjectiveSum          = "sum"          // the sum of values
)

// A Request is a request for nodes that are available at the same time.
type Request struct {
	Nodes     int     `json:"nodes" rule:"required,>=1" label:"Nodes" about:"how many nodes to allocate; the paper's n"`
	Budget    float64 `json:"budget" rule:"required,>=0" label:"Budget" about:"what they may cost together; the paper's C"`
	Objective string  `json:"objective,omitempty" rule:"oneof=availability|sum" label:"Objective" about:"availability (the default): the product of the availabilities of groups and nodes; sum: the sum of their values"`
	// Start and End delimit the interval l of the job, which matters if there are events.
	Start float64 `json:"start,omitempty" label:"Start" unit:"s" about:"when the job begins"`
	End   float64 `json:"end,omitempty" label:"End" unit:"s" about:"when the job ends"`
}

// A Solution is a window: the nodes taken, in the order of the document, and
// the chosen variants of groups with variants.
type Solution struct {
	Nodes    []string        `json:"nodes"`
	Variants []ChosenVariant `json:"variants,omitempty"`
}

// A ChosenVariant is the chosen variant of a group, by index. The nodes taken are then
// the first of the group, since they are equivalent.
type ChosenVariant struct {
	Group   string `json:"group" rule:"required"`
	Variant int    `json:"variant" rule:"required,>=0"`
}

// Sums reports whether the objective is the sum of values.
func (p *Problem) Sums() bool { return p.Request != nil && p.Request.Objective == ObjectiveSum }
