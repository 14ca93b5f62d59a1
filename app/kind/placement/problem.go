package placement

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
)

// problem returns the tables of everything.
func problem(s *state.State) ui.Node {
	p := &s.Problem.Placement.Problem
	return ui.El("div",
		list(s, "cluster", "Clusters", []string{"name", "power, MIPS", "data"}, len(p.Clusters),
			func(i int) string { return p.Clusters[i].ID },
			func(i int) []ui.Node {
				c := &p.Clusters[i]
				return []ui.Node{num(s, "clusters", i, "mips", i18n.T("Power of {} in MIPS", c.ID), ui.Exact(c.MIPS)),
					screen.Cell(strconv.Itoa(replicaCount(p, c.ID)))}
			}),
		list(s, "link", "Links", []string{"between", "bandwidth, MB/s"}, len(p.Links),
			func(i int) string { return markid.LinkID(p.Links[i].A, p.Links[i].B) },
			func(i int) []ui.Node {
				l := &p.Links[i]
				return []ui.Node{num(s, "links", i, "bandwidth", i18n.T("Bandwidth between {} and {} in MB/s",
					l.A, l.B),
					ui.Exact(l.Bandwidth))}
			}),
		list(s, "dataset", "Datasets", []string{"name", "size, MB", "replicas"}, len(p.Datasets),
			func(i int) string { return p.Datasets[i].ID },
			func(i int) []ui.Node {
				d := &p.Datasets[i]
				return []ui.Node{num(s, "datasets", i, "size", i18n.T("Size of {} in MB", d.ID), ui.Exact(d.Size)),
					screen.Cell(strconv.Itoa(len(d.At)))}
			}),
		list(s, "job", "Jobs", []string{"name", "work, MI", "needs", "runs on"}, len(p.Jobs),
			func(i int) string { return p.Jobs[i].ID },
			func(i int) []ui.Node {
				j := &p.Jobs[i]
				work := num(s, "jobs", i, "mi", i18n.T("Work of {} in MI", j.ID), ui.Exact(j.MI))
				if j.HasTimes() {
					work = screen.Cell("times")
				}
				return []ui.Node{work, screen.Cell(joinIDs(j.Datasets)), screen.Cell(assignedCluster(s, i, j.ID))}
			}),
		matrix(p),
	)
}

// assignedCluster returns the cluster to which the focused answer assigns the job at index i.
func assignedCluster(s *state.State, i int, id string) string {
	sol, _ := shownAnswer(s)
	if sol == nil || i >= len(sol.Assignments) || sol.Assignments[i].Job != id {
		return "–"
	}
	return sol.Assignments[i].Cluster
}

// joinIDs joins ids and counts the rest of a long list.
func joinIDs(ids []string) string {
	if len(ids) > 3 {
		return strings.Join(ids[:2], " ") + " +" + strconv.Itoa(len(ids)-2)
	}
	return strings.Join(ids, " ")
}

func replicaCount(p *placement.Problem, cluster string) int {
	n := 0
	for _, d := range p.Datasets {
		for _, at := range d.At {
			if at == cluster {
				n++
			}
		}
	}
	return n
}

// form returns the exact values of the thing selected last.
func form(s *state.State) ui.Node {
	p := &s.Problem.Placement.Problem
	if many := screen.BulkForm(s); !many.IsZero() {
		return many
	}
	t := s.Main()
	i := -1
	switch t.Kind {
	case "cluster":
		for k := range p.Clusters {
			if p.Clusters[k].ID == t.ID {
				i = k
			}
		}
		if i >= 0 {
			return clusterForm(s, p, i)
		}
	case "link":
		for k := range p.Links {
			if markid.LinkID(p.Links[k].A, p.Links[k].B) == t.ID {
				l := p.Links[k]
				return screen.Section(i18n.T("Link {} – {}", l.A, l.B), ui.El("div", ui.Class("form"),
					row(s, "links", k, "bandwidth", "Bandwidth", "MB/s", ui.Exact(l.Bandwidth), true)),
					screen.Deletes(t))
			}
		}
	case "dataset":
		for k := range p.Datasets {
			if p.Datasets[k].ID == t.ID {
				return datasetForm(s, p, k)
			}
		}
	case "job":
		for k := range p.Jobs {
			if p.Jobs[k].ID == t.ID {
				return jobForm(s, p, k)
			}
		}
	}
	return ui.Node{}
}

// clusterForm returns the form of cluster i with its replicas, its links and a choice of clusters to connect it to.
// It lists at most 60 datasets.
func clusterForm(s *state.State, p *placement.Problem, i int) ui.Node {
	c := p.Clusters[i]
	var data []ui.Node
	for _, d := range p.Datasets {
		on := slices.Contains(d.At, c.ID)
		data = append(data, ui.El("button", ui.A("type", "button"), ui.Class("chip"), ui.Aria("pressed", on),
			ui.Act("replica", d.ID, c.ID),
			ui.A("title", i18n.T("replica of {}, {} MB", d.ID, ui.AllDigits(d.Size))), d.ID))
		if len(data) == 60 {
			data = append(data, ui.El("span", ui.Class("note"),
				i18n.T("and {} more; use the datasets' table", ui.Integer(len(p.Datasets)-60))))
			break
		}
	}
	var links []ui.Node
	for k, l := range p.Links {
		other := ""
		switch c.ID {
		case l.A:
			other = l.B
		case l.B:
			other = l.A
		default:
			continue
		}
		id := markid.LinkID(l.A, l.B)
		links = append(links, ui.El("tr", ui.If(s.IsSelected("link", id), ui.Class("sel")),
			ui.RowHead(screen.Pick("link", id, other)),
			num(s, "links", k, "bandwidth", i18n.T("Bandwidth to {} in MB/s", other), ui.Exact(l.Bandwidth))))
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"),
		row(s, "clusters", i, "id", "Name", "", c.ID, false),
		row(s, "clusters", i, "mips", "Power", "MIPS", ui.Exact(c.MIPS), true),
		coordinate(s, i, "x", "From left", c.X), coordinate(s, i, "y", "From top", c.Y)),
		ui.El("h3", i18n.T("Replicas on {}", c.ID)),
		ui.El("div", ui.Class("chips"), ui.A("role", "group"), ui.A("aria-label", i18n.T("Replicas on {}", c.ID)),
			data)}
	if len(links) > 0 {
		parts = append(parts, ui.El("h3", i18n.T("Links of {}", c.ID)), screen.Table(i18n.T("Links of {}", c.ID),
			[]string{"to", "bandwidth, MB/s"}, links))
	}
	parts = append(parts, connectTo(p, c.ID), screen.Deletes(state.Ref{Kind: "cluster", ID: c.ID}))
	return screen.Section(i18n.T("Cluster {}", c.ID), parts...)
}

