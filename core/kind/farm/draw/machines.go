package draw

import (
	"cmp"
	"math"
	"strconv"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A MachinesView is the machines of a farm as rows, as tall as their slots, with jobs stacked in
// them: the reservations of a schedule or, without one, the running jobs.
type MachinesView struct {
	Problem  *farm.Problem
	Solution *farm.Solution // nil for none
	// Job is the job whose dependencies, parts and deadline are shown.
	Job    string
	Bound  float64 // a bound on the makespan; 0 for none
	MinEnd float64 // least end of the axis
	// From and To are the visible part of the time in a farm whose machines are summed up; both 0
	// means all of it.
	From, To float64
	// Levels is the index of this problem and solution, if it exists already; nil otherwise.
	Levels *Levels
	// Lanes is the greatest number of slots that are drawn one by one; 0 means lanesShown.
	Lanes    int
	Selected []picture.Ref
	Colour   int
	Width    float64
	Height   float64
	World    bool
	Static   bool
	Name     string
	Choices  []Choice // places to choose from, numbered from 1
}

// A Choice is a machine and a time at which a job might start there.
type Choice struct {
	Machine string
	Start   float64
}

// Machines draws the view as one svg element.
func Machines(v MachinesView) *scene.Node { return timeline.Draw(Rows(v)) }

// lanesShown is the number of slots up to which slots are drawn one by one. Beyond it, machines
// of a sort share a row of sums.
const lanesShown = 220

// Rows returns a farm as rows and bars of a timeline.
func Rows(v MachinesView) timeline.View {
	t := timeline.View{Unit: "s", Name: v.Name, Selected: v.Selected, Colour: v.Colour, Width: v.Width,
		Height: v.Height,
		World:  v.World, Static: v.Static}
	if v.World {
		t.Joins = picture.Job
	}
	s := v.Solution
	if s == nil {
		s = runningReservations(v.Problem)
	}
	slots := 0
	for _, m := range v.Problem.Machines {
		slots += m.Slots
	}
	f := &farmRows{v: &v, t: &t, s: s, row: map[string]int{}, levels: v.Levels}
	if slots+len(v.Problem.Machines)/2 <= cmp.Or(v.Lanes, lanesShown) {
		f.span()
		f.addMachineRows(v.Problem.Machines)
		f.stack()
		f.marks()
		f.number()
		return t
	}
	if f.levels == nil || f.levels.Problem != v.Problem || f.levels.Solution != v.Solution {
		f.levels = NewLevels(v.Problem, v.Solution)
	}
	t.From, t.To = f.levels.from, max(f.levels.to, v.MinEnd, v.Bound)
	if t.To <= 0 {
		f.span()
	}
	if t.Horizon = t.To; v.From < v.To && v.From < t.To {
		t.From, t.To = v.From, min(v.To, t.To)
	}
	f.addMachineRows(f.separate())
	f.sum()
	f.stack()
	f.marks()
	f.clipMarks()
	f.number()
	return t
}

// number adds the numbers of the choices, on the machines that have rows.
func (f *farmRows) number() {
	for i, c := range f.v.Choices {
		if row, ok := f.row[c.Machine]; ok {
			f.t.Numbers = append(f.t.Numbers, timeline.Number{Row: row, At: c.Start, N: i + 1})
		}
	}
}

// clipMarks removes the marks outside of the visible part of the time.
func (f *farmRows) clipMarks() {
	kept := f.t.Marks[:0]
	for _, m := range f.t.Marks {
		if m.At >= f.t.From && m.At <= f.t.To {
			kept = append(kept, m)
		}
	}
	f.t.Marks = kept
}

// runningReservations returns the running jobs as reservations, until they end at the machine's speed.
func runningReservations(p *farm.Problem) *farm.Solution {
	s := &farm.Solution{}
	for i := range p.Jobs {
		j := &p.Jobs[i]
		if j.Running == nil {
			continue
		}
		names := append([]string{j.Running.Machine}, j.Running.OtherMachines...)
		for k, id := range names {
			speed := 1.0
			for q := range p.Machines {
				if p.Machines[q].ID == id {
					speed = j.SpeedOf(&p.Machines[q])
				}
			}
			s.Reservations = append(s.Reservations,
				farm.Reservation{Job: j.ID, Part: k + 1, Machine: id, Slots: j.Slots / len(names),
					Start: j.Running.Since, Finish: j.Running.Since + j.Duration/speed, StartKind: farm.StartRunning})
		}
	}
	return s
}

// farmRows is one picture while it is drawn.
type farmRows struct {
	v   *MachinesView
	t   *timeline.View
	s   *farm.Solution
	row map[string]int // by machine with a row of its own

	levels *Levels // of a farm that is summed up
}

// span sets the range of time so that it covers all reservations and the limits of the view. If
// nothing ends after 0, the range ends with the longest duration, and at 1 or later.
func (f *farmRows) span() {
	f.t.To = max(f.v.MinEnd, f.v.Bound)
	for i := range f.s.Reservations {
		r := &f.s.Reservations[i]
		f.t.From, f.t.To = min(f.t.From, r.Start), max(f.t.To, r.Finish)
	}
	if f.t.To <= 0 {
		for i := range f.v.Problem.Jobs {
			f.t.To = max(f.t.To, f.v.Problem.Jobs[i].Duration)
		}
		f.t.To = max(1, f.t.To)
	}
}

// addMachineRows adds a row for each of the machines.
func (f *farmRows) addMachineRows(machines []farm.Machine) {
	for i := range machines {
		m := &machines[i]
		f.row[m.ID] = len(f.t.Rows)
		note := picture.Count(m.Slots, "slot")
		if m.Type != "" {
			note += " · " + m.Type
		}
		label := i18n.T("Machine {}, {}, {} MB", m.ID, picture.Count(m.Slots, "slot"), picture.Number(m.Memory))
		if m.Speed != nil {
			note += " · ×" + picture.Number(*m.Speed)
			label += i18n.T(", speed {}", picture.Number(*m.Speed))
		}
		if m.Type != "" {
			label += i18n.T(", type {}", m.Type)
		}
		f.t.Rows = append(f.t.Rows, timeline.Row{Kind: picture.Machine, ID: m.ID, Note: note, Height: float64(m.Slots),
			Say: label})
	}
}

// separate returns the machines that have rows of their own in a picture of summed machines: the
// selected ones, and those of the job.
func (f *farmRows) separate() []farm.Machine {
	want := map[string]bool{}
	for _, r := range f.v.Selected {
		if r.Kind == picture.Machine {
			want[r.ID] = true
		}
	}
	for i := range f.s.Reservations {
		if r := &f.s.Reservations[i]; r.Job == f.v.Job && len(want) < 8 {
			want[r.Machine] = true
		}
	}
	var list []farm.Machine
	for i := range f.v.Problem.Machines {
		if m := &f.v.Problem.Machines[i]; want[m.ID] && m.Slots <= lanesShown {
			list = append(list, f.v.Problem.Machines[i])
		}
	}
	return list
}

// stack places the reservations of each machine into lanes, one lane for each slot.
func (f *farmRows) stack() {
	if len(f.row) == 0 {
		return
	}
	on := make([][]*farm.Reservation, len(f.t.Rows))
	for i := range f.s.Reservations {
		r := &f.s.Reservations[i]
		if row, ok := f.row[r.Machine]; ok {
			on[row] = append(on[row], r)
		}
	}
	parts := partsOf(f.s)
	for row, list := range on {
		f.pile(row, int(f.t.Rows[row].Height), list, parts)
	}
}

// pile places reservations into the lanes of a row with the given number of slots.
func (f *farmRows) pile(row, slots int, list []*farm.Reservation, parts map[string]int) {
	if len(list) == 0 {
		return
	}
	sorting.Stable(list, func(a, b *farm.Reservation) int {
		if c := cmp.Compare(a.Start, b.Start); c != 0 {
			return c
		}
		return b.Slots - a.Slots
	})
	lanes := make([]float64, slots)
	for i := range lanes {
		lanes[i] = math.Inf(-1)
	}
	for _, r := range list {
		for k, run := range occupyLanes(lanes, r) {
			bar := reservationBar(r, parts[r.Job] > 1)
			bar.Row, bar.Top, bar.Height = row, float64(run[0])/float64(len(lanes)),
				float64(run[1])/float64(len(lanes))
			if k > 0 { // further lanes of a job are not marks of their own
				bar.Ref.ID, bar.Text = "", ""
			}
			f.t.Bars = append(f.t.Bars, bar)
		}
	}
}

// occupyLanes occupies lanes for a reservation: the first run of free lanes that is long enough, or
// else any free lanes. It returns runs as first lane and length.
func occupyLanes(until []float64, r *farm.Reservation) (runs [][2]int) {
	need := min(r.Slots, len(until))
	free := func(i int) bool { return until[i] <= r.Start }
	for i := 0; i+need <= len(until); i++ {
		n := 0
		for n < need && free(i+n) {
			n++
		}
		if n == need {
			runs, need = [][2]int{{i, n}}, 0
			break
		}
		i += n // lane i+n is taken
	}
	for i := 0; i < len(until) && need > 0; i++ {
		k := len(runs) - 1
		switch {
		case !free(i):
			continue
		case k >= 0 && runs[k][0]+runs[k][1] == i:
			runs[k][1]++
		default:
			runs = append(runs, [2]int{i, 1})
		}
		need--
	}
	for _, run := range runs {
		for i := run[0]; i < run[0]+run[1]; i++ {
			until[i] = r.Finish
		}
	}
	return runs
}

// partsOf returns the number of parts of each job.
func partsOf(s *farm.Solution) map[string]int {
	parts := map[string]int{}
	for i := range s.Reservations {
		r := &s.Reservations[i]
		parts[r.Job] = max(parts[r.Job], r.Part)
	}
	return parts
}

// hows describes in words how a reservation was made.
var hows = map[string]string{
	farm.StartRunning: "runs already", farm.StartDirect: "placed as soon as it was ready",
	farm.StartReserved: "reserved in advance",
	farm.StartBackfill: "backfilled", farm.StartQueued: "started from the queue",
	farm.StartResumed: "resumed",
}

// reservationBar returns the bar of a reservation with its class, signs and label. divided is set
// if the job has several parts; then the text has the number of the part.
func reservationBar(r *farm.Reservation, divided bool) timeline.Bar {
	text := r.Job
	label := i18n.T("Job {}", r.Job)
	if divided {
		text += "-" + strconv.Itoa(r.Part)
		label = i18n.T("Job {}", text)
	}
	label += i18n.T(", {} to {} s, {}",
		picture.Number(r.Start), picture.Number(r.Finish),
		picture.Count(r.Slots,
			"slot"))
	if how := hows[r.StartKind]; how != "" {
		label += ", " + how
	}
	b := timeline.Bar{Start: r.Start, End: r.Finish, Ref: picture.Ref{Kind: picture.Job, ID: r.Job}, Class: "work",
		Text: text}
	switch r.StartKind {
	case farm.StartRunning:
		b.Class, b.Signs = "going", timeline.Going
	case farm.StartReserved:
		b.Signs = timeline.Bracketed
	case farm.StartBackfill:
		b.Class, b.Signs = "backfill", timeline.Pale
	}
	if r.Preempted != nil {
		b.Signs |= timeline.Notched
		label += i18n.T(", stopped for job {}", r.Preempted.By)
	}
	b.Say = label
	return b
}
