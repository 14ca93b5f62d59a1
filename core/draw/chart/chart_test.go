package chart

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/kind/placement"
)

func problem() *placement.Problem {
	return &placement.Problem{Clusters: []placement.Cluster{{ID: "Lyon", MIPS: 1}, {ID: "Nancy", MIPS: 1}}}
}

// newRun returns an answer whose job k takes k seconds of transfer and one second of running,
// alternately on the two clusters.
func newRun(name string, colour, n int) Run {
	s := &placement.Solution{}
	free := map[string]float64{}
	for k := 1; k <= n; k++ {
		c := problem().Clusters[k%2].ID
		a := placement.Assignment{Job: fmt.Sprint("j", k), Cluster: c, Start: free[c], TransferTime: float64(k),
			RunTime: 1}
		a.Finish = a.Start + a.TransferTime + a.RunTime
		free[c] = a.Finish
		s.Assignments = append(s.Assignments, a)
	}
	return Run{name, colour, s}
}

func TestMakespanAndMeanTransferOverJobs(t *testing.T) {
	c := MakespanOverJobs([]Run{newRun("RBHS", 1, 4)})
	// Nancy: j1 ends at 2, j3 at 6; Lyon: j2 ends at 3, j4 at 8.
	want := []Point{{X: 1, Y: 2}, {X: 2, Y: 3}, {X: 3, Y: 6}, {X: 4, Y: 8}}
	if got := fmt.Sprint(c.Series[0].Points); got != fmt.Sprint(want) {
		t.Errorf("makespan over jobs: got %v, want %v", got, want)
	}
	m := MeanTransferOverJobs([]Run{newRun("RBHS", 1, 4)})
	if got := m.Series[0].Points[3].Y; got != 2.5 {
		t.Errorf("mean transfer of four jobs: got %v, want 2.5", got)
	}
}

func TestLongLinesAreSampledWithBothEnds(t *testing.T) {
	for _, n := range []int{1, 2, 159, 160, 161, 1000, 12345} {
		p := MakespanOverJobs([]Run{newRun("a", 1, n)}).Series[0].Points
		if len(p) > samples+1 || p[0].X != 1 || p[len(p)-1].X != float64(n) {
			t.Errorf("%d jobs: got %d points from %v to %v, want at most %d from 1", n, len(p), p[0].X, p[len(p)-1].X,
				samples+1)
		}
		for i := 1; i < len(p); i++ {
			if p[i].X <= p[i-1].X {
				t.Fatalf("%d jobs: got X %v, then %v; want increasing values", n, p[i-1].X, p[i].X)
			}
		}
	}
}

func TestLoadsSumToTheBusyTime(t *testing.T) {
	c := ClusterLoads(problem(), []Run{newRun("a", 1, 4), {Name: "b", Colour: 2}})
	if c.Series[0].Points[0] != (Point{Label: "Lyon", Y: 8}) || c.Series[0].Points[1] != (Point{Label: "Nancy", Y: 6}) {
		t.Errorf("loads: got %v, want 8 of Lyon and 6 of Nancy", c.Series[0].Points)
	}
	many := &placement.Problem{}
	for i := range 100 {
		many.Clusters = append(many.Clusters, placement.Cluster{ID: fmt.Sprint("c", i)})
	}
	r := Run{Name: "a", Solution: &placement.Solution{
		Assignments: []placement.Assignment{{Cluster: "c77", RunTime: 5}}}}
	labels := fmt.Sprint(ClusterLoads(many, []Run{r}).Table().Rows)
	if !strings.Contains(labels, "c77") || strings.Count(labels, "[c") != loadsShown {
		t.Errorf("loads of 100 clusters: got %s, want %d with c77", labels, loadsShown)
	}
}

func sampleCharts() []Chart {
	runs := []Run{newRun("RBHS", 1, 300), newRun("SCP Tree Search", 2, 300), newRun(`<b>"evil"&`, 3, 3)}
	return []Chart{
		MakespanOverJobs(runs), MeanTransferOverJobs(runs), ClusterLoads(problem(), runs),
		ClusterLoads(&placement.Problem{}, nil), MakespanOverJobs(nil),
		MetricBars(Axis{"Makespan", "s"}, []Score{{"RBHS", 1, 412.6}, {"SCP Tree Search", 2, 655}},
			&Bound{389, "bound"}),
		{Title: "empty", Series: []Series{{Name: "a"}, {Name: "b", Points: []Point{{X: 1, Y: nan()}}}}},
	}
}

func nan() float64 { var z float64; return z / z }

