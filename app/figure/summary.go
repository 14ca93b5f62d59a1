package figure

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/kind/placement"
)

// Story returns the sentence about the chosen job, or about the whole answer.
func (f *Figure) Story() string {
	p, a := f.problem(), f.solution()
	switch {
	case p == nil:
		return f.kindSummary()
	case f.job == 0 && f.mark.Kind != "":
		return f.markSummary(a)
	case f.job == 0:
		return f.problemSummary(p)
	case a == nil || f.job > len(a.Assignments):
		return jobSummary(p.Jobs[f.job-1])
	default:
		return placementSummary(p.Jobs[f.job-1], a.Assignments[f.job-1])
	}
}

func (f *Figure) problemSummary(p *placement.Problem) string {
	return i18n.T("{} on {} with {}. Choose a job to see where its data come from.",
		count(len(p.Jobs), "job", "jobs"), count(len(p.Clusters), "cluster", "clusters"),
		count(len(p.Datasets), "dataset", "datasets"))
}

// kindSummary returns the summary of a kind that has a table of decisions: the
// size of the problem, or the decision about the chosen job.
func (f *Figure) kindSummary() string {
	if f.explicit == nil {
		return ""
	}
	kind, _ := catalog.ByID(f.explicit.Kind)
	a := f.answer()
	if f.job == 0 || a == nil {
		return kinds.Size(f.explicit) + "."
	}
	job, d := f.JobName(), kind.Decisions(a)
	for row := range d.Rows {
		if len(d.Columns) == 0 || d.Columns[0].Texts == nil || d.Columns[0].Texts[row] != job {
			continue
		}
		var parts []string
		for _, c := range d.Columns[1:] {
			if text := cell(&c, row); text != "" {
				parts = append(parts, c.Name+" "+text)
			}
		}
		return i18n.T("Job {}: {}.", job, strings.Join(parts, ", "))
	}
	return i18n.T("There is no decision for job {}.", job)
}

// cell returns one entry of a table of decisions with its unit.
func cell(c *kind.Column, row int) string {
	if c.Texts != nil {
		return c.Texts[row]
	}
	text := num(c.Numbers[row])
	if c.Unit != "" {
		text += thinSpace + c.Unit
	}
	return text
}

// markSummary returns a sentence about a picked mark that involves no job, or that has no answer yet.
func (f *Figure) markSummary(s *placement.Solution) string {
	name := f.mark.ID
	if s == nil {
		return i18n.T("{} is chosen; run the algorithms to see its jobs.",
			strings.NewReplacer("~", " – ", "@", " on ").Replace(name))
	}
	switch f.mark.Kind {
	case picture.Replica:
		dataset, cluster, _ := strings.Cut(name, "@")
		return i18n.T("No job reads {} from {}.", dataset, cluster)
	case picture.Link:
		a, b, _ := strings.Cut(name, "~")
		return i18n.T("No data cross the link between {} and {}.", a, b)
	}
	return i18n.T("{} runs none of the jobs.", name)
}

// jobSummary returns a sentence on the needs of a job that has no placement yet.
func jobSummary(j placement.Job) string {
	text := i18n.T("{} is {}\u202fMI of work", j.ID, num(j.MI))
	if len(j.Datasets) > 0 {
		text += i18n.T(" and needs {}", list(j.Datasets))
	}
	return text + "."
}

// placementSummary returns a sentence on where a job runs, how long that takes, and
// where its data come from.
func placementSummary(j placement.Job, s placement.Assignment) string {
	var b strings.Builder
	b.WriteString(i18n.T("{} runs on {} from {}\u202fs: ", j.ID, s.Cluster, num(s.Start)))
	if s.TransferTime > 0 {
		b.WriteString(i18n.T("{}\u202fs to fetch its data, ", num(s.TransferTime)))
	}
	b.WriteString(i18n.T("{}\u202fs to compute, done at {}\u202fs.", num(s.RunTime), num(s.Finish)))
	var local []string
	for _, source := range s.Sources {
		if len(source.Path) < 2 {
			local = append(local, source.Dataset)
			continue
		}
		b.WriteString(i18n.T(" {} comes over {}.", source.Dataset, strings.Join(source.Path, " → ")))
	}
	if len(local) > 0 {
		verb := " are"
		if len(local) == 1 {
			verb = " is"
		}
		b.WriteString(i18n.T(" {}{} there already.", list(local), verb))
	}
	return b.String()
}

// list writes "d1", "d1 and d2", "d1, d2 and d3", and cuts a long one.
func list(ids []string) string {
	const most = 6
	switch n := len(ids); {
	case n == 0:
		return "nothing"
	case n == 1:
		return ids[0]
	case n > most:
		return i18n.T("{} and {}", strings.Join(ids[:most-1], ", "), count(n-most+1, "other", "others"))
	default:
		return i18n.T("{} and {}", strings.Join(ids[:n-1], ", "), ids[n-1])
	}
}
