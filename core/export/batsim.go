package export

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/rows"
)

// batsimColumns are the columns of the file PREFIX_jobs.csv of Batsim 3 to 5
// (batsim.readthedocs.io, Output files, Jobs).
const batsimColumns = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time," +
	"success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch," +
	"allocated_resources,consumed_energy,metadata\n"

// batsim writes one line per job in the order of their ends. A resource is a slot: the slots of
// the first machine are numbered from 0, and those of the next follow.
//
// Batsim does not continue jobs. A preempted job has one line for each piece, with "piece 1 of 2"
// as its metadata; all but the last are killed.
func batsim(w *Work) (Text, error) {
	p, s := &w.Scenario.Farm.Problem, w.chosenAnswer().Solution.(*farm.Solution)
	t := timelineOf(w)
	first, next := make([]int, len(p.Machines)), 0
	for i := range p.Machines {
		first[i], next = next, next+p.Machines[i].Slots
	}
	type piece struct {
		job   string
		start float64
	}
	held := make(map[piece][]span, len(t.bars))
	for i := range t.bars {
		b := &t.bars[i]
		for _, at := range b.at {
			key := piece{b.Name, b.Start}
			held[key] = append(held[key], span{first[b.Row] + at.first, at.count})
		}
	}
	type line struct{ job, piece int }
	parts := stretches(p, s)
	order := make([]line, 0, len(s.Reservations))
	stopped := 0
	for j := range parts {
		for k := range parts[j] {
			order = append(order, line{j, k})
		}
		if len(parts[j]) > 1 {
			stopped++
		}
	}
	slices.SortStableFunc(order, func(a, b line) int {
		return cmp.Compare(parts[a.job][a.piece].end, parts[b.job][b.piece].end)
	})
	out := []byte(batsimColumns)
	for _, l := range order {
		job, x := &p.Jobs[l.job], &parts[l.job][l.piece]
		out = batsimLine(out, job, x, l.piece, len(parts[l.job]), held[piece{job.ID, x.start}])
	}
	text := Text{Bytes: out}
	if stopped > 0 {
		text.Notes = append(text.Notes, doc.Count(stopped, "job")+
			" stopped and continued: Batsim does not know that; "+
			"each piece has a line of its own, with \"piece 1 of 2\" and so on as its metadata")
	}
	return text, nil
}

// batsimLine appends the line of piece k of n of a job.
func batsimLine(b []byte, job *farm.Job, x *stretch, k, n int, held []span) []byte {
	start, end := x.start, x.end
	workload, id, ok := strings.Cut(job.ID, "!") // the form of ids in Batsim's protocol
	if !ok {
		workload, id = "gridbox", job.ID
	}
	asked := -1.0
	if job.Estimate != nil {
		asked = *job.Estimate
	}
	success, state, metadata := "1", "COMPLETED_SUCCESSFULLY", ""
	if n > 1 {
		metadata = "piece " + strconv.Itoa(k+1) + " of " + strconv.Itoa(n)
	}
	if k < n-1 {
		success, state = "0", "COMPLETED_KILLED"
	}
	name := rows.Quote(id)
	fields := []string{name, rows.Quote(workload), name, micro(job.Submitted), strconv.Itoa(job.Slots), micro(asked),
		success, state, micro(start), micro(end - start), micro(end), micro(start - job.Submitted),
		micro(end - job.Submitted), micro((end - job.Submitted) / (end - start)), intervals(held), "-1.000000",
		metadata}
	return append(b, strings.Join(fields, ",")+"\n"...)
}

// micro formats a number with Batsim's six decimals.
func micro(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// intervals formats resources as Batsim does: "7 10 14 17-19". It sorts list in place.
func intervals(list []span) string {
	slices.SortFunc(list, func(a, b span) int { return a.first - b.first })
	var parts []string
	for i := 0; i < len(list); {
		from, to := list[i].first, list[i].first+list[i].count
		for i++; i < len(list) && list[i].first == to; i++ {
			to += list[i].count
		}
		text := strconv.Itoa(from)
		if to-from > 1 {
			text += "-" + strconv.Itoa(to-1)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}