// coordinate returns the field of a cluster's place in the picture, the alternative to dragging it.
func coordinate(s *state.State, i int, field, label string, at *float64) ui.Node {
	f := ui.FieldView{Path: "placement.clusters[" + strconv.Itoa(i) + "]." + field, ID: "f-clusters-" + field,
		Label: label, Unit: "0 to 1", Placeholder: "automatic", Number: true}
	if at != nil {
		f.Value = ui.Exact(*at)
	}
	screen.ApplyTyped(s, &f)
	return f.Row()
}

// connectTo returns the form that adds links without the picture.
func connectTo(p *placement.Problem, id string) ui.Node {
	joined := map[string]bool{id: true}
	for _, l := range p.Links {
		if l.A == id {
			joined[l.B] = true
		}
		if l.B == id {
			joined[l.A] = true
		}
	}
	var others []string
	for i := range p.Clusters {
		if c := p.Clusters[i].ID; !joined[c] {
			others = append(others, c)
		}
	}
	return screen.Offer("connect-to", "Connect to", "choose a cluster", ui.A("data-connect", id), others)
}

// datasetForm returns the form of dataset i with the clusters that have a replica. It lists at most 120 clusters.
func datasetForm(s *state.State, p *placement.Problem, i int) ui.Node {
	d := p.Datasets[i]
	var at []ui.Node
	for k, c := range p.Clusters {
		if k == 120 {
			at = append(at, ui.El("span", ui.Class("note"),
				i18n.T("and {} more; click them on the picture", ui.Integer(len(p.Clusters)-k))))
			break
		}
		at = append(at, ui.El("button", ui.A("type", "button"), ui.Class("chip"), ui.Aria("pressed",
			slices.Contains(d.At, c.ID)), ui.Act("replica", d.ID, c.ID), c.ID))
	}
	return screen.Section(i18n.T("Dataset {}", d.ID), ui.El("div", ui.Class("form"),
		row(s, "datasets", i, "id", "Name", "", d.ID, false),
		row(s, "datasets", i, "size", "Size", "MB", ui.Exact(d.Size), true)),
		ui.El("h3", i18n.T("Clusters that hold {}", d.ID)),
		ui.El("div", ui.Class("chips"), ui.A("role", "group"),
			ui.A("aria-label", i18n.T("Clusters that hold {}", d.ID)), at),
		screen.Deletes(state.Ref{Kind: "dataset", ID: d.ID}))
}

// jobForm returns the form of job i with its run times and its assignment in the shown answer. A job with run times
// of its own has no field for its work.
func jobForm(s *state.State, p *placement.Problem, i int) ui.Node {
	j := p.Jobs[i]
	work := row(s, "jobs", i, "mi", "Work", "MI", ui.Exact(j.MI), true)
	if j.HasTimes() {
		work = ui.Node{}
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"),
		row(s, "jobs", i, "id", "Name", "", j.ID, false), work,
		row(s, "jobs", i, "datasets", "Needs", "", state.NameList(j.Datasets), false)), times(s, p, i)}
	sol, a := shownAnswer(s)
	if as := assignment(sol, j.ID); as != nil && !s.Unshown {
		var rows []ui.Node
		for _, src := range as.Sources {
			from := src.Cluster
			way := "local"
			if len(src.Path) > 1 {
				way = strings.Join(src.Path, " → ")
			}
			rows = append(rows, ui.El("tr", ui.RowHead(screen.Pick("dataset", src.Dataset, src.Dataset)),
				ui.El("td", ui.Class("wrap"), from), ui.El("td", ui.Class("wrap"), way)))
		}
		parts = append(parts, ui.El("h3", i18n.T("{} runs it on {}", screen.Algorithm(s, a).Name, as.Cluster)))
		if len(rows) > 0 {
			parts = append(parts, screen.Table(i18n.T("Data of {}", j.ID), []string{"data", "from", "path"}, rows))
		}
		times := []string{i18n.T("starts at {} s", ui.Num(as.Start)), i18n.T("transfers {} s", ui.Num(as.TransferTime)),
			i18n.T("computes {} s", ui.Num(as.RunTime)), i18n.T("ends at {} s", ui.Num(as.Finish))}
		parts = append(parts, ui.El("p", ui.Class("note"), strings.Join(times, " · ")))
	}
	parts = append(parts, screen.Deletes(state.Ref{Kind: "job", ID: j.ID}))
	return screen.Section(i18n.T("Job {}", j.ID), parts...)
}
