package solve

import (
	"context"
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/sorting"
)

// A State is the input of a program once there are enough candidates for a
// window with a given start and runtime.
type State struct {
	Start      float64     `json:"start" about:"when the window would start"`
	Runtime    float64     `json:"runtime" about:"how long it would last: the volume over the performance of its slowest node"`
	Nodes      int         `json:"nodes" about:"how many nodes it has to have"`
	Budget     float64     `json:"budget" about:"what it may cost, Infinity without a limit"`
	MaxSteps   float64     `json:"room" about:"what the steps of its nodes may add up to: the budget without rounding, Infinity without a limit"`
	LatestNode string      `json:"latest" about:"the node that has just become a candidate"`
	Candidates []Candidate `json:"candidates" about:"nodes that are free all that time and fast enough, in the order of the document"`
}

// A Candidate is a node that could be part of a window.
type Candidate struct {
	ID          string             `json:"id" about:"name of the node"`
	Performance float64            `json:"performance" about:"work that it does in a unit of time"`
	Price       float64            `json:"price" about:"what it costs for a unit of time"`
	Steps       float64            `json:"steps" about:"its price as a whole number of the finest steps that prices have"`
	From        float64            `json:"from" about:"since when it is free"`
	Until       float64            `json:"until" about:"until when it is free"`
	Attributes  map[string]float64 `json:"attributes" about:"its further numbers by their names"`
}

// programSearch is a search in which a program decides.
type programSearch struct {
	*search
	program policy.Program
	state   State
	open    map[int32]*window.Free // free slots at the current start by node

	recordedGroup int     // group of the last recorded candidates, -1 for none
	recordedStart float64 // their start
}

// Decide solves a valid problem with a program. The program is called for every
// start in ascending order, and there for every runtime in ascending order,
// whenever another node becomes a candidate. If it returns names of nodes, it
// takes that window and the search ends. With {nodes, more: true} the search
// continues, and the window is the answer unless a later one replaces it. With
// null it takes none. An error of the program is a *policy.Fault.
func Decide(ctx context.Context, p *window.WindowProblem, program policy.Program, o Options) (Result, error) {
	s, err := newSearch(ctx, p, AlgorithmMinStart, o)
	if err != nil {
		return Result{}, err
	}
	if err := policy.Begin(ctx, program, p, o.Log); err != nil {
		return Result{}, err
	}
	a := &programSearch{search: s, program: program, open: map[int32]*window.Free{}, recordedGroup: -1}
	a.state.Nodes, a.state.Budget = s.instance.n, math.Inf(1)
	if b := p.Request.Budget; b != nil {
		a.state.Budget = *b
	}
	if err := a.walk(); err != nil {
		r, _ := s.result(err)
		return r, err
	}
	if !a.have {
		return a.none(p)
	}
	r, err := s.result(nil)
	if err == nil {
		err = policy.Finish(ctx, program, &r.Metrics, o.Log)
	}
	return r, err
}

// none returns the result of a program that took no window. It is a fault if
// there is one.
func (a *programSearch) none(p *window.WindowProblem) (Result, error) {
	general, err := Solve(a.ctx, p, AlgorithmMinStart, Options{NoBound: true})
	if err == nil && general.Feasible {
		m := &general.Metrics
		err = a.program.Refuse("decide", nil, i18n.English("takes no window, and there is one, from {} to {}",
			doc.Exact(m.Start), doc.Exact(m.Finish)))
	}
	return Result{Shortage: general.Shortage, Stats: a.stats}, err
}

// walk visits the starts in order, and at each start all groups, fastest first. It calls callProgram after
// each new slot, until ask ends the search or returns an error.
func (a *programSearch) walk() error {
	for from := 0; from < len(a.slots); {
		start, to := a.slots[from].Start, from
		for to < len(a.slots) && a.slots[to].Start == start {
			to++
		}
		a.progress(from, len(a.slots))
		for node, slot := range a.open {
			if slot.End <= start {
				delete(a.open, node)
			}
		}
		for k := range a.instance.groups {
			for i := from; i < to; i++ {
				if end, err := a.callProgram(k, a.slots[from:i+1], start); err != nil || end {
					return err
				}
			}
		}
		for i := from; i < to; i++ {
			a.open[a.slots[i].Node] = &a.slots[i]
		}
		from = to
	}
	return a.ctx.Err()
}

