package export

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/problem/farm"
)

// batsimColumns are those of the file PREFIX_jobs.csv of Batsim 3 to 5
// (batsim.readthedocs.io, Output files, Jobs).
const batsimColumns = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time," +
	"success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch," +
	"allocated_resources,consumed_energy,metadata\n"

// batsim writes one line a job in the order in which they end. A resource is a
// slot: those of the first machine are numbered from 0, those of the next follow.
func batsim(w *Work) (Text, error) {
	p, s := &w.Scenario.Farm.Problem, w.chosen().Solution.(*farm.Solution)
	t := timelineOf(w)
	first, next := make([]int, len(p.Machines)), 0
	for i := range p.Machines {
		first[i], next = next, next+p.Machines[i].Slots
	}
	last := make(map[string]float64, len(p.Jobs)) // when a job's last stretch starts
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if at, seen := last[r.Job]; !seen || r.Start > at {
			last[r.Job] = r.Start
		}
	}
	held := make(map[string][]span, len(p.Jobs))
	for i := range t.bars {
		b := &t.bars[i]
		if b.start != last[b.name] {
			continue
		}
		for _, at := range b.at {
			held[b.name] = append(held[b.name], span{first[b.row] + at.first, at.count})
		}
	}
	parts := stretches(p, s)
	order := make([]int, 0, len(p.Jobs))
	stopped := 0
	for j := range parts {
		if len(parts[j]) > 0 {
			order = append(order, j)
		}
		if len(parts[j]) > 1 {
			stopped++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(parts[a][len(parts[a])-1].end, parts[b][len(parts[b])-1].end)
	})
	out := []byte(batsimColumns)
	for _, j := range order {
		out = batsimLine(out, &p.Jobs[j], parts[j], held[p.Jobs[j].ID])
	}
	text := Text{Bytes: out}
	if stopped > 0 {
		text.Notes = append(text.Notes, counted(stopped, "job")+" stopped and continued: Batsim's file has one line a "+
			"job; the execution time is from the first start to the end, the resources are the last ones")
	}
	return text, nil
}

func batsimLine(b []byte, job *farm.Job, parts []stretch, held []span) []byte {
	start, end := parts[0].start, parts[len(parts)-1].end
	workload, id, ok := strings.Cut(job.ID, "!") // as Batsim's protocol writes both
	if !ok {
		workload, id = "gridbox", job.ID
	}
	asked := -1.0
	if job.Estimate != nil {
		asked = *job.Estimate
	}
	fields := []string{cell(id), cell(workload), cell(id), micro(job.Submitted), strconv.Itoa(job.Slots), micro(asked),
		"1", "COMPLETED_SUCCESSFULLY", micro(start), micro(end - start), micro(end), micro(start - job.Submitted),
		micro(end - job.Submitted), micro((end - job.Submitted) / (end - start)), intervals(held), "-1.000000", ""}
	return append(b, strings.Join(fields, ",")+"\n"...)
}

// micro writes a number with Batsim's six decimals.
func micro(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// intervals writes resources as Batsim does: "7 10 14 17-19".
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
