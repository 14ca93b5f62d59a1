package diff

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// number writes a number exactly, so that sentences can be read back.
func number(x float64) string { return fmt.Sprintf("%.6g", x) }

// sides solves a problem by all fast algorithms of its kind.
func sides(t testing.TB, s *scenario.Scenario) (list []Side) {
	t.Helper()
	explicit, faults := scenario.Expand(s)
	if faults != nil {
		t.Fatal(faults)
	}
	kind, _ := catalog.ByID(s.Kind)
	for _, a := range kind.Algorithms {
		answer, err := engine.All().RunExplicit(context.Background(), explicit, scenario.Run{Algorithm: a.ID},
			engine.Env{})
		if err != nil {
			t.Fatalf("%s: %v", a.ID, err)
		}
		if answer.Feasible {
			list = append(list, Side{explicit, &answer, a.Name})
		}
	}
	return list
}

// problems visits small problems of every kind.
func problems(t testing.TB, each func(name string, list []Side)) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			for seed := range uint64(3) {
				s, _ := catalog.FromPreset(p.ID, seed)
				if explicit, _ := scenario.Expand(s); len(doc.Canonical(explicit)) > 9000 {
					break
				}
				each(fmt.Sprint(p.ID, " ", seed), sides(t, s))
			}
		}
	}
}

// pairs compares every two answers by every metric with known parts.
func pairs(t testing.TB, try func(of string, a, b Side, r *Report)) {
	count := map[string]int{}
	problems(t, func(name string, list []Side) {
		for i := range list {
			for j := range list {
				kind := list[i].Scenario.Kind
				k, _ := catalog.ByID(kind)
				for _, m := range k.Metrics {
					r := answers(t, list[i], list[j], m.ID)
					if r.EffectMetric().By {
						count[kind]++
						try(fmt.Sprint(name, ", ", list[i].Name, " and ", list[j].Name, ", ", m.ID), list[i],
							list[j], r)
					}
				}
			}
		}
	})
	for _, k := range catalog.Kinds() {
		if count[k.ID] < 20 {
			t.Errorf("kind %s: got %d pairs, want 20 at least", k.ID, count[k.ID])
		}
	}
}