// callProgram calls the program for a group, with the slots of earlier starts and those
// of this start so far, if the last of them belongs to the group.
func (a *programSearch) callProgram(k int, fresh []window.Free, start float64) (end bool, err error) {
	runtime, last := a.instance.groups[k].runtime, &fresh[len(fresh)-1]
	fits := func(s *window.Free) bool {
		own := a.instance.group[s.Node]
		return own >= 0 && int(own) <= k && s.End >= start+runtime
	}
	if !fits(last) {
		return false, nil
	}
	var slots []*window.Free
	for _, s := range a.open {
		if fits(s) {
			slots = append(slots, s)
		}
	}
	for i := range fresh {
		if fits(&fresh[i]) {
			slots = append(slots, &fresh[i])
		}
	}
	if len(slots) < a.instance.n {
		return false, nil
	}
	sorting.Sort(slots, func(x, y *window.Free) int { return int(x.Node - y.Node) })
	a.see(k, slots, last, start)
	a.record(k, slots, last, start)
	a.stats.Examined++
	answer, err := a.program.Call(a.ctx, "decide", &a.state)
	if err != nil {
		return true, err
	}
	policy.Log(a.o.Log, answer)
	if end, err = a.applyAnswer(k, slots, answer.Value, start); err != nil {
		return end, err
	}
	if answer.Value == nil {
		a.recordDeclined(start)
	} else {
		a.recordBest()
	}
	return end, nil
}

// record records the new candidate, or all candidates if the group or the start
// changed.
func (a *programSearch) record(k int, slots []*window.Free, last *window.Free, start float64) {
	if !a.o.Log.Enabled() {
		return
	}
	if a.recordedGroup == k && a.recordedStart == start {
		a.recordSlot("add", "", last)
		return
	}
	a.recordedGroup, a.recordedStart = k, start
	a.recordGroup(k)
	for _, s := range slots {
		if s != last {
			a.recordSlot("add", "", s)
		}
	}
	a.recordSlot("add", "", last)
}

// see sets the state of the program for a start in group k: the candidates, and the latest of them.
// Without a budget the room is +Inf.
func (a *programSearch) see(k int, slots []*window.Free, last *window.Free, start float64) {
	st := &a.state
	st.Start, st.Runtime, st.LatestNode, st.MaxSteps = start, a.instance.groups[k].runtime,
		a.instance.p.Nodes[last.Node].ID, math.Inf(1)
	if capacity := a.instance.groups[k].capacity; capacity < unlimitedCapacity {
		st.MaxSteps = float64(capacity)
	}
	st.Candidates = st.Candidates[:0]
	for _, s := range slots {
		n := &a.instance.p.Nodes[s.Node]
		st.Candidates = append(st.Candidates, Candidate{ID: n.ID, Performance: n.Performance, Price: n.Price,
			Steps: float64(a.instance.weights[s.Node]), From: s.Start, Until: s.End, Attributes: n.Attributes})
	}
}

// applyAnswer makes the window that a program returned the best, and reports whether the search ends. null
// takes none. A value of another form, wrong nodes or a cost above the budget gives a fault.
func (a *programSearch) applyAnswer(k int, slots []*window.Free, value any, start float64) (end bool, err error) {
	refuse := func(why string) (bool, error) { return true, a.program.Refuse("decide", &a.state, why) }
	if value == nil {
		return false, nil
	}
	list, ok := value.([]any)
	end = true
	if !ok {
		fields, isObject := value.(map[string]any)
		list, ok = fields["nodes"].([]any)
		more, isBool := fields["more"].(bool)
		if _, given := fields["more"]; !isObject || !ok || given && !isBool {
			return refuse("returns " + policy.FormatValue(value) +
				", and must return names of nodes, {nodes, more} or null")
		}
		end = !more
	}
	if len(list) != a.instance.n {
		return refuse(i18n.English("returns {} nodes, and the window has to have {}", strconv.Itoa(len(list)),
			strconv.Itoa(a.instance.n)))
	}
	f := foundWindow{group: k, start: start}
	for _, v := range list {
		id, isText := v.(string)
		if !isText {
			return refuse(i18n.English("returns {} among the nodes, which are named", policy.FormatValue(v)))
		}
		at := slices.IndexFunc(slots, func(s *window.Free) bool { return a.instance.p.Nodes[s.Node].ID == id })
		switch {
		case at < 0:
			return refuse(i18n.English("names the node {}, which is no candidate", policy.FormatValue(id)))
		case slices.Contains(f.nodes, slots[at].Node):
			return refuse(i18n.English("names the node {} twice", policy.FormatValue(id)))
		}
		f.nodes = append(f.nodes, slots[at].Node)
		a.end[slots[at].Node] = slots[at].End
	}
	if f.weight = a.weight(f.nodes); f.weight > a.instance.groups[k].capacity {
		return refuse("takes nodes that cost more than the budget")
	}
	a.best, a.have = f, true
	return end, nil
}