func TestSpecifications(t *testing.T) {
	for _, c := range sampleCharts() {
		for _, theme := range []Theme{Light, Dark} {
			var s map[string]any
			if err := json.Unmarshal(c.JSON(theme), &s); err != nil {
				t.Fatal(err)
			}
			if bg, ok := s["background"]; !ok || bg != nil {
				t.Errorf("%s: got background %v, want null", c.Title, bg)
			}
			first := s["layer"].([]any)[0].(map[string]any)["encoding"].(map[string]any)
			scale := first["color"].(map[string]any)["scale"].(map[string]any)
			for i, series := range c.Series {
				if scale["domain"].([]any)[i] != series.Name ||
					scale["range"].([]any)[i] != theme.Colour(series.Colour) {
					t.Errorf("%s: got scale %v, want the name and colour of series %d", c.Title, scale, i)
				}
			}
			if strings.Contains(string(c.JSON(theme)), `"url"`) {
				t.Errorf("%s: the specification loads from a URL", c.Title)
			}
			if string(c.JSON(theme)) != string(c.JSON(theme)) {
				t.Errorf("%s: two specifications of one chart differ", c.Title)
			}
		}
	}
}

func TestTheBoundIsDrawnWhereItIs(t *testing.T) {
	c := MetricBars(Axis{"Makespan", "s"}, []Score{{"RBHS", 1, 412.6}}, &Bound{389, "bound"})
	layers := c.Spec(Light)["layer"].([]any)
	if len(layers) != 3 {
		t.Fatalf("got %d layers, want bars, rule and label", len(layers))
	}
	at := layers[1].(Spec)["encoding"].(Spec)["x"].(Spec)["datum"]
	if at != 389.0 {
		t.Errorf("the rule is at %v, want 389", at)
	}
}

func TestTablesHaveEveryNumber(t *testing.T) {
	c := MetricBars(Axis{"Makespan", "s"}, []Score{{"RBHS", 1, 412.6}, {"SCP, Tree", 2, 655}}, nil)
	if got, want := c.CSV(), "algorithm,\"Makespan, s\"\r\nRBHS,412.6\r\n\"SCP, Tree\",655\r\n"; got != want {
		t.Errorf("CSV %q, want %q", got, want)
	}
	lines := Chart{X: Axis{Title: "jobs"}, Y: Axis{"time", "s"}, Series: []Series{
		{Name: "a", Points: []Point{{X: 1, Y: 0.1}, {X: 3, Y: 0.3}}}, {Name: "=b", Points: []Point{{X: 2, Y: -4}}}}}
	if got, want := lines.CSV(), "jobs,\"a: time, s\",\"'=b: time, s\"\r\n1,0.1,\r\n2,,-4\r\n3,0.3,\r\n"; got != want {
		t.Errorf("CSV %q, want %q", got, want)
	}
}

func TestDrawingsAreWellFormedAndPoliced(t *testing.T) {
	for _, c := range sampleCharts() {
		d := xml.NewDecoder(strings.NewReader(c.Draw(400).SVG()))
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: the drawing is no XML: %v", c.Title, err)
			}
			e, ok := tok.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range e.Attr {
				if a.Name.Local == "style" || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: got %s=%q, want no style and no NaN or Inf", c.Title, a.Name.Local, a.Value)
				}
			}
		}
	}
}

// The themes of the charts are the page's tokens.
func TestThemesAreTheTokens(t *testing.T) {
	text, err := os.ReadFile("../../../assets/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(text), "@media screen and (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("tokens.css has no dark part")
	}
	for name, c := range map[string]struct {
		css   string
		theme Theme
	}{"light": {light, Light}, "dark": {dark, Dark}} {
		token := func(name string) string {
			m := regexp.MustCompile(`--` + name + `:\s*(#[0-9a-f]+)`).FindStringSubmatch(c.css)
			if m == nil {
				return ""
			}
			return m[1]
		}
		want := map[string]string{"ink": c.theme.Ink, "soft": c.theme.Soft, "line": c.theme.Line,
			"paper": c.theme.Paper}
		for i, v := range c.theme.Colours {
			want[fmt.Sprint("c", i+1)] = v
		}
		for token_, v := range want {
			if got := token(token_); got != v {
				t.Errorf("theme %s: got %s for --%s, want %s of tokens.css", name, v, token_, got)
			}
		}
	}
}

func FuzzCSV(f *testing.F) {
	f.Add("a,b", "=1+1")
	f.Add("\"", "\r\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		c := MetricBars(Axis{Title: a}, []Score{{Name: b, Value: 1}}, nil)
		if n := strings.Count(c.CSV(), "\r\n"); n < 2 {
			t.Errorf("CSV: got %d lines, want at least 2", n)
		}
	})
}

