package farm

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/waittime"
)

// problem returns the tables and the policy.
func problem(s *state.State) ui.Node {
	p := &s.Problem.Farm.Problem
	solution, _ := shownAnswer(s)
	at := "reserved, s"
	if showsPrediction(s) {
		solution, at = nil, "start"
	}
	first, expected := firstOf(solution), queueReplay(s)
	return ui.El("div",
		screen.List{Kind: "job", Title: "Jobs", Head: []string{"name", "duration, s", "slots", at}, Len: len(p.Jobs),
			Add: ui.Act("add", "job"),
			ID:  func(i int) string { return p.Jobs[i].ID },
			Cells: func(i int) []ui.Node {
				j, when := &p.Jobs[i], "–"
				if r := first(j.ID); r != nil {
					when = r.Machine + ", " + picture.Number(r.Start)
				} else if expected != nil {
					when = startOf(s, expected, j)
				}
				return []ui.Node{screen.Num(s, screen.FieldPath("jobs", i, "duration"),
					i18n.T("Duration of job {} in s",
						j.ID),
					ui.Exact(j.Duration)),
					screen.Cell(strconv.Itoa(j.Slots)), screen.Cell(when)}
			}}.View(s),
		screen.List{Kind: "machine", Title: "Machines", Head: []string{"name", "slots", "memory, MB", "type"},
			Len: len(p.Machines), Add: ui.Act("add", "machine"),
			ID: func(i int) string { return p.Machines[i].ID },
			Cells: func(i int) []ui.Node {
				m := &p.Machines[i]
				return []ui.Node{screen.Num(s, screen.FieldPath("machines", i, "slots"), i18n.T("Slots of machine {}",
					m.ID),
					strconv.Itoa(m.Slots)),
					screen.Cell(ui.Exact(m.Memory)), screen.Cell(m.Type)}
			}}.View(s),
		screen.List{Kind: "link", Title: "Links", Folded: true, Head: []string{"between", "bandwidth, MB/s"},
			Len:  len(p.Links),
			ID:   func(i int) string { return markid.LinkID(p.Links[i].A, p.Links[i].B) },
			Name: func(i int) string { return p.Links[i].A + " – " + p.Links[i].B },
			Cells: func(i int) []ui.Node {
				l := &p.Links[i]
				return []ui.Node{screen.Num(s, screen.FieldPath("links", i, "bandwidth"),
					i18n.T("Bandwidth between {} and {} in MB/s", l.A, l.B), ui.Exact(l.Bandwidth))}
			}}.View(s),
		shares(s, p),
		screen.Fold("Licences and order", ui.El("div", ui.Class("form"),
			screen.Row(s, ui.FieldView{Path: "licenses", Label: "Floating licences", Value: licences(p),
				Placeholder: "solver 4", Title: "how many jobs may hold each licence at a time"}),
			screen.Row(s, ui.FieldView{Path: "order", Label: "Order of jobs", Value: state.NameList(p.Order),
				Placeholder: "by static priority",
				Title:       "jobs scheduled first, in place of their static priorities"}))),
		policy(s, p))
}

// startOf returns the predicted start of a job in the queue.
func startOf(s *state.State, a *waittime.Answer, j *farm.Job) string {
	if w := jobIn(a, j.ID); w != nil {
		return clock(s.Problem.Farm.Moment, w.Start)
	}
	if j.Running != nil {
		return "runs"
	}
	return "–"
}

// firstOf returns a function that finds the first reservation of a job. Rows ask for one job after the other and
// reservations are in the order of jobs, so each search begins where the last one ended.
func firstOf(solution *farm.Solution) func(id string) *farm.Reservation {
	if solution == nil {
		return func(string) *farm.Reservation { return nil }
	}
	all, at := solution.Reservations, 0
	return func(id string) (first *farm.Reservation) {
		if at == len(all) || all[at].Job != id {
			at = max(0, slices.IndexFunc(all, func(r farm.Reservation) bool { return r.Job == id }))
		}
		for ; at < len(all) && all[at].Job == id; at++ {
			if r := &all[at]; first == nil || r.Start < first.Start {
				first = r
			}
		}
		return first
	}
}

func licences(p *farm.Problem) string {
	return textOf(reflect.ValueOf(p.Licenses))
}

// form returns the form of what was selected last.
func form(s *state.State) ui.Node {
	p := &s.Problem.Farm.Problem
	solution, _ := shownAnswer(s)
	if showsPrediction(s) {
		solution = nil
	}
	if many := screen.BulkForm(s); !many.IsZero() {
		return many
	}
	t := s.Main()
	switch t.Kind {
	case picture.Job:
		for i := range p.Jobs {
			if p.Jobs[i].ID == t.ID {
				return jobForm(s, p, i, reservationsOf(solution, t.ID))
			}
		}
	case picture.Machine:
		for i := range p.Machines {
			if p.Machines[i].ID == t.ID {
				return machineForm(s, p, i)
			}
		}
	case "share":
		for i := range p.Shares {
			if p.Shares[i].ID == t.ID {
				return shareForm(s, p, i)
			}
		}
	case picture.Link:
		for i := range p.Links {
			if l := p.Links[i]; markid.LinkID(l.A, l.B) == t.ID {
				return screen.Section(i18n.T("Link {} – {}", l.A, l.B), ui.El("div", ui.Class("form"),
					rows(s, screen.FieldPath("links", i, ""), l, nil, "bandwidth")), screen.Deletes(t))
			}
		}
	}
	return ui.Node{}
}