func answers(t testing.TB, a, b Side, metric string) *Report {
	t.Helper()
	r, err := Answers(a, b, metric, number)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// An unknown metric is an error, and one without known parts is not replaced by
// another.
func TestUnknownMetrics(t *testing.T) {
	problems(t, func(name string, list []Side) {
		if len(list) == 0 {
			return
		}
		a, b := list[0], list[len(list)-1]
		for _, metric := range []string{"longestTransfer", "Makespan", " cost"} {
			if r, err := Answers(a, b, metric, number); err == nil {
				t.Errorf("%s: unknown metric %s: got a comparison by %s, want an error", name, metric,
					r.EffectMetric().ID)
			}
			k, _ := catalog.ByID(a.Scenario.Kind)
			if p := parts(&k, &a, &b, metric); p.Aggregation != kind.NotAggregated || p.Items != nil {
				t.Errorf("%s: metric %s: got %d items, want none", name, metric, len(p.Items))
			}
		}
	})
}

func nearlyEqual(a, b float64) bool { return math.Abs(a-b) <= 1e-7*max(1, math.Abs(a), math.Abs(b)) }

// TestEffectsMakeTheDifference checks that the effects and the remainder add up to
// the difference of the metrics in the answers. Sums and products have no
// remainder, and neither do metrics that the last element alone determines.
func TestEffectsMakeTheDifference(t *testing.T) {
	pairs(t, func(of string, a, b Side, r *Report) {
		together, greatest := 0.0, 0.0
		for _, d := range r.Differences {
			together += d.Effect
			if math.Abs(d.Effect) > math.Abs(greatest) {
				greatest = d.Effect
			}
			if (d.Effect != 0) != (d.Class == Explains) || d.Class == Same {
				t.Errorf("%s: %v: got class %s with effect %v, want class %s if and only if it has one", of, d.Ref,
					d.Class, d.Effect, Explains)
			}
		}
		id := r.EffectMetric().ID
		want := b.Answer.Metrics[id] - a.Answer.Metrics[id]
		if r.Peak {
			together = greatest
		}
		if !nearlyEqual(together+r.Rest, want) {
			t.Errorf("%s: got effects %v and rest %v, want their sum to be the difference %v", of, together, r.Rest,
				want)
		}
		mean := strings.HasPrefix(id, "mean") && r.Kind == "batch" || id == "alternativesPerJob"
		exact := r.Pivot == "" && id != "start" && id != "runtime" && !mean
		if exact && r.Rest != 0 {
			t.Errorf("%s: got rest %v of %v, want 0", of, r.Rest, want)
		}
		if r.Rest != 0 && r.Pivot != "" && (r.lastCluster == "" || r.Rest*want > 0) {
			t.Errorf("%s: got rest %v with %q ending last, want 0 or a rest that offsets the difference", of, r.Rest,
				r.lastCluster)
		}
		total := 0
		for _, g := range r.Groups {
			if g.From != total || g.To <= g.From {
				t.Errorf("%s: got group %+v, want it to begin at %d and not empty", of, g, total)
			}
			total = g.To
		}
		if total != len(r.Differences) {
			t.Errorf("%s: got groups of %d differences, want %d", of, total, len(r.Differences))
		}
	})
}

// TestExchangeTurnsTheSigns checks that exchanged answers differ in the same
// elements, with opposite effects.
func TestExchangeTurnsTheSigns(t *testing.T) {
	pairs(t, func(of string, a, b Side, r *Report) {
		back := answers(t, b, a, r.EffectMetric().ID)
		if len(back.Differences) != len(r.Differences) || back.ItemCount != r.ItemCount || back.Rest != -r.Rest ||
			back.Pivot != r.Pivot {
			t.Fatalf("%s, exchanged: got %d differences, rest %v, %s; want %d, %v, %s", of, len(back.Differences),
				back.Rest, back.Pivot, len(r.Differences), -r.Rest, r.Pivot)
		}
		effects := map[kind.Ref]*Difference{}
		for i := range back.Differences {
			effects[back.Differences[i].Ref] = &back.Differences[i]
		}
		for i := range r.Differences {
			d, e := &r.Differences[i], effects[r.Differences[i].Ref]
			if e == nil || !nearlyEqual(e.Effect, -d.Effect) || e.Class != d.Class || (e.A == nil) != (d.B == nil) ||
				d.A != nil && *d.A != *e.B {
				t.Fatalf("%s, exchanged: got %+v, want the opposite of %+v", of, e, d)
			}
		}
	})
}

func TestAnAnswerDoesNotDifferFromItself(t *testing.T) {
	problems(t, func(name string, list []Side) {
		for _, x := range list {
			r := answers(t, x, x, "")
			if len(r.Differences)+len(r.Groups) > 0 || r.Summary.Reason != "They make the same decisions." {
				t.Errorf("%s, %s: got %+v, want the same decisions", name, x.Name, r)
			}
			if _, parted := Replays(&x, &x, nil, nil); parted >= 0 {
				t.Errorf("%s, %s: got a first difference at %d in replays of one answer, want none", name, x.Name,
					parted)
			}
		}
	})
}

// TestWithoutEffectHasNone replaces elements without effect by those of the other
// answer. The recomputed metric must not change; for peaks and stacks this applies
// to the worse answer.
func TestWithoutEffectHasNone(t *testing.T) {
	tried := 0
	pairs(t, func(of string, a, b Side, r *Report) {
		if c := r.EffectMetric(); c.Difference < 0 {
			// For every metric whose effects do not add up the greater value is the
			// worse one. For others it does not matter.
		} else {
			a, b = b, a
		}
		take := map[string]bool{}
		for _, d := range r.Differences {
			if d.Class == Elsewhere {
				take[d.Kind+" "+d.ID] = true
			}
		}
		was, is := recomputeMetric(r, a, b, nil), recomputeMetric(r, a, b, take)
		if r.Pivot == "" && r.EffectMetric().ID != "start" && !nearlyEqual(was, a.Answer.Metrics[r.EffectMetric().ID]) {
			t.Errorf("%s: got recomputed metric %v, want %v as stated", of, was, a.Answer.Metrics[r.EffectMetric().ID])
		}
		if !nearlyEqual(was, is) {
			t.Errorf("%s: got %v with the elements without effect replaced, want %v", of, is, was)
		}
		if len(take) > 0 {
			tried++
		}
		// With the elements that explain a peak or a stack replaced, the worse
		// answer is no worse than the better one.
		if r.Peak && r.Kind == "farm" || r.Pivot != "" {
			clear(take)
			for _, d := range r.Differences {
				take[d.Kind+" "+d.ID] = d.Class == Explains
			}
			if is, best := recomputeMetric(r, a, b, take), b.Answer.Metrics[r.EffectMetric().ID]; is > best &&
				!nearlyEqual(is, best) {
				t.Errorf("%s: got %v with all explaining elements replaced, want at most %v", of, is, best)
			}
		}
	})
	if tried < 100 {
		t.Errorf("got %d pairs with elements without effect, want 100 at least", tried)
	}
}

// recomputeMetric returns the metric of a with some elements of b. For a placement's
// makespan it is the time of the cluster that ends last.
func recomputeMetric(r *Report, a, b Side, take map[string]bool) float64 {
	id, value := r.EffectMetric().ID, 0.0
	switch s := a.Answer.Solution.(type) {
	case *placement.Solution:
		other := b.Answer.Solution.(*placement.Solution)
		n := float64(len(s.Assignments))
		for i := range s.Assignments {
			x := &s.Assignments[i]
			if take["job "+x.Job] {
				x = &other.Assignments[i]
			}
			switch {
			case id == "makespan" && x.Cluster == r.Pivot:
				value += x.TransferTime + x.RunTime
			case id == "totalTransferTime":
				value += x.TransferTime
			case id == "meanTransferTime":
				value += x.TransferTime / n
			case id == "meanCompletionTime":
				value += x.Finish / n
			}
		}
	case *farm.Solution:
		p := &a.Scenario.Farm.Problem
		for i := range p.Jobs {
			from := s
			if take["job "+p.Jobs[i].ID] {
				from = b.Answer.Solution.(*farm.Solution)
			}
			start, end := math.Inf(1), 0.0
			for _, x := range from.Reservations {
				if x.Job == p.Jobs[i].ID {
					start, end = min(start, x.Start), max(end, x.Finish)
				}
			}
			switch {
			case id == "makespan":
				value = max(value, end)
			case id == "meanWait":
				value += (start - p.Jobs[i].Submitted) / float64(len(p.Jobs))
			case p.Jobs[i].Deadline != nil:
				value = max(value, end-*p.Jobs[i].Deadline)
			}
		}
	case *group.Solution:
		value = groupWorth(r, a, b, take)
	case *window.Solution:
		p := &a.Scenario.Window.WindowProblem
		node := map[string]*window.Node{}
		for i := range p.Nodes {
			node[p.Nodes[i].ID] = &p.Nodes[i]
		}
		slots := slices.DeleteFunc(slices.Clone(s.Slots),
			func(x window.Allocation) bool { return take["node "+x.Node] })
		for _, x := range b.Answer.Solution.(*window.Solution).Slots {
			if take["node "+x.Node] {
				slots = append(slots, x)
			}
		}
		for _, x := range slots {
			need := p.Request.Volume / node[x.Node].Performance
			switch id {
			case "cost":
				value += x.Cost
			case "value":
				value += node[x.Node].Attributes[p.ValueAttribute()]
			case "runtime":
				value = max(value, need)
			}
		}
	case *batch.Solution:
		value = batchWorth(r, a, b, take)
	}
	return value
}

func groupWorth(r *Report, a, b Side, take map[string]bool) float64 {
	p := &a.Scenario.Group.Problem
	odds, used := p.Odds(), map[string]bool{}
	has := func(x Side, id string) bool { return slices.Contains(x.Answer.Solution.(*group.Solution).Nodes, id) }
	lots := func(x Side, id string) *group.Variant {
		for _, v := range x.Answer.Solution.(*group.Solution).Variants {
			if v.Group == id {
				for i := range p.Groups {
					if p.Groups[i].ID == id {
						return &p.Groups[i].Variants[v.Variant]
					}
				}
			}
		}
		return nil
	}
	sum, product, cost := 0.0, 1.0, 0.0
	usedBy := func(x Side, id string) bool {
		for i := range p.Nodes {
			if p.Nodes[i].Group == id && has(x, p.Nodes[i].ID) {
				return true
			}
		}
		return false
	}
	for i := range p.Groups {
		g, from := &p.Groups[i], a
		if take["group "+g.ID] {
			from = b
		}
		if !usedBy(from, g.ID) {
			continue
		}
		used[g.ID] = true
		if v := lots(from, g.ID); v != nil {
			sum, product, cost = sum+v.Value, product*v.Value, cost+v.Cost
		} else {
			sum, product = sum+g.Value, product*odds.Groups[i]
		}
	}
	for i := range p.Nodes {
		n, from := &p.Nodes[i], a
		if take["node "+n.ID] {
			from = b
		}
		if has(from, n.ID) && lots(from, n.Group) == nil {
			sum, product, cost = sum+n.Value, product*odds.Nodes[i], cost+n.Price
		}
	}
	switch {
	case r.EffectMetric().ID == "cost":
		return cost
	case p.Sums():
		return sum
	}
	return product
}

func batchWorth(r *Report, a, b Side, take map[string]bool) float64 {
	value := 0.0
	chosen := func(x Side) (list []*window.Window, jobs []string) {
		s := x.Answer.Solution.(*batch.Solution)
		for _, c := range s.Chosen {
			for i := range s.Alternatives {
				if l := &s.Alternatives[i]; l.Job == c.Job && l.Cycle == c.Cycle {
					list, jobs = append(list, &l.Windows[c.Window]), append(jobs, c.Job)
				}
			}
		}
		return list, jobs
	}
	served := float64(len(a.Answer.Solution.(*batch.Solution).Chosen))
	add := func(x Side, taken bool) {
		windows, jobs := chosen(x)
		for i, w := range windows {
			if take["job "+jobs[i]] != taken {
				continue
			}
			switch r.EffectMetric().ID {
			case "totalTime":
				value += w.End - w.Start
			case "totalCost":
				value += w.Cost
			case "meanTime":
				value += (w.End - w.Start) / served
			case "meanCost":
				value += w.Cost / served
			}
		}
	}
	add(a, false)
	add(b, true)
	if r.EffectMetric().ID == "alternativesPerJob" {
		s, n := a.Answer.Solution.(*batch.Solution), 0
		for i := range s.Alternatives {
			n += len(s.Alternatives[i].Windows)
		}
		return float64(n) / float64(len(s.Alternatives))
	}
	return value
}

// TestSentencesSayTheNumbers checks that every number of a summary is one of the
// report, and that its comparisons are right.
func TestSentencesSayTheNumbers(t *testing.T) {
	pairs(t, func(of string, a, b Side, r *Report) {
		c := r.EffectMetric()
		apart := number(math.Abs(b.Answer.Metrics[c.ID] - a.Answer.Metrics[c.ID]))
		if c.Difference != 0 && !strings.Contains(r.Summary.Difference, apart) {
			t.Errorf("%s: got %q, want the difference %v in it", of, r.Summary.Difference, c.Difference)
		}
		more := strings.Contains(r.Summary.Difference, "later") || strings.Contains(r.Summary.Difference, "more") ||
			strings.Contains(r.Summary.Difference, "higher")
		if more != (c.Difference > 0) {
			t.Errorf("%s: got %q, want the direction of the difference %v", of, r.Summary.Difference, c.Difference)
		}
		together, named := 0.0, 0
		for _, d := range r.Differences {
			got := strings.SplitAfter(r.Summary.Reason, "of the difference")[0]
			if d.Class == Explains && regexp.MustCompile(`(^|[ ,])`+regexp.QuoteMeta(d.ID)+`[ ,.]`).MatchString(got) {
				together += d.Effect
				named++
			}
		}
		if strings.Contains(r.Summary.Reason, "of the difference") && (named == 0 ||
			!strings.Contains(r.Summary.Reason, number(math.Abs(together)))) {
			t.Errorf("%s: got %q, want the sum %v of the %d named elements", of, r.Summary.Reason, together, named)
		}
		if r.Summary.Price == "" || strings.HasPrefix(r.Summary.Price, "No other") {
			for _, m := range r.Metrics {
				if m.Improvement()*c.Improvement() < 0 {
					t.Errorf("%s: got no price, want %s with the difference %v", of, m.ID, m.Difference)
				}
			}
		}
	})
}

func TestFiveClusters(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 7)
	list := sides(t, s)
	at := func(name string) Side {
		return list[slices.IndexFunc(list, func(x Side) bool { return x.Answer.Algorithm == name })]
	}
	a, b := at("rbhs"), at("min-completion")
	r := answers(t, a, b, "")
	const want = "Min completion ends 102.923\u00a0s earlier. Nancy ends last in both; 8 jobs leave Nancy, and j18, " +
		"j14 and j20 are 73.0843\u00a0s of the difference. The price is a total transfer 54.8014\u00a0s higher."
	if got := r.Summary.Text(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	turns, parted := Replays(&a, &b, nil, nil)
	if parted != 1 || turns[1].A.Text != "Nancy" || turns[1].B.Text != "Nice" {
		t.Errorf("got first difference %d, %+v; want 1 with Nancy and Nice", parted, turns[max(0, parted)])
	}
	alike := 0
	for i := range turns {
		if turns[i].Equal() {
			alike++
		}
	}
	if alike != 9 || len(turns) != 24 {
		t.Errorf("got %d equal decisions of %d, want 9 of 24", alike, len(turns))
	}
}

// TestReplaysFollowWhatWasRecorded checks that every decision belongs to its
// event, in the order of the events.
func TestReplaysFollowWhatWasRecorded(t *testing.T) {
	problems(t, func(name string, list []Side) {
		for _, x := range list {
			k, _ := catalog.ByID(x.Scenario.Kind)
			if k.SettlingEvent.Event == "" {
				continue
			}
			log := &trace.Log{}
			_, err := engine.All().ExplainExplicit(context.Background(), x.Scenario,
				scenario.Run{Algorithm: x.Answer.Algorithm}, nil, engine.Env{Log: log})
			if err != nil {
				t.Fatal(err)
			}
			before := 0
			for _, d := range decisions(&x, log) {
				if d.Step == 0 {
					t.Logf("%s, %s: no step decides %v", name, x.Name, d)
					break
				}
				if d.Step < before || log.Events[d.Step-1].Kind != k.SettlingEvent.Event {
					t.Errorf("%s, %s: got decision %v, want it at an event %s, in ascending order", name, x.Name, d,
						k.SettlingEvent.Event)
				}
				before = d.Step
			}
		}
	})
}

func TestDocumentsInWords(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 7)
	a, _ := scenario.Expand(s)
	b, faults := catalog.Parse(doc.Canonical(a))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	p := &b.Placement.Problem
	p.Jobs[2].MI, p.Jobs[3].Datasets = 5, []string{"d1"}
	p.Links = p.Links[1:]
	p.Clusters = append(p.Clusters, placement.Cluster{ID: "Metz", MIPS: 700})
	b.Title = "Six clusters"
	var got []string
	for _, f := range Documents(a, b) {
		got = append(got, f.Path+": "+f.Text)
	}
	for i, want := range []string{"title: title: Six clusters, was Five clusters",
		"placement.clusters[5]: cluster Metz added (id Metz, mips 700)", "placement.links[0]: link ",
		"placement.jobs[2].mi: job j3, work: 5\u00a0MI, was "} {
		if i >= len(got) || !strings.HasPrefix(got[i], want) {
			t.Errorf("got %q, want %q first", got, want)
		}
	}
	if len(Documents(a, a)) > 0 {
		t.Error("got differences of a document from itself, want none")
	}
}

