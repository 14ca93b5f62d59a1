package export

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/sorting"
)

// Chrome's Trace Event Format (Duca and Sinclair: Trace Event Format, 2016), as an object with an
// array of events:
//
//   - "M" events name processes and threads and order them;
//   - one "X" event for each bar of the answer, with its start and duration in microseconds, on
//     the thread of its lowest slot;
//   - "C" events for counters at each change.
//
// Process 1 has the counters; machines follow from 2 on. No two X events of a thread overlap. If
// jobs ran before 0, all times are shifted to start at 0, because viewers begin there.

// A ticks converts times to the integers of a trace: nanoseconds if the schedule is shorter than
// 285 years, otherwise microseconds.
type ticks struct {
	base    float64
	seconds float64 // ticks per second
	micro   int64   // ticks per microsecond
}

// ticksOf returns the conversion for a timeline.
func ticksOf(t *timeline) ticks {
	k := ticks{seconds: 1e9, micro: 1000}
	last := 0.0
	for i := range t.bars {
		k.base, last = min(k.base, t.bars[i].Start), max(last, t.bars[i].End)
	}
	for _, w := range t.Waits {
		k.base = min(k.base, w.From)
	}
	if last-k.base > 9e9 {
		k.seconds, k.micro = 1e6, 1
	}
	return k
}

// convert returns a time in ticks.
func (k ticks) convert(time float64) int64 { return int64(math.Round((time - k.base) * k.seconds)) }

// append appends ticks as microseconds.
func (k ticks) append(b []byte, n int64) []byte {
	b = strconv.AppendInt(b, n/k.micro, 10)
	if rest := n % k.micro; rest != 0 {
		text := strconv.FormatInt(k.micro+rest, 10)
		b = append(append(b, '.'), strings.TrimRight(text[1:], "0")...)
	}
	return b
}

const counterProcess = 1 // id of the process of the counters

// chromeTrace returns the chosen answer as a Chrome trace. Notes name an offset of the times and
// an assumed unit. The error is always nil.
func chromeTrace(w *Work) (Text, error) {
	t := timelineOf(w)
	k := ticksOf(t)
	b := []byte(`{"displayTimeUnit":"ms","otherData":{`)
	about := []string{"title", w.title(), "algorithm", name(w.chosenAnswer()), "kind", w.kind(), "engine",
		catalog.Version,
		"digest", w.chosenAnswer().Digest}
	var notes []string
	if k.base < 0 {
		notes = append(notes, "Times are "+doc.Number(-k.base)+
			" s later than in the scenario, because some lie before 0.")
	}
	if t.Unitless {
		notes = append(notes, "Times of this kind have no unit; one is written as a second.")
	}
	if notes != nil {
		about = append(about, "note", strings.Join(notes, " "))
	}
	for i := 0; i < len(about); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, quote(about[i])...), ':'), quote(about[i+1])...)
	}
	b = append(b, "},\n\"traceEvents\":[\n"...)
	b = t.names(b, w)
	b = t.events(b, k)
	b = t.counters(b, k)
	b = append(b[:len(b)-2], "\n]}\n"...) // without the last comma
	return Text{Bytes: b, Notes: notes}, nil
}

// names appends the events that name processes and used threads.
func (t *timeline) names(b []byte, w *Work) []byte {
	b = meta(b, "process_name", counterProcess, 0, `"name":`+quote(w.title()+": "+name(w.chosenAnswer())))
	b = meta(b, "process_sort_index", counterProcess, 0, `"sort_index":0`)
	used := make([]map[int]bool, len(t.Rows))
	for i := range t.bars {
		if at := t.bars[i].Row; used[at] == nil {
			used[at] = map[int]bool{}
		}
		used[t.bars[i].Row][t.bars[i].at[0].first] = true
	}
	for i := range t.Rows {
		b = meta(b, "process_name", counterProcess+1+i, 0, `"name":`+quote(t.Rows[i].Name))
		b = meta(b, "process_sort_index", counterProcess+1+i, 0, `"sort_index":`+strconv.Itoa(i+1))
		for _, slot := range sorting.Keys(used[i]) {
			b = meta(b, "thread_name", counterProcess+1+i, slot+1, `"name":`+quote(thread(&t.Rows[i], slot)))
			b = meta(b, "thread_sort_index", counterProcess+1+i, slot+1, `"sort_index":`+strconv.Itoa(slot))
		}
	}
	return b
}

// thread returns the name of a slot of a row.
func thread(r *kind.Row, slot int) string {
	switch {
	case slot < len(r.Threads):
		return r.Threads[slot]
	case slot >= r.Slots:
		return "more than there is: " + strconv.Itoa(slot+1)
	}
	return "slot " + strconv.Itoa(slot+1)
}

