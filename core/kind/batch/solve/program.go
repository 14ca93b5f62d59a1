package solve

import (
	"context"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// A State is the input of a program for the next window of a job.
type State struct {
	Now    float64 `json:"now" about:"when the cycle begins"`
	Cycle  int     `json:"cycle" about:"which cycle it is, from 1"`
	Family int     `json:"family" about:"the number of the job's window that is searched in this cycle, from 1"`
	Job    Task    `json:"job" about:"the job"`
	Slots  []Slot  `json:"slots" about:"free times that are long enough for a part of the job, by their start, then by the node's place in the document"`
}

// A Task is the job that a window is sought for.
type Task struct {
	ID             string  `json:"id" about:"name of the job"`
	Nodes          int     `json:"nodes" about:"how many nodes it needs at the same time"`
	Volume         float64 `json:"volume" about:"work of the part on each node"`
	MinPerformance float64 `json:"least" about:"performance that its nodes have at least"`
	MaxPrice       float64 `json:"maxPrice" about:"greatest price of a unit of time on one node, to which ALP holds every slot"`
	Budget         float64 `json:"budget" about:"what its window may cost"`
	Priority       float64 `json:"priority" about:"its priority; more is served first"`
	ArrivalCycle   int     `json:"arrived" about:"the cycle in which it arrived, from 1"`
}

// A Slot is a free time of a node.
type Slot struct {
	Node        string  `json:"node" about:"name of the node"`
	Start       float64 `json:"start" about:"since when it is free"`
	End         float64 `json:"end" about:"until when it is free"`
	Performance float64 `json:"performance" about:"work that it does in a unit of time"`
	Price       float64 `json:"price" about:"what it costs for a unit of time"`
	Duration    float64 `json:"duration" about:"how long a part of the job lasts there"`
	Cost        float64 `json:"cost" about:"what the part costs"`
}

// A Choice is the result of a program.
type Choice struct {
	Start float64  `json:"start" about:"when the window starts"`
	Nodes []string `json:"nodes" about:"names of as many nodes as the job needs, each with a free time that holds its part from there on"`
}

// programSearch searches for windows with a program.
type programSearch struct {
	program policy.Program
	state   State
	slots   []part // parts of the state's slots
	index   map[string]int32
}

// Decide schedules the batches of a valid problem with windows found by a program. The program is
// called for every job of every family, in the order of the searches. It returns {start, nodes}, or
// null if it finds no window; then the job is skipped for the rest of the cycle. The cost of a
// window is limited by AMP's budget. Quotas and the combination are the ones of Solve.
//
// The result is infeasible if the program takes no window and AMP finds none either. If AMP finds
// one, the program is refused. An error of the program is a *policy.Fault.
func Decide(ctx context.Context, p *batch.Problem, program policy.Program, o Options) (Result, error) {
	if err := policy.Begin(ctx, program, p, o.Log); err != nil {
		return Result{}, err
	}
	a := &programSearch{program: program, index: make(map[string]int32, len(p.Nodes))}
	for i := range p.Nodes {
		a.index[p.Nodes[i].ID] = int32(i)
	}
	o.program = a
	r, err := Solve(ctx, p, AMP, o)
	switch {
	case err != nil:
	case r.Feasible:
		err = policy.Finish(ctx, program, &r.Metrics, o.Log)
	case r.Stats.Windows == 0:
		// A result without windows is valid unless AMP finds some.
		if general, _ := Solve(ctx, p, AMP, Options{Options: o.Options, NoFront: true}); general.Stats.Windows > 0 {
			err = program.Refuse("decide", nil, "takes no window for any job, and there are windows within the budgets")
		}
	}
	return r, err
}

// find calls the program for a window of a request.
func (a *programSearch) find(ctx context.Context, r *run, q *request, family int, into []part) (alternative, []part,
	bool,
	error) {
	r.stats.Searches++
	a.see(r, q, family)
	answer, err := a.program.Call(ctx, "decide", &a.state)
	if err != nil {
		return alternative{}, into, false, err
	}
	policy.Log(r.options.Log, answer, trace.Ref{Role: "job", ID: q.job.ID})
	if answer.Value == nil {
		return alternative{}, into, false, nil
	}
	parts, start, why := a.read(answer.Value, q, into)
	if why != "" {
		return alternative{}, into, false, a.program.Refuse("decide", &a.state, why)
	}
	w := newAlternative(start, parts[len(into):])
	w.first, w.last = int32(len(into)), int32(len(parts))
	if !keepsLimit(w.cost, q.budget) {
		return w, into, false, a.program.Refuse("decide", &a.state,
			i18n.English("takes nodes that cost {}, more than the budget {} of the job", doc.Decimal(w.cost),
				doc.Decimal(q.budget)))
	}
	return w, parts, true, nil
}

// see sets the state of the program for the search for a job's window of a family, and a.slots to
// the same slots. Slots on nodes too slow, and slots too short for a part of the job, are left out.
func (a *programSearch) see(r *run, q *request, family int) {
	j, st := q.job, &a.state
	st.Now, st.Cycle, st.Family = r.now, r.number, family
	st.Job = Task{j.ID, j.Nodes, j.Volume, j.MinPerformance, j.MaxPrice, q.budget, j.Priority, j.Arrives()}
	st.Slots, a.slots = st.Slots[:0], a.slots[:0]
	for b := range r.list.blocks {
		slots := r.list.blocks[b].slots
		for i := range slots {
			s := &slots[i]
			performance, price := r.performance[s.Node], r.price[s.Node]
			length := q.duration(performance)
			if performance < q.minPerformance || s.Start+length > s.End || s.Start == s.End {
				continue
			}
			cost := price * length
			a.slots = append(a.slots, part{s.Node, s.Start, s.End, length, cost})
			st.Slots = append(st.Slots, Slot{r.p.Nodes[s.Node].ID, s.Start, s.End, performance, price, length, cost})
		}
	}
	r.stats.SlotsExamined += len(st.Slots)
}

// read returns the parts of the program's result, or the reason why it is
// invalid.
func (a *programSearch) read(value any, q *request, into []part) (parts []part, start float64, why string) {
	fields, _ := value.(map[string]any)
	list, isList := fields["nodes"].([]any)
	start, isNumber := fields["start"].(float64)
	switch {
	case !isList || !isNumber:
		return into, 0, "returns " + policy.FormatValue(value) + ", and must return {start, nodes} or null"
	case len(list) != q.nodes:
		return into, 0, i18n.English("returns {} nodes, and the job needs {}", strconv.Itoa(len(list)),
			strconv.Itoa(q.nodes))
	}
	parts = into
	for _, v := range list {
		id, _ := v.(string)
		node, known := a.index[id]
		if !known {
			return into, 0, i18n.English("names the node {}, and there is no such node", policy.FormatValue(v))
		}
		for i := len(into); i < len(parts); i++ {
			if parts[i].node == node {
				return into, 0, i18n.English("names the node {} twice", policy.FormatValue(v))
			}
		}
		before := len(parts)
		for i := range a.slots {
			if s := &a.slots[i]; s.node == node && s.slotStart <= start && s.lasts(start) {
				parts = append(parts, *s)
				break
			}
		}
		if len(parts) == before {
			return into, 0, i18n.English(
				"takes the node {} from {} on, and it is not free for as long as the part lasts",
				policy.FormatValue(v), doc.Decimal(start))
		}
	}
	return parts, start, ""
}
