package solve

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
	"gridbox/core/sorting"

	"pgregory.net/rapid"
)

// pyssJobs reads a file of the tests of pyss, and returns the jobs with the second in which
// each must end.
func pyssJobs(t *testing.T, name string) (jobs []*tbJob, ends []float64, p *farm.Problem) {
	t.Helper()
	p = &farm.Problem{Machines: []farm.Machine{{ID: "machine", Slots: 100, Memory: 1e9}}}
	for line := range strings.Lines(string(realfiles.File(t, "pyss/"+name))) {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		n := make([]float64, 7)
		for _, i := range []int{0, 2, 3, 4, 5, 6} {
			x, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				t.Fatalf("%s: got the malformed line %s", name, line)
			}
			n[i] = x
		}
		whole, _, _ := strings.Cut(f[1], ".")
		end, err := strconv.ParseFloat(whole, 64)
		if err != nil {
			t.Fatalf("%s: got the malformed line %s", name, line)
		}
		ends = append(ends, end)
		jobs = append(jobs, &tbJob{submitted: n[0], estimate: n[2], width: int(n[3]), run: n[4], user: f[7]})
		// Maui's qualities of service are stored in fields that a formula can read.
		p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(len(jobs)), Submitted: n[0],
			Estimate: &jobs[len(jobs)-1].estimate, Slots: int(n[3]), Duration: n[4], Priority: n[5], Memory: n[6],
			User: f[7]})
	}
	if faults := p.Validate(); faults != nil {
		t.Fatalf("%s: got faults %v, want none", name, faults)
	}
	return jobs, ends, p
}

// A pyssCase is a scheduler of pyss, with ours and the textbook's equivalent.
type pyssCase struct {
	algorithm Algorithm
	options   farm.Options
	formulas  string
	textbook  tbRules
	estimate  func(j *tbJob) float64 // nil leaves it unchanged
}

// lastTwo predicts a job by the last two of its user that have ended.
func lastTwo(t *textbookQueue, j *tbJob) float64 {
	runs := t.last[j.user]
	if len(runs) < 2 {
		return j.estimate
	}
	return min(j.estimate, math.Floor((runs[len(runs)-1]+runs[len(runs)-2])/2))
}

// meanShare predicts a job by the mean share of their estimates that the jobs of its user used.
func meanShare(t *textbookQueue, j *tbJob) float64 {
	sum, n := 0.0, len(t.shares[j.user])
	for _, x := range t.shares[j.user] {
		sum += x
	}
	if n == 0 {
		return j.estimate
	}
	return max(1, math.Floor(sum/float64(n)*j.estimate))
}

func shortest(a, b *tbJob) int { return cmp.Compare(a.p, b.p) }
func latest(a, b *tbJob) int   { return cmp.Compare(b.submitted, a.submitted) }
func narrowest(a, b *tbJob) int {
	return cmp.Compare(a.width, b.width)
}

// pyssCases are the schedulers of pyss that Gridbox has, by their names in cases.json.
// Perfect and doubled estimates are given as estimates, and Maui with weights that a
// formula can express is a policy. Gridbox lacks estimates doubled only for the first of
// the queue or for the others, halved estimates, and Maui's count of how often a job was
// overtaken.
func pyssCases() map[string]pyssCase {
	run := func(j *tbJob) float64 { return j.run }
	double := func(j *tbJob) float64 { return 2 * j.estimate }
	width := func(j *tbJob) float64 { return float64(j.width) }
	area := func(j *tbJob) float64 { return float64(j.width) * j.p }
	smallest := func(a, b *tbJob) int { return cmp.Compare(area(a), area(b)) }
	earliest := func(a, b *tbJob) int { return cmp.Compare(a.submitted, b.submitted) }
	return map[string]pyssCase{
		"easy-plus-plus": {algorithm: AlgorithmEASYPlusPlus, textbook: tbRules{others: shortest, predict: lastTwo}},
		"alpha": {algorithm: AlgorithmEASYPlusPlus, options: farm.Options{Predict: farm.PredictShare},
			textbook: tbRules{others: shortest, predict: meanShare}},
		"easy-plus-plus, once": {algorithm: AlgorithmEASYPlusPlus, options: farm.Options{Predict: farm.PredictOnce},
			textbook: tbRules{others: shortest, predict: lastTwo, once: true}},
		"lookahead processors x estimate": {algorithm: AlgorithmLookahead, textbook: tbRules{choose: choosing(area)}},
		"lookahead processors": {algorithm: AlgorithmLookahead, options: farm.Options{Score: farm.ScoreSlots},
			textbook: tbRules{choose: choosing(width)}},
		"greedy 2": {algorithm: AlgorithmGreedy,
			textbook: tbRules{orders: []func(a, b *tbJob) int{shortest, narrowest}}},
		"greedy 5": {algorithm: AlgorithmGreedy, options: farm.Options{Orders: farm.FiveOrders, Delay: 1},
			textbook: tbRules{delay: 1,
				orders: []func(a, b *tbJob) int{latest, earliest, narrowest, shortest, smallest}}},
		"fcfs":      {algorithm: AlgorithmFCFS, textbook: tbRules{nothing: true}},
		"easy":      {algorithm: AlgorithmEASY},
		"easy-sjbf": {algorithm: AlgorithmSJBF, textbook: tbRules{others: shortest}},
		"reverse": {algorithm: AlgorithmSJBF, options: farm.Options{BackfillOrder: farm.LastCome},
			textbook: tbRules{others: latest}},
		"perfect":             {algorithm: AlgorithmEASY, estimate: run},
		"double":              {algorithm: AlgorithmEASY, estimate: double},
		"conservative":        {algorithm: AlgorithmConservative},
		"double-perfect":      {algorithm: AlgorithmEASY, estimate: func(j *tbJob) float64 { return 2 * j.run }},
		"double-conservative": {algorithm: AlgorithmConservative, estimate: double},
		"maui":                {algorithm: AlgorithmOwn, formulas: "job: -w\nbackfill: -w"},
		"maui.size": {algorithm: AlgorithmOwn, formulas: "job: -w\nbackfill: n",
			textbook: tbRules{others: narrowest}},
		"maui.admin_vs_user": {algorithm: AlgorithmOwn, formulas: "job: -priority\nbackfill: -memory"},
	}
}