// machineForm returns the form of machine i with its links and a choice of machines to connect it to. It lists at
// most 40 links.
func machineForm(s *state.State, p *farm.Problem, i int) ui.Node {
	m := p.Machines[i]
	path := screen.FieldPath("machines", i, "")
	joined := map[string]bool{m.ID: true}
	var links []ui.Node
	for k, l := range p.Links {
		other := l.B
		if l.B == m.ID {
			other = l.A
		}
		if l.A == m.ID || l.B == m.ID {
			joined[other] = true
			if len(links) < 40 {
				links = append(links, ui.El("tr", ui.RowHead(screen.Pick("link", markid.LinkID(l.A, l.B), other)),
					screen.Num(s, screen.FieldPath("links", k, "bandwidth"), i18n.T("Bandwidth to {} in MB/s", other),
						ui.Exact(l.Bandwidth))))
			}
		}
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"), rows(s, path, m, nil))}
	if len(links) > 0 {
		parts = append(parts, ui.El("h3", i18n.T("Links of {}", m.ID)),
			screen.Table(i18n.T("Links of {}", m.ID), []string{"to", "bandwidth, MB/s"}, links))
	}
	var others []string
	for k := range p.Machines {
		if id := p.Machines[k].ID; !joined[id] {
			others = append(others, id)
		}
	}
	parts = append(parts, screen.Offer("connect-to", "Connect to", "choose a machine", ui.A("data-connect", m.ID),
		others))
	return screen.Section(i18n.T("Machine {}", m.ID),
		append(parts, screen.Deletes(state.Ref{Kind: picture.Machine, ID: m.ID}))...)
}

// jobForm returns the form of job i with its dependencies and its reservations. Farms of more than 300 machines have
// no choice of the machine on which it runs.
func jobForm(s *state.State, p *farm.Problem, i int, reserved []farm.Reservation) ui.Node {
	j := p.Jobs[i]
	path := screen.FieldPath("jobs", i, "")
	form := rows(s, path, j, nil)
	if len(p.Machines) <= 300 {
		where := ui.FieldView{Path: path + "running.machine", Label: "Running on", Choices: []string{""},
			Placeholder: "none",
			Title:       "machine on which it already runs, from an earlier cycle"}
		for k := range p.Machines {
			where.Choices = append(where.Choices, p.Machines[k].ID)
		}
		if j.Running != nil {
			where.Value = j.Running.Machine
		}
		form = append(form, screen.Row(s, where))
	}
	if j.Running != nil {
		form = append(form, rows(s, path+"running.", *j.Running, nil, "since", "others")...)
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"), form)}
	if text := placementText(reserved); text != "" {
		_, a := shownAnswer(s)
		parts = append([]ui.Node{ui.El("p", ui.Class("note"), i18n.T("{} runs it {}.",
			screen.Algorithm(s, a).Name, text))},
			parts...)
	}
	if j.Running == nil {
		parts = append(parts, waitChoice(p, &j))
	}
	if len(j.After) > 0 {
		var ties []ui.Node
		for k, a := range j.After {
			at := path + screen.FieldPath("after", k, "")
			ties = append(ties, ui.El("tr", ui.RowHead(screen.Pick("job", a.Job, a.Job)),
				screen.Num(s, at+"delay", i18n.T("Delay after job {} in s", a.Job), ui.Exact(a.Delay)),
				screen.Num(s, at+"data", i18n.T("Data from job {} in MB", a.Job), ui.Exact(a.Data))))
		}
		parts = append(parts, ui.El("h3", i18n.T("Dependencies of job {}", j.ID)),
			screen.Table("Dependencies", []string{"job", "delay, s", "data, MB"}, ties))
	}
	return screen.Section(i18n.T("Job {}", j.ID),
		append(parts, screen.Deletes(state.Ref{Kind: picture.Job, ID: j.ID}))...)
}

// waitChoice returns the list from which a job to wait for is chosen.
func waitChoice(p *farm.Problem, j *farm.Job) ui.Node {
	if len(p.Jobs) > 300 {
		return ui.Node{}
	}
	waits := map[string]bool{j.ID: true}
	for _, a := range j.After {
		waits[a.Job] = true
	}
	var others []string
	for i := range p.Jobs {
		if id := p.Jobs[i].ID; !waits[id] {
			others = append(others, id)
		}
	}
	return screen.Offer("wait-for", "Wait for", "choose a job", ui.A("data-after", j.ID), others)
}

// placementText describes the machine and time of a job.
func placementText(list []farm.Reservation) string {
	if len(list) == 0 {
		return ""
	}
	machines, from, to, parts, stopped := []string{}, list[0].Start, list[0].Finish, 1, ""
	for _, r := range list {
		from, to, parts = min(from, r.Start), max(to, r.Finish), max(parts, r.Part)
		if !slices.Contains(machines, r.Machine) {
			machines = append(machines, r.Machine)
		}
		if r.Preempted != nil {
			stopped = i18n.T(", stopped in between for job {}", r.Preempted.By)
		}
	}
	if len(machines) > 4 && parts > 1 {
		machines = append(machines[:3], i18n.T("{} more", ui.Integer(len(machines)-3)))
	}
	text := i18n.T("on {} from {} to {} s", strings.Join(machines, ", "), picture.Number(from), picture.Number(to))
	if parts > 1 {
		text = i18n.T("in {} parts {}", ui.Integer(parts), text)
	}
	return text + stopped
}
