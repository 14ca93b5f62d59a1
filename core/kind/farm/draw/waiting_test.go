package draw

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
)

// A long queue shows the rows around the chosen job, inside the picture. Its text does
// not grow with the hidden rows.
func TestLongQueues(t *testing.T) {
	v := WaitingView{Width: 500, Height: 300}
	for i := range 3000 {
		at := float64(i)
		v.Rows = append(v.Rows, WaitingRow{ID: strconv.Itoa(i), Say: "x", Early: at, Start: at + 1, Late: at + 5,
			Lasts: 3, Waits: []WaitingFor{{1, at}}})
	}
	for chosen, first := range map[string]int{"": 0, "3": 0, "1500": 1493, "2999": 2986} {
		v.Chosen = chosen
		from, to := v.VisibleRange()
		drawn := Waiting(v).SVG()
		if n := strings.Count(drawn, "gb-rowmark"); from != first || n != to-from || to > 3000 || len(drawn) > 20_000 {
			t.Errorf("chosen %q: got rows %d to %d, %d drawn, %d bytes; want from %d", chosen, from, to, n, len(drawn),
				first)
		}
		if chosen != "" && !strings.Contains(drawn, `data-id="`+chosen+`"`) {
			t.Errorf("the picture does not contain the chosen job %s", chosen)
		}
	}
}

// Machines above a queue have their share of the height and leave the rest to its rows,
// however many there are. Everything stays inside the picture.
func TestMachinesAboveAQueue(t *testing.T) {
	for _, many := range []int{1, 30, 400} {
		p, s := &farm.Problem{}, &farm.Solution{}
		v := WaitingView{Width: 700, Height: 600, Chosen: "3", Machines: &MachinesView{Problem: p, Solution: s}}
		for i := range many {
			id := "m" + strconv.Itoa(i)
			p.Machines = append(p.Machines, farm.Machine{ID: id, Slots: 4})
			s.Reservations = append(s.Reservations, farm.Reservation{Job: strconv.Itoa(i), Part: 1, Machine: id,
				Slots: 2, Start: -50, Finish: 100})
		}
		for i := range 60 {
			v.Rows = append(v.Rows, WaitingRow{ID: strconv.Itoa(i), Say: "x", Start: float64(i), Late: 90, Lasts: 9})
		}
		drawn := Waiting(v).SVG()
		from, to := v.VisibleRange()
		if n := strings.Count(drawn, "gb-waiting"); n != to-from || n < 15 {
			t.Errorf("%d machines: got %d rows for %d to %d, want all of them and 15 at least", many, n, from, to)
		}
		if !strings.Contains(drawn, `viewBox="0 0 700 600"`) {
			t.Errorf("%d machines: got %.120s, want a picture 600 high", many, drawn)
		}
		if err := xml.Unmarshal([]byte(drawn), new(struct{})); err != nil {
			t.Error(err)
		}
		v.Rows = nil
		if alone := Waiting(v).SVG(); strings.Contains(alone, "gb-waiting") || !strings.Contains(alone, "now") {
			t.Errorf("without rows: got %.300s, want no waiting jobs and the current time", alone)
		}
	}
}

// Names may contain anything, there may be no times, and the picture is valid XML.
func TestStrangeQueues(t *testing.T) {
	for _, v := range []WaitingView{{}, {Rows: []WaitingRow{{ID: `<"&`, Note: "]]>", Say: "'"}}, Chosen: `<"&`,
		Counts: []int{0, 1}, Step: 1, Clock: func(float64, bool) string { return "<" }}} {
		if err := xml.Unmarshal([]byte(Waiting(v).SVG()), new(struct{})); err != nil {
			t.Error(err)
		}
	}
	for span, want := range map[float64]string{7: "2", 3600: "900", 86400: "21600", 1e7: strconv.Itoa(28 * 86400)} {
		v := WaitingView{Width: 500, Height: 200, Rows: []WaitingRow{{ID: "a", Lasts: span}}}
		v.Clock = func(at float64, _ bool) string { return "at " + strconv.FormatFloat(at, 'f', -1, 64) }
		if !strings.Contains(Waiting(v).SVG(), ">at "+want+"<") {
			t.Errorf("axis of %v s: got %s, want a line at %s", span, Waiting(v).SVG(), want)
		}
	}
	for _, span := range []float64{1e9, 1e13} {
		v := WaitingView{Width: 500, Height: 200, Rows: []WaitingRow{{ID: "a", Lasts: span}}}
		v.Clock = func(float64, bool) string { return "then" }
		if n := strings.Count(Waiting(v).SVG(), ">then<"); n < 2 || n > 8 {
			t.Errorf("axis of %v s: got %d lines, want 2 to 8", span, n)
		}
	}
}

// If starts reach beyond the picture, their curve ends vertically at its edge.
func TestALongTailEndsWithThePicture(t *testing.T) {
	v := WaitingView{Width: 500, Height: 200, Chosen: "a", Step: 10, Counts: []int{9, 3, 2, 1, 1, 1, 1, 1, 1, 1},
		Rows: []WaitingRow{{ID: "a", Start: 5, Late: 25, Lasts: 10}}}
	drawn := Waiting(v).SVG()
	_, path, _ := strings.Cut(drawn, `class="gb-spread" d="M`)
	path, _, _ = strings.Cut(path, `Z"`)
	corners := strings.Split(path, "L")
	last, _, _ := strings.Cut(corners[len(corners)-1], " ")
	before, _, _ := strings.Cut(corners[len(corners)-2], " ")
	if len(corners) < 4 || len(corners) > 6 || last != before {
		t.Errorf("got last corners %v and %v of %v, want equal ones and 4 to 6 in all", before, last, corners)
	}
}