func TestFarmCharts(t *testing.T) {
	p := &farm.Problem{Jobs: []farm.Job{{ID: "a"}, {ID: "b", Submitted: 2}, {ID: "c"}}}
	runs := []FarmRun{{Name: "one", Colour: 1, Solution: &farm.Solution{Reservations: []farm.Reservation{
		{Job: "a", Slots: 2, Start: -5, Finish: 10}, {Job: "b", Slots: 1, Start: 10, Finish: 15},
		{Job: "b", Slots: 1, Start: 18, Finish: 20}, {Job: "c", Slots: 1, Start: 4, Finish: 20}}}}}
	held := SlotsInUse(runs).Series[0]
	if want := []Point{{X: 0, Y: 2}, {X: 4, Y: 3}, {X: 10, Y: 2}, {X: 15, Y: 1}, {X: 18, Y: 2}, {X: 20}}; !held.Steps ||
		!slices.Equal(held.Points, want) {
		t.Errorf("slots in use: got %v, want steps at %v", held.Points, want)
	}
	seconds := func(points []Point) (sum float64) { // slot-seconds from 0 on
		for i := range points[1:] {
			sum += points[i].Y * (points[i+1].X - points[i].X)
		}
		return sum
	}
	average := averageSlots(runs[0].Solution.Reservations, 20)
	if math.Abs(seconds(held.Points)-(20+5+2+16)) > 1e-9 || math.Abs(seconds(average)-(20+5+2+16)) > 1e-9 {
		t.Errorf("slot-seconds: got %v exactly and %v on average, want 43", seconds(held.Points), seconds(average))
	}
	many := &farm.Solution{}
	for i := range samples {
		at := float64(i)
		many.Reservations = append(many.Reservations, farm.Reservation{Slots: 1, Start: at, Finish: at + 0.5})
	}
	if n := len(SlotsInUse([]FarmRun{{Solution: many}}).Series[0].Points); n != samples+1 {
		t.Errorf("many changes: got %d points, want %d", n, samples+1)
	}
	waits := WaitsByRank(p, runs).Series[0].Points
	if len(waits) != 3 || waits[0].Y != -5 || waits[1].Y != 4 || waits[2].Y != 8 {
		t.Errorf("waits by rank: got %v, want -5, 4, 8", waits)
	}
	if c := SlotsInUse(nil); len(c.Series) != 0 {
		t.Errorf("SlotsInUse(nil): got %v, want no series", c)
	}
}

func TestEmpty(t *testing.T) {
	for want, c := range map[bool][]Series{true: {{Name: "a"}, {Name: "b", Points: []Point{{X: 1, Y: nan()}}}},
		false: {{Name: "a"}, {Name: "b", Points: []Point{{X: 1}}}}} {
		if (Chart{Series: c}).Empty() != want || !(Chart{}).Empty() {
			t.Errorf("Empty of %v: want %t", c, want)
		}
	}
}

// An estimate without an interval has no whisker and no end of a band, and is
// marked so.
func TestEstimateWithoutAnInterval(t *testing.T) {
	c := Intervals{ID: "x", X: Axis{Title: "x"}, Series: []Estimates{{Name: "One", Colour: 1, Points: []Estimate{
		{X: 1, Y: 5, Low: 4, High: 6}, {X: 2, Y: 7, Low: 7, High: 7, Bare: true}, {X: 3, Y: 5, Low: 4, High: 6}}}}}
	drawn := c.Draw(400, 300).SVG()
	if n := strings.Count(drawn, "gb-whisker"); n != 6 || !strings.Contains(drawn, "7, no interval") ||
		!strings.Contains(drawn, "5, interval from 4 to 6") {
		t.Errorf("got %d whiskers, want 6 and the words of both intervals: %s", n, drawn)
	}
	c.Bands = true
	if band := regexp.MustCompile(`gb-band[^>]* d="([^"]*)"`).FindStringSubmatch(c.Draw(400, 300).SVG()); band == nil ||
		strings.Count(band[1], "M") != 2 || strings.Count(band[1], "Z") != 2 {
		t.Errorf("bands: got %v, want two closed parts", band)
	}
	for i, v := range c.values() {
		if _, low := v.(Spec)["low"]; low == (i == 1) {
			t.Errorf("value %d: got %v, want an interval unless it is the second", i, v)
		}
	}
	c.Bands, c.Series[0].Points = false, c.Series[0].Points[1:2]
	if drawn := c.Draw(400, 300).SVG(); strings.Contains(drawn, "gb-whisker") {
		t.Errorf("a whisker was drawn without an interval: %s", drawn)
	}
}