// Gridbox agrees with all tests of pyss for the schedulers that both have: every job ends
// in the second in its file's name, by our solver and by the textbook, by our order of
// events and by pyss's. Ours is all ends of a second, all submissions and one pass; pyss
// has a pass after each submission and each end.
func TestPyss(t *testing.T) {
	var list struct {
		Cases []struct {
			Scheduler string
			Options   map[string]any
			Files     []string
		}
	}
	if err := json.Unmarshal(realfiles.File(t, "pyss/cases.json"), &list); err != nil {
		t.Fatal(err)
	}
	known, agreed, without := pyssCases(), 0, map[string]int{}
	for _, c := range list.Cases {
		for _, file := range c.Files {
			name := c.Scheduler
			if score, ok := c.Options["score"]; ok {
				name += " " + score.(string)
			}
			if _, ok := known[file]; ok {
				name = file
			}
			one, ok := known[name]
			if orders, of := c.Options["orders"].([]any); of {
				one, ok = known[name+" "+strconv.Itoa(len(orders))]
			}
			if !ok || strings.HasPrefix(file, "own-maui") {
				without[c.Scheduler]++
				continue
			}
			agreed += pyss(t, name, file, one)
		}
	}
	t.Logf("%d files agree; of schedulers that Gridbox has not: %v", agreed, without)
}

// pyss runs one file, and returns 1 if all agree.
func pyss(t *testing.T, name, file string, c pyssCase) int {
	jobs, ends, p := pyssJobs(t, file)
	for _, j := range jobs {
		if c.estimate != nil {
			j.estimate = c.estimate(j)
		}
	}
	o := Options{Options: c.options}
	if c.formulas != "" {
		o.Formulas = formulas(t, c.formulas)
	}
	r := solve(t, p, c.algorithm, o)
	agree := 1
	for i, x := range r.Solution.Reservations {
		if x.Job != p.Jobs[i].ID {
			t.Fatal("the reservations are not in the order of the jobs")
		}
		if x.Finish != ends[i] {
			agree = 0
			t.Errorf("%s, %s: job %s: got end %v, want %v", name, file, x.Job, x.Finish, ends[i])
		}
	}
	if c.algorithm == AlgorithmConservative || strings.HasPrefix(name, "maui.admin") {
		return agree // the textbook has no such pass
	}
	for _, events := range []bool{false, true} {
		book := textbookQueue{m: 100, jobs: jobs, rules: c.textbook}
		book.rules.events = events
		book.play()
		for i, j := range jobs {
			if j.end != ends[i] {
				t.Errorf("%s, %s, events one by one %v: job %d by the textbook: got end %v, want %v", name, file,
					events, i+1, j.end, ends[i])
			}
		}
	}
	return agree
}