// A changed policy is named with its first changed line.
func TestPoliciesInWords(t *testing.T) {
	s, _ := catalog.FromPreset("farm-stream", 7)
	program := "function decide({ queue }) {\n  return queue.map((j) => j.id);\n}"
	policies := func(formula, program string) *scenario.Scenario {
		with := *s
		with.Policies = []scenario.Policy{{ID: "mine", Language: "formula", Source: formula},
			{ID: "prog", Language: "javascript", Source: program}}
		return &with
	}
	a := policies("-r", program)
	b := policies("-r * n", strings.Replace(program, "j.id)", "j.id).reverse()", 1))
	c := policies("-r\n", program+"\n// the end")
	for i, x := range []struct {
		to   *scenario.Scenario
		want []string
	}{{b, []string{"policy mine, source: -r * n, was -r",
		"policy prog, source, line 2: return queue.map((j) => j.id).reverse();, was return queue.map((j) => j.id);"}},
		{c, []string{"policy mine, source, line 2: nothing, was nothing",
			"policy prog, source, line 4: // the end, was nothing"}},
		{s, []string{"policy mine removed", "policy prog removed"}}} {
		for k, f := range Documents(a, x.to) {
			if k >= len(x.want) || !strings.HasPrefix(f.Text, x.want[k]) {
				t.Errorf("document %d: got %q, want %q", i, f.Text, x.want)
			}
		}
	}
}

func BenchmarkAnswers(b *testing.B) {
	const jobs = 100_000
	s := &scenario.Scenario{Kind: "placement", Placement: &scenario.Placement{}}
	side := func(shift int) Side {
		solution := &placement.Solution{}
		finish := make([]float64, 100)
		for i := range jobs {
			c := i * shift % 97
			finish[c] += float64(i % 13)
			solution.Assignments = append(solution.Assignments, placement.Assignment{Job: fmt.Sprint("j", i),
				Cluster: fmt.Sprint("c", c), RunTime: float64(i % 13), Finish: finish[c]})
		}
		return Side{s, &scenario.Answer{Algorithm: "x", Feasible: true, Solution: solution,
			Metrics: map[string]float64{"makespan": slices.Max(finish)}}, "x"}
	}
	x, y := side(1), side(7)
	b.ResetTimer()
	for b.Loop() {
		if r := answers(b, x, y, "makespan"); len(r.Differences) < jobs/2 {
			b.Fatalf("got %d differences, want %d at least", len(r.Differences), jobs/2)
		}
	}
}
