package state

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/grid"
	"gridbox/core/scenario"
)

// A field is addressed by its path in the document, the same that faults
// name: placement.clusters[2].mips, runs[0].options.weights, seed.

func (a SetField) reduce(s State) State {
	text := strings.TrimSpace(a.Text)
	next, solves, why := s.set(a.Path, text)
	if why != "" {
		s.Typed = with(s.Typed, a.Path, Typed{Text: a.Text, Why: why})
		s.Rev[OfTyped]++
		return s
	}
	s = DropTyped{a.Path}.reduce(s)
	if next == nil {
		return s
	}
	if faults := catalog.Check(next); len(faults) > 0 {
		s.Typed = with(s.Typed, a.Path, Typed{Text: a.Text, Why: faults[0].Why})
		s.Rev[OfTyped]++
		return s
	}
	old := s
	s = commit(s, next, "set "+Words(a.Path), "field "+a.Path, solves)
	return follow(old, s, a.Path)
}

// set gives the document with one field changed, nil when nothing changes, or
// why the text cannot be taken.
func (s State) set(path, text string) (next *scenario.Scenario, solves bool, why string) {
	d := *s.Draft
	switch {
	case path == "title":
		d.Title = text
		return &d, false, ""
	case path == "about":
		d.About = text
		return &d, false, ""
	case path == "seed":
		n, err := strconv.ParseUint(plainNumber(text), 10, 64)
		if err != nil || n > 1<<53-1 {
			return nil, false, "a seed is a whole number from 0 to 9007199254740991"
		}
		d.Seed = n
		return &d, true, ""
	case strings.HasPrefix(path, "placement.generate."):
		return setSpec(&d, strings.TrimPrefix(path, "placement.generate."), text)
	case strings.HasPrefix(path, "runs["):
		return setOption(&d, path, text)
	}
	e, ok := ready(s)
	if !ok {
		return nil, false, notReady.Text
	}
	list, i, name, ok := splitPath(path)
	if !ok {
		return nil, false, "there is no field " + path
	}
	solves, why = setPlacement(e.Placement, list, i, name, text)
	return e, solves, why
}

// setPlacement changes one field of one thing; renaming renames every
// reference with it.
func setPlacement(p *scenario.Placement, list string, i int, name, text string) (solves bool, why string) {
	number := func(into *float64) bool { why = parse(text, into); return true }
	switch list {
	case "clusters":
		if i >= len(p.Clusters) {
			return false, "this cluster is gone"
		}
		p.Clusters = append([]grid.Cluster(nil), p.Clusters...)
		c := &p.Clusters[i]
		switch name {
		case "id":
			renameCluster(p, c.ID, text)
			c.ID = text
			return true, ""
		case "mips":
			return number(&c.MIPS), why
		case "x":
			return false, place(text, &c.X)
		case "y":
			return false, place(text, &c.Y)
		}
	case "links":
		if i >= len(p.Links) {
			return false, "this link is gone"
		}
		p.Links = append([]grid.Link(nil), p.Links...)
		if name == "bandwidth" {
			return number(&p.Links[i].Bandwidth), why
		}
	case "datasets":
		if i >= len(p.Datasets) {
			return false, "this dataset is gone"
		}
		p.Datasets = append([]grid.Dataset(nil), p.Datasets...)
		d := &p.Datasets[i]
		switch name {
		case "id":
			renameDataset(p, d.ID, text)
			d.ID = text
			return true, ""
		case "size":
			return number(&d.Size), why
		case "at":
			d.At = words(text)
			return true, ""
		}
	case "jobs":
		if i >= len(p.Jobs) {
			return false, "this job is gone"
		}
		p.Jobs = append([]grid.Job(nil), p.Jobs...)
		j := &p.Jobs[i]
		switch name {
		case "id":
			j.ID = text
			return true, ""
		case "mi":
			return number(&j.MI), why
		case "datasets":
			j.Datasets = words(text)
			return true, ""
		}
	}
	return false, "there is no field " + name
}

func renameCluster(p *scenario.Placement, from, to string) {
	p.Links = append([]grid.Link(nil), p.Links...)
	for i := range p.Links {
		if p.Links[i].A == from {
			p.Links[i].A = to
		}
		if p.Links[i].B == from {
			p.Links[i].B = to
		}
	}
	p.Datasets = append([]grid.Dataset(nil), p.Datasets...)
	for i, d := range p.Datasets {
		p.Datasets[i].At = renamed(d.At, from, to)
	}
}

func renameDataset(p *scenario.Placement, from, to string) {
	p.Jobs = append([]grid.Job(nil), p.Jobs...)
	for i, j := range p.Jobs {
		p.Jobs[i].Datasets = renamed(j.Datasets, from, to)
	}
}

func renamed(list []string, from, to string) []string {
	for i, v := range list {
		if v == from {
			list = append([]string(nil), list...)
			list[i] = to
		}
	}
	return list
}