// archive reads the year of the log of KTH's SP2, filtered as in
// ../shared/data/archive/README.md.
func archive(t testing.TB) (jobs []*tbJob) {
	t.Helper()
	for line := range strings.Lines(string(gunzipFile(t, "archive/KTH-SP2.swf.gz"))) {
		f := strings.Fields(line)
		if len(f) < 12 || strings.HasPrefix(f[0], ";") {
			continue
		}
		n := make([]float64, len(f))
		for i := range f {
			n[i], _ = strconv.ParseFloat(f[i], 64)
		}
		if run := n[3]; run > 0 {
			jobs = append(jobs, &tbJob{submitted: n[1], estimate: n[8], width: int(n[7]), run: math.Min(run, n[8]),
				user: f[11]})
		}
	}
	if len(jobs) != 28481 {
		t.Fatalf("got %d jobs, want 28481", len(jobs))
	}
	return jobs
}

// gunzipFile returns the content of a gzip file.
func gunzipFile(t testing.TB, name string) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(realfiles.File(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A service is the set of numbers that the archive's expectations contain.
type service struct {
	MeanResponse, MaxResponse, RMSResponse, MeanSlowdown, MaxSlowdown, RMSSlowdown float64
}

// serviceOf measures a schedule: response times, and slowdowns bounded by 10 s.
func serviceOf(jobs []*tbJob, end func(i int) float64) (s service) {
	for i, j := range jobs {
		response := end(i) - j.submitted
		slowdown := max(1, response/max(10, j.run))
		s.MeanResponse += response
		s.MeanSlowdown += slowdown
		s.MaxResponse, s.MaxSlowdown = max(s.MaxResponse, response), max(s.MaxSlowdown, slowdown)
		s.RMSResponse += response * response
		s.RMSSlowdown += slowdown * slowdown
	}
	n := float64(len(jobs))
	s.MeanResponse /= n
	s.MeanSlowdown /= n
	s.RMSResponse, s.RMSSlowdown = math.Sqrt(s.RMSResponse/n), math.Sqrt(s.RMSSlowdown/n)
	return s
}

// differs returns the greatest relative difference of two measurements.
func (s service) differs(from service) (most float64) {
	for _, x := range [][2]float64{{s.MeanResponse, from.MeanResponse}, {s.MaxResponse, from.MaxResponse},
		{s.RMSResponse, from.RMSResponse}, {s.MeanSlowdown, from.MeanSlowdown}, {s.MaxSlowdown, from.MaxSlowdown},
		{s.RMSSlowdown, from.RMSSlowdown}} {
		most = max(most, math.Abs(x[0]-x[1])/x[1])
	}
	return most
}

// The year of KTH's SP2 gives the expected means to 1e-9 in our order of events: all ends
// of a second, all submissions, one pass. The published numbers are those of the other
// order, submissions before ends and a pass after each; the textbook has both, and in that
// order gives the published numbers in all digits. So the order of events within a second
// is the only difference.
func TestArchive(t *testing.T) {
	var expect struct{ Published, Pass, Event map[string]service }
	if err := json.Unmarshal(realfiles.File(t, "archive/expect.json"), &expect); err != nil {
		t.Fatal(err)
	}
	for name, want := range expect.Pass {
		t.Run(name, func(t *testing.T) {
			id, variant, _ := strings.Cut(name, ", ")
			c, ok := pyssCases()[id]
			if variant == "once" {
				c, ok = pyssCases()[name]
			}
			if !ok {
				t.Fatalf("there is no algorithm %s", name)
			}
			jobs := archive(t)
			for _, j := range jobs {
				switch variant {
				case "clairvoyant":
					j.estimate = j.run
				case "doubled":
					j.estimate *= 2
				}
			}
			p := problemOf(jobs, 100)
			r := solve(t, p, c.algorithm, Options{Options: c.options, NoBound: true})
			got := serviceOf(jobs, func(i int) float64 { return r.Solution.Reservations[i].Finish })
			t.Logf("expected %+v\ncomputed %+v", want, got)
			if got.differs(want) > 1e-9 {
				t.Errorf("%s: got %+v, want %+v", name, got, want)
			}
			published, ok := expect.Published[name]
			if !ok {
				published, ok = expect.Event[name]
			}
			if testing.Short() || !ok {
				return
			}
			book := textbookQueue{m: 100, jobs: jobs, rules: c.textbook}
			book.rules.events = true
			book.play()
			other := serviceOf(jobs, func(i int) float64 { return jobs[i].end })
			t.Logf("published %+v\nits order %+v", published, other)
			if other.differs(published) > 1e-9 {
				t.Errorf("in the published order of events: got %+v, want %+v", other, published)
			}
		})
	}
}

// problemOf makes a farm of one machine of the textbook's jobs.
func problemOf(jobs []*tbJob, m int) *farm.Problem {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "machine", Slots: m}}}
	for i, j := range jobs {
		p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(i + 1), Submitted: j.submitted, Estimate: &j.estimate,
			Slots: j.width, Duration: j.run, User: j.user})
	}
	return p
}

