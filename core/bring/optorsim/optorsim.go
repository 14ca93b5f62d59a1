// Package optorsim brings in grids of OptorSim (Bell et al., "OptorSim: A Grid
// Simulator for Studying Dynamic Data Replication Strategies", IJHPCA 2003), such
// as those of the EU DataGrid: a row of numbers a site, with its processors, its
// storage elements, the size of each, and the bandwidth to every site in Mbit/s.
// Names stand in comments, #0)CERN, or nowhere.
package optorsim

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"gridbox/core/bring"
	"gridbox/core/bring/network"
)

// Format is OptorSim's grid.
var Format = &bring.Format{
	ID: "optorsim", Title: "OptorSim grid",
	About: "Sites and the bandwidths between them become the clusters and links of a placement problem; sites " +
		"without processors or storage are routers.",
	Kinds: []string{"placement"}, Asks: network.Asks(), Sure: sure, Read: read, Platform: clusters,
}

// A row is one site.
type row struct {
	line       int
	processors float64
	sizes      []float64
	rates      []float64 // Mbit/s
	faulty     string
}

// mostSites bounds a table whose cells grow with the square of its rows.
const mostSites = 20_000

// rows reads the lines of numbers. Names stand in comments, by the place of the
// row.
func rows(text []byte, limit int) (list []row, names map[int]string) {
	names = map[int]string{}
	bring.Lines(text, func(n int, line []byte) bool {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case line[0] == '#':
			if number, name, found := strings.Cut(string(line[1:]), ")"); found {
				if at, err := strconv.Atoi(strings.TrimSpace(number)); err == nil {
					names[at] = strings.TrimSpace(name)
				}
			}
		default:
			list = append(list, site(n, line))
		}
		return len(list) < limit
	})
	return list, names
}

func site(n int, line []byte) row {
	r := row{line: n}
	var numbers []float64
	for word := range bytes.FieldsSeq(line) {
		x, err := strconv.ParseFloat(string(word), 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 1) {
			r.faulty = "is no row of numbers from 0 up"
			return r
		}
		numbers = append(numbers, x)
	}
	stores := 0.0
	if len(numbers) > 1 {
		stores = numbers[1]
	}
	if len(numbers) < 2 || !(stores <= float64(len(numbers)-2)) || stores != math.Trunc(stores) {
		r.faulty = "is too short for the storage that it announces"
		return r
	}
	r.processors = numbers[0]
	r.sizes, r.rates = numbers[2:2+int(stores)], numbers[2+int(stores):]
	return r
}

// sure looks for rows that are about as long as there are rows.
func sure(f bring.File) int {
	if len(f.Data) > 64<<20 {
		return 0
	}
	count := 0
	bring.Lines(f.Data, func(_ int, line []byte) bool {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			count++
		}
		return count <= mostSites
	})
	if count < 2 || count > mostSites {
		return 0
	}
	list, names := rows(f.Data, 40)
	fits := 0
	for _, r := range list {
		if d := len(r.rates) - count; r.faulty == "" && d >= -2 && d <= 2 {
			fits++
		}
	}
	switch {
	case 5*fits < 4*len(list):
		return 0
	case len(names) > 0:
		return 90
	}
	return 55
}

func read(files []bring.File, w bring.Wishes) *bring.Made {
	made := &bring.Made{}
	g := parse(files, w, &made.Report)
	made.Scenario = g.net.Scenario(w, &made.Report)
	return made
}

// clusters returns the sites with processors. Of the report of the grid only the
// faults matter to them.
func clusters(files []bring.File, r *bring.Report) []bring.Cluster {
	var all bring.Report
	g := parse(files, bring.Wishes{}, &all)
	for _, e := range all.Entries {
		if e.What == bring.FoundFault {
			r.Entries = append(r.Entries, e)
		}
	}
	return g.net.Clusters()
}

// parse reads a grid.
func parse(files []bring.File, w bring.Wishes, report *bring.Report) *grid {
	g := &grid{report: report, file: files[0].Name}
	for _, f := range files[1:] {
		report.LeftOut(1, "file", "is a second grid; bring in one at a time", bring.Place{File: f.Name})
	}
	g.net.Title = strings.TrimSuffix(g.file, ".conf")
	list, names := rows(files[0].Data, mostSites+1)
	if len(list) > mostSites {
		report.Fault(bring.Place{File: g.file},
			"has more than "+strconv.Itoa(mostSites)+
				" rows; the rest was not read")
		list = list[:mostSites]
	}
	g.sites(list, names, w)
	g.links(list)
	return g
}

type grid struct {
	report *bring.Report
	file   string
	net    network.Network
}

func (g *grid) sites(list []row, names map[int]string, w bring.Wishes) {
	computing, storing, sizes := 0, 0, 0
	for i, r := range list {
		n := network.Node{Name: names[i], Stores: len(r.sizes) > 0, Router: !(r.processors > 0)}
		if n.Name == "" {
			n.Name = "site-" + strconv.Itoa(i)
		}
		if r.faulty != "" {
			g.report.Fault(bring.Place{File: g.file, Line: r.line}, r.faulty+"; the site has no links of its own")
		}
		if !n.Router {
			computing++
			n.MIPS = r.processors * network.Power(w, g.report)
			n.Slots = int(min(r.processors, 1e6))
		}
		if n.Stores {
			storing++
			sizes += len(r.sizes)
		}
		g.net.Nodes = append(g.net.Nodes, n)
	}
	g.report.Taken(len(list), "site", strconv.Itoa(computing)+" of them with processors, "+strconv.Itoa(storing)+
		" with storage")
	g.report.Assumed(min(computing, 1), "power", "a site has as many times the answer to power as it has processors")
	g.report.LeftOut(sizes, "storage size", "places here hold any amount of data")
}

// links reads the half of the table above its diagonal; the other should say
// the same.
func (g *grid) links(list []row) {
	differ, short, own := 0, 0, 0
	for i, r := range list {
		if len(r.rates) != len(list) && r.faulty == "" {
			short++
		}
		if at(r.rates, i) > 0 {
			own++
		}
		for j := i + 1; j < len(list); j++ {
			up, down := at(r.rates, j), at(list[j].rates, i)
			rate := min(up, down)
			if up != down {
				differ++
				if rate == 0 {
					rate = max(up, down)
				}
			}
			if rate > 0 {
				g.net.Links = append(g.net.Links, network.Link{A: i, B: j, Bandwidth: rate / 8})
			}
		}
	}
	g.report.Taken(len(g.net.Links), "link", "8 Mbit/s are 1 MB/s")
	g.report.Assumed(differ, "link", "has another bandwidth in the other direction; the slower one was taken that is "+
		"not 0")
	g.report.Assumed(short, "row", "has more or fewer bandwidths than there are sites; those that are missing are 0")
	g.report.LeftOut(own, "bandwidth", "of a site to itself")
}

func at(list []float64, i int) float64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}
