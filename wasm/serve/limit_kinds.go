package serve

import "gridbox/core/scenario"

// A part is one sort of thing that a problem is made of: how many there are,
// and about how many bytes reading, solving and checking take for each.
type part struct {
	name  string
	count float64
	bytes float64
}

// partsOf counts what the memory of a problem of another kind than placement
// depends on, explicit or still to be generated. The bytes are rounded up from
// what the largest presets were measured to take.
func partsOf(s *scenario.Scenario) []part {
	switch {
	case s.Window != nil:
		nodes, busy := float64(len(s.Window.Nodes)), float64(len(s.Window.Busy)+len(s.Window.Slots))
		if g := s.Window.Generate; g != nil {
			e := g.Effective()
			nodes = count(e.Nodes, 0)
			busy = nodes * min(count(e.LoadMarked, 0), count(e.LoadDraws, 0))
		}
		return []part{{"nodes", nodes, 700}, {"stretches of time", busy, 550}}
	case s.Batch != nil:
		slots, jobs := float64(max(len(s.Batch.Slots)+len(s.Batch.Busy), len(s.Batch.Nodes))), float64(len(s.Batch.Jobs))
		if g := s.Batch.Generate; g != nil {
			e := g.Effective()
			slots, jobs = count(e.SlotsMax, 0), count(e.JobsMax, 0)*max(1, count(e.Cycles, 1))
		}
		return []part{{"slots", slots, 1200}, {"jobs", jobs, 2000}}
	case s.Group != nil:
		nodes, groups := float64(len(s.Group.Nodes)), float64(len(s.Group.Groups))
		if g := s.Group.Generate; g != nil {
			nodes = count(g.Effective().Nodes, 0)
		}
		// 160 bytes a node where it is generated, 270 from a document (./build.sh
		// scale), and the page holds the document besides.
		return []part{{"nodes", nodes, 550}, {"groups", groups, 550}}
	case s.Farm != nil:
		machines, jobs, links := float64(len(s.Farm.Machines)), float64(len(s.Farm.Jobs)), float64(len(s.Farm.Links))
		if g := s.Farm.Generate; g != nil {
			e := g.Effective()
			machines, jobs = count(e.Machines, 0), count(e.Jobs, 0)
			if e.Degree != nil {
				links = machines * *e.Degree / 2
			}
		}
		return []part{{"machines", machines, 2000}, {"jobs", jobs, 2500}, {"links", links, 600}}
	}
	return nil
}

// large says what of a problem does not fit, and how much it would need.
func large(parts []part) (what string, need float64) {
	for i, p := range parts {
		need += p.count * p.bytes
		switch {
		case i == 0:
			what = "A problem of "
		case i == len(parts)-1:
			what += " and "
		default:
			what += ", "
		}
		what += rounded(p.count) + " " + p.name
	}
	return what, need
}
