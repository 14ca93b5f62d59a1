package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// A State is the input of a program while nodes are missing.
type State struct {
	Wanted      int         `json:"wanted" about:"how many nodes are still wanted"`
	Budget      float64     `json:"budget" about:"what is left of the budget"`
	BudgetSteps float64     `json:"room" about:"the same as a whole number of the finest steps that prices have"`
	Taken       []string    `json:"taken" about:"names of the nodes that are taken"`
	Groups      []Community `json:"groups" about:"groups with nodes that can be taken; a node without a group is one of its own"`
}

// A Community is a group of nodes that fail together.
type Community struct {
	ID           string   `json:"id" about:"name of the group; empty for a node without one"`
	Availability float64  `json:"availability" about:"how likely it is available, 1 for a node without a group"`
	Value        float64  `json:"value" about:"what it is worth by itself, where values add up"`
	Worth        float64  `json:"worth" about:"the logarithm of its availability, or its value, as a whole number of fine steps; what a window is worth is the sum"`
	Taken        int      `json:"taken" about:"nodes of it that are taken"`
	Nodes        []Member `json:"nodes" about:"nodes of it that can be taken, the cheapest first"`
}

// A Member is a node of a group.
type Member struct {
	ID           string  `json:"id" about:"name of the node"`
	Price        float64 `json:"price" about:"its price"`
	Steps        float64 `json:"steps" about:"its price as a whole number of the finest steps that prices have"`
	Availability float64 `json:"availability" about:"how likely the node itself is available"`
	Value        float64 `json:"value" about:"what it is worth by itself, where values add up"`
	Worth        float64 `json:"worth" about:"as that of a group"`
}

// programSearch selects the nodes that a program returns.
type programSearch struct {
	*taking
	program   policy.Program
	state     State
	remaining int
	index     map[string]int32 // members by name
}

// Decide solves a valid problem with a program. The program is called until all nodes are named,
// and returns the name of one node or a list of several. The rest of the budget must suffice for
// the cheapest nodes for the rest of the request.
//
// The result is infeasible if no window is within the budget, and refused if a group has variants.
// An error of the program is a *policy.Fault.
func Decide(ctx context.Context, p *group.Problem, program policy.Program, o Options) (Result, error) {
	in := newInstance(p, false)
	if why := in.infeasible(); why != nil {
		return Result{Reason: why}, nil
	}
	if in.variantStart != nil {
		return variantsRefusal(), nil
	}
	if err := policy.Begin(ctx, program, p, o.Log); err != nil {
		return Result{}, err
	}
	a := &programSearch{taking: newTaking(in, o), program: program, remaining: in.n, index: map[string]int32{}}
	for i, node := range in.node {
		a.index[p.Nodes[node].ID] = int32(i)
	}
	for a.remaining > 0 {
		if o.Progress != nil {
			o.Progress(in.n-a.remaining, in.n)
		}
		a.see()
		answer, err := program.Call(ctx, "decide", &a.state)
		if err != nil {
			return Result{}, err
		}
		policy.Log(o.Log, answer)
		if err := a.follow(answer.Value); err != nil {
			return Result{}, err
		}
	}
	r := in.result(window{nodes: a.nodes})
	r.Stats.RoundingStep = in.roundingStep
	if err := policy.Finish(ctx, program, &r.Metrics, o.Log); err != nil {
		return r, err
	}
	return in.addBound(ctx, r, o)
}

// see sets the state.
func (a *programSearch) see() {
	in, st := a.instance, &a.state
	st.Wanted, st.Budget, st.BudgetSteps = a.remaining, in.amount(a.money), float64(a.money)
	st.Groups, st.Taken = st.Groups[:0], st.Taken[:0]
	for _, node := range a.nodes {
		st.Taken = append(st.Taken, in.p.Nodes[node].ID)
	}
	for g := range in.setup {
		c := Community{Availability: 1, Worth: float64(in.setup[g]), Taken: a.count[g]}
		if of := in.group[g]; of >= 0 {
			c.ID, c.Availability, c.Value = in.p.Groups[of].ID, in.odds.Groups[of], in.p.Groups[of].Value
		}
		from, to := in.members(g)
		for i := from; i < to; i++ {
			if !a.taken[i] {
				n := &in.p.Nodes[in.node[i]]
				c.Nodes = append(c.Nodes, Member{ID: n.ID, Price: n.Price, Steps: float64(in.price[i]),
					Availability: in.odds.Nodes[in.node[i]], Value: n.Value, Worth: float64(in.ownOf(i))})
			}
		}
		if len(c.Nodes) > 0 {
			st.Groups = append(st.Groups, c)
		}
	}
}

// follow selects the nodes that the program returned. It returns a fault for an unknown or taken
// node, for none or too many, and if the rest of the budget is too small.
func (a *programSearch) follow(value any) error {
	list, ok := value.([]any)
	if id, one := value.(string); one {
		list, ok = []any{id}, true
	}
	switch {
	case !ok:
		return a.refuse(i18n.English("returns {}, and must return the name of a node or a list of names",
			policy.FormatValue(value)))
	case len(list) == 0 || len(list) > a.remaining:
		return a.refuse(i18n.English("returns {} nodes, and {} are wanted", strconv.Itoa(len(list)),
			strconv.Itoa(a.remaining)))
	}
	for _, v := range list {
		id, _ := v.(string)
		i, known := a.index[id]
		switch {
		case !known:
			return a.refuse(i18n.English("names the node {}, which is none that can be taken", policy.FormatValue(v)))
		case a.taken[i]:
			return a.refuse(i18n.English("names the node {} twice", policy.FormatValue(v)))
		}
		a.enter(i, math.NaN(), a.remaining)
		a.remaining--
	}
	if sum, _ := a.minCost(a.remaining); sum > a.money {
		return a.refuse("leaves too little of the budget for the nodes that are still wanted")
	}
	return nil
}

func (a *programSearch) refuse(why string) error { return a.program.Refuse("decide", &a.state, why) }

// enter selects a node and records it.
func (t *taking) enter(i int32, score float64, left int) {
	id := t.instance.p.Nodes[t.instance.node[i]].ID
	t.taken[i] = true
	t.count[t.memberGroup[i]]++
	t.money -= t.instance.price[i]
	t.nodes = append(t.nodes, t.instance.node[i])
	if !t.o.Log.Enabled() {
		return
	}
	e := trace.Event{Kind: "take", Refs: []trace.Ref{{Role: "node", ID: id}},
		Values: []trace.Value{{Name: "left", Num: float64(left - 1)}}}
	if !math.IsNaN(score) && !math.IsInf(score, 0) {
		e.Values = append(e.Values, trace.Value{Name: "score", Num: score})
	}
	t.o.Log.Add(e)
}

// minCost returns the cost of the cheapest wanted nodes that are not taken,
// and the index of the last of them in byPrice, -1 for none.
func (t *taking) minCost(wanted int) (sum int64, last int) {
	last = -1
	for k, i := range t.byPrice {
		if wanted == 0 {
			break
		}
		if !t.taken[i] {
			sum += t.instance.price[i]
			last = k
			wanted--
		}
	}
	return sum, last
}