// meta appends an event of metadata.
func meta(b []byte, what string, process, thread int, args string) []byte {
	b = append(b, `{"ph":"M","name":`...)
	b = append(b, quote(what)...)
	b = append(b, `,"pid":`...)
	b = strconv.AppendInt(b, int64(process), 10)
	b = append(b, `,"tid":`...)
	b = strconv.AppendInt(b, int64(thread), 10)
	return append(append(append(b, `,"args":{`...), args...), "}},\n"...)
}

// events appends the bars by start.
func (t *timeline) events(b []byte, k ticks) []byte {
	for i := range t.bars {
		r := &t.bars[i]
		start, end := k.convert(r.Start), k.convert(r.End)
		b = append(b, `{"ph":"X","name":`...)
		b = append(append(append(b, quote(r.Name)...), `,"cat":`...), quote(r.Category)...)
		b = append(append(b, `,"pid":`...), strconv.Itoa(counterProcess+1+r.Row)...)
		b = append(append(b, `,"tid":`...), strconv.Itoa(r.at[0].first+1)...)
		b = k.append(append(b, `,"ts":`...), start)
		b = k.append(append(b, `,"dur":`...), max(0, end-start))
		b = append(b, `,"args":{`...)
		for n := 0; n < len(r.Attributes); n += 2 {
			b = append(append(append(append(b, quote(r.Attributes[n])...), ':'), r.Attributes[n+1]...), ',')
		}
		b = append(append(append(b, `"on":`...), quote(formatSlots(r.at))...), "}},\n"...)
	}
	return b
}

// formatSlots formats slots with numbers from 1: "1-3 7".
func formatSlots(list []span) string {
	var parts []string
	for _, s := range list {
		text := strconv.Itoa(s.first + 1)
		if s.count > 1 {
			text += "-" + strconv.Itoa(s.first+s.count)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// A step is the change of the counters at a time.
type step struct {
	time       float64
	row        int // -1 for the queue
	slots, job int
}

// counters appends the used slots of each row, their share of all slots, and the number of
// waiting jobs, at each change.
func (t *timeline) counters(b []byte, k ticks) []byte {
	steps := make([]step, 0, 2*(len(t.bars)+len(t.Waits)))
	for i := range t.bars {
		if r := &t.bars[i]; r.Thread == 0 {
			steps = append(steps, step{r.Start, r.Row, r.Slots, 0}, step{r.End, r.Row, -r.Slots, 0})
		}
	}
	for _, w := range t.Waits {
		if w.From < w.To {
			steps = append(steps, step{w.From, -1, 0, 1}, step{w.To, -1, 0, -1})
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return sorting.Ascending(a.time, b.time) })
	taken, shown := make([]int, len(t.Rows)), make([]int, len(t.Rows))
	all, queue, lastAll, lastQueue := 0, 0, -1, -1
	if len(steps) > 0 && k.convert(steps[0].time) > 0 {
		b = counter(b, k, "utilization", counterProcess, 0, "percent", 0)
	}
	for i := 0; i < len(steps); {
		now := k.convert(steps[i].time)
		var rows []int
		for ; i < len(steps) && k.convert(steps[i].time) == now; i++ {
			s := &steps[i]
			queue += s.job
			if s.row >= 0 {
				all += s.slots
				taken[s.row] += s.slots
				rows = append(rows, s.row)
			}
		}
		if all != lastAll && t.slots > 0 {
			b = counter(b, k, "utilization", counterProcess, now, "percent", 100*float64(all)/float64(t.slots))
			lastAll = all
		}
		if queue != lastQueue {
			b = counter(b, k, "queue", counterProcess, now, "jobs", float64(queue))
			lastQueue = queue
		}
		slices.Sort(rows)
		for _, r := range slices.Compact(rows) {
			if len(t.Rows) > 1 && taken[r] != shown[r] {
				b = counter(b, k, "slots in use", counterProcess+1+r, now, "slots", float64(taken[r]))
				shown[r] = taken[r]
			}
		}
	}
	return b
}

// counter appends a counter event.
func counter(b []byte, k ticks, what string, process int, at int64, series string, value float64) []byte {
	b = append(append(append(b, `{"ph":"C","name":`...), quote(what)...), `,"pid":`...)
	b = append(strconv.AppendInt(b, int64(process), 10), `,"tid":0,"ts":`...)
	b = append(append(append(k.append(b, at), `,"args":{`...), quote(series)...), ':')
	return append(doc.AppendNumber(b, value), "}},\n"...)
}

// quote returns a text as a JSON string.
func quote(text string) string { return string(doc.Canonical(text)) }

// num formats a number.
func num(x float64) string { return doc.Number(x) }