// streams draws a stream for one machine, with many events in one second.
func streams(t *rapid.T) (jobs []*tbJob, m int) {
	m = rapid.IntRange(1, 12).Draw(t, "processors")
	for range rapid.IntRange(1, 40).Draw(t, "jobs") {
		j := &tbJob{submitted: float64(rapid.IntRange(0, 60).Draw(t, "submitted")),
			run: float64(rapid.IntRange(1, 12).Draw(t, "run")), width: rapid.IntRange(1, m).Draw(t, "width"),
			user: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "user")}
		j.estimate = j.run + float64(rapid.SampledFrom([]int{0, 0, 1, 5, 20}).Draw(t, "more"))
		jobs = append(jobs, j)
	}
	return jobs, m
}

// On one machine every one of these algorithms makes the textbook's schedule.
func TestAgainstTextbook(t *testing.T) {
	cases := pyssCases()
	names := slices.DeleteFunc(sorting.Keys(cases), func(name string) bool {
		c := cases[name]
		return c.estimate != nil || c.formulas != "" || c.algorithm == AlgorithmConservative
	})
	rapid.Check(t, func(t *rapid.T) {
		jobs, m := streams(t)
		p := problemOf(jobs, m)
		for _, name := range names {
			c := cases[name]
			compareBook(t, name, p, jobs, m, c)
		}
		for _, relax := range []float64{0.25, 1, 4} {
			c := pyssCase{algorithm: AlgorithmRelaxed, options: farm.Options{Relax: relax},
				textbook: tbRules{relax: relax}}
			compareBook(t, fmt.Sprint("relaxed ", relax), p, jobs, m, c)
		}
		for depth := 2; depth < 5; depth++ {
			c := cases["easy-sjbf"]
			c.options.Reservations, c.textbook.depth = depth, depth
			compareBook(t, "easy-sjbf "+strconv.Itoa(depth), p, jobs, m, c)
		}
		for line, order := range map[farm.Line]func(a, b *tbJob) int{farm.Narrowest: narrowest, farm.LastCome: latest,
			"sjf": shortest} {
			c := cases["easy-sjbf"]
			c.options.Queue, c.textbook.queue = line, func(_ *textbookQueue, a, b *tbJob) int { return order(a, b) }
			compareBook(t, "queue "+string(line), p, jobs, m, c)
			c.options.Reservations, c.textbook.depth = 3, 3
			compareBook(t, "queue 3 "+string(line), p, jobs, m, c)
		}
	})
}

func compareBook(t *rapid.T, name string, p *farm.Problem, jobs []*tbJob, m int, c pyssCase) {
	r := solve(t, p, c.algorithm, Options{Options: c.options, NoBound: true})
	book := textbookQueue{m: m, jobs: jobs, rules: c.textbook}
	book.play()
	for i, x := range r.Solution.Reservations {
		if x.Start != jobs[i].start {
			t.Fatalf("%s: job %s: got start %v, want %v as by the textbook", name, x.Job, x.Start, jobs[i].start)
		}
	}
}

// BenchmarkYear schedules the year of KTH's SP2 by EASY and its relatives: "of-easy" is the
// ratio of the times.
func BenchmarkYear(b *testing.B) {
	p := problemOf(archive(b), 100)
	easy := 0.0
	for _, c := range []struct {
		name string
		a    Algorithm
		o    farm.Options
	}{{"easy", AlgorithmEASY, farm.Options{}}, {"easy-sjbf", AlgorithmSJBF, farm.Options{}},
		{"saf", AlgorithmSJBF, farm.Options{Queue: "saf", BackfillOrder: "saf"}},
		{"f1", AlgorithmSJBF, farm.Options{Queue: "f1", BackfillOrder: "f1"}},
		{"wfp3", AlgorithmSJBF, farm.Options{Queue: "wfp3", BackfillOrder: "wfp3"}},
		{"reservations=4", AlgorithmSJBF, farm.Options{Reservations: 4}},
		{"lookahead", AlgorithmLookahead, farm.Options{}}, {"greedy", AlgorithmGreedy, farm.Options{}},
		{"greedy-five", AlgorithmGreedy, farm.Options{Orders: farm.FiveOrders, Delay: 1}},
		{"easy-plus-plus", AlgorithmEASYPlusPlus, farm.Options{}},
		{"multifactor", AlgorithmMultifactor, farm.Options{}}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Solve(b.Context(), p, c.a, Options{Options: c.o, NoBound: true}); err != nil {
					b.Fatal(err)
				}
			}
			if took := float64(b.Elapsed()) / float64(b.N); c.name == "easy" {
				easy = took
			} else if easy > 0 {
				b.ReportMetric(took/easy, "of-easy")
			}
		})
	}
}