// follow keeps a renamed thing selected.
func follow(old, s State, path string) State {
	list, i, name, ok := splitPath(path)
	if !ok || name != "id" || s.Problem == nil || s.Problem.Placement == nil {
		return s
	}
	kind := strings.TrimSuffix(list, "s")
	p, q := &old.Problem.Placement.Problem, &s.Problem.Placement.Problem
	was, is := idAt(p, kind, i), idAt(q, kind, i)
	for _, t := range old.Select {
		if t == (Thing{kind, was}) {
			return SelectThing{Thing: Thing{kind, is}}.reduce(s)
		}
	}
	return s
}

func idAt(p *grid.Problem, kind string, i int) string {
	switch kind {
	case "cluster":
		if i < len(p.Clusters) {
			return p.Clusters[i].ID
		}
	case "dataset":
		if i < len(p.Datasets) {
			return p.Datasets[i].ID
		}
	case "job":
		if i < len(p.Jobs) {
			return p.Jobs[i].ID
		}
	}
	return ""
}

// splitPath takes placement.clusters[2].mips apart.
func splitPath(path string) (list string, i int, name string, ok bool) {
	rest, found := strings.CutPrefix(path, "placement.")
	open := strings.IndexByte(rest, '[')
	shut := strings.IndexByte(rest, ']')
	if !found || open < 0 || shut < open || shut+2 > len(rest) {
		return "", 0, "", false
	}
	i, err := strconv.Atoi(rest[open+1 : shut])
	if err != nil || i < 0 {
		return "", 0, "", false
	}
	return rest[:open], i, rest[shut+2:], true
}

// Words says a path in a person's words: "mips of cluster 3".
func Words(path string) string {
	if list, i, name, ok := splitPath(path); ok {
		return name + " of " + strings.TrimSuffix(list, "s") + " " + strconv.Itoa(i+1)
	}
	if name, ok := strings.CutPrefix(path, "placement.generate."); ok {
		return name
	}
	return path
}

// parse reads a finite number; digits may be grouped by spaces.
func parse(text string, into *float64) (why string) {
	v, err := strconv.ParseFloat(plainNumber(text), 64)
	switch {
	case text == "":
		return "a number is missing"
	case strings.Count(text, ",") == 1 && err != nil:
		return "write the decimals behind a point, as 3.5"
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return "this is not a number"
	}
	*into = v
	return ""
}

func place(text string, into **float64) (why string) {
	if text == "" {
		*into = nil
		return ""
	}
	var v float64
	why = parse(text, &v)
	*into = &v
	return why
}

var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "_", "", "−", "-")

func plainNumber(text string) string { return spaces.Replace(text) }

// words reads a list of ids, apart by commas or, where there are none, by
// white space.
func words(text string) []string {
	apart := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }
	if strings.ContainsAny(text, ",;") {
		apart = func(r rune) bool { return r == ',' || r == ';' }
	}
	seen := map[string]bool{}
	list := []string{}
	for _, id := range strings.FieldsFunc(text, apart) {
		if id = strings.TrimSpace(id); id != "" && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// jsonOf writes what a person typed as a JSON value: a number or a truth value
// where it reads as one, a text otherwise.
func jsonOf(text string) any {
	var v float64
	switch {
	case text == "true":
		return true
	case text == "false":
		return false
	case text != "" && parse(text, &v) == "":
		return v
	}
	return text
}

// setSpec changes one parameter of the generator; an empty text takes it back
// to the preset's own.
func setSpec(d *scenario.Scenario, name, text string) (*scenario.Scenario, bool, string) {
	if d.Placement == nil || d.Placement.Generate == nil {
		return nil, false, "this problem is not generated"
	}
	fields := map[string]any{}
	doc.Decode(doc.Canonical(d.Placement.Generate), &fields)
	if text == "" {
		delete(fields, name)
	} else {
		fields[name] = jsonOf(text)
	}
	var spec grid.Spec
	if faults := doc.Decode(doc.Canonical(fields), &spec); len(faults) > 0 {
		return nil, false, faults[0].Why
	}
	p := *d.Placement
	p.Generate = &spec
	d.Placement = &p
	return d, true, ""
}

// setOption changes one option of one run: runs[0].options.weights.
func setOption(d *scenario.Scenario, path, text string) (*scenario.Scenario, bool, string) {
	open, shut := strings.IndexByte(path, '['), strings.IndexByte(path, ']')
	i, err := strconv.Atoi(path[open+1 : max(shut, open+1)])
	name, ok := strings.CutPrefix(path[shut+1:], ".options.")
	runs := append([]scenario.Run(nil), Runs(d)...)
	if err != nil || !ok || i < 0 || i >= len(runs) {
		return nil, false, "there is no such run"
	}
	runs[i].Options = with(runs[i].Options, name, jsonOf(text))
	d.Runs = runs
	return d, false, ""
}
