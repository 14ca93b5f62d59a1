// Package optorsim reads grids of OptorSim (Bell et al., "OptorSim: A Grid
// Simulator for Studying Dynamic Data Replication Strategies", IJHPCA 2003), such
// as those of the EU DataGrid. A line of numbers is a site. In the layout of 2004
// it has the number of processors, the number of storage elements, the size of each,
// and the bandwidth to every site in Mbit/s; in that of OptorSim 2 the number of
// worker nodes and the power of each take the place of the processors. The lengths
// of the lines decide between the layouts. Names are in comments, #0)CERN, or absent.
package optorsim

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/importer/network"
)

// Format is the format of OptorSim's grids.
var Format = &importer.Format{
	ID: "optorsim", Title: "OptorSim grid",
	About: "Sites and the bandwidths between them become the clusters and links of a placement problem; sites " +
		"without processors or storage are routers.",
	Kinds: []string{"placement"}, Questions: network.Questions(), Recognise: recognise, Read: read, Platform: clusters,
}

// A row is one line of the file.
type row struct {
	line    int
	numbers []float64
	site
}

// A site is a row with the meaning that the layout gives it.
type site struct {
	workers    float64 // processors, or worker nodes
	processors float64 // the same, times the power of a worker node if it is given
	sizes      []float64
	rates      []float64 // Mbit/s
	uneven     bool      // number of bandwidths differs from the number of sites
	faulty     string
}

// A layout is the number of values before the sizes of the storage elements; the
// last of these values is the number of sizes.
type layout int

const (
	layout2004 layout = 2
	layout2    layout = 3
)

// maxSites bounds a table whose cells grow with the square of its rows.
const maxSites = 20_000

// rows reads the lines of numbers. Names are in comments, by the index of the
// row.
func rows(text []byte, limit int) (list []row, names map[int]string) {
	names = map[int]string{}
	importer.Lines(text, func(n int, line []byte) bool {
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
			list = append(list, row{line: n, numbers: numbersOf(line)})
		}
		return len(list) < limit
	})
	return list, names
}

// numbersOf returns the numbers of a line, nil if it holds anything else.
func numbersOf(line []byte) (numbers []float64) {
	for word := range bytes.FieldsSeq(line) {
		x, err := strconv.ParseFloat(string(word), 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 1) {
			return nil
		}
		numbers = append(numbers, x)
	}
	return numbers
}

// bandwidths returns the number of bandwidths of a row under the layout. The
// result ok is false if the row cannot have the layout.
func (l layout) bandwidths(numbers []float64) (n int, ok bool) {
	if len(numbers) < int(l) {
		return 0, false
	}
	stores := numbers[l-1]
	if !(stores <= float64(len(numbers)-int(l))) || stores != math.Trunc(stores) {
		return 0, false
	}
	return len(numbers) - int(l) - int(stores), true
}

// usual returns the most frequent number of bandwidths of the rows under the layout,
// and the number of rows that have it. Of equally frequent numbers the number of rows
// is preferred, then the smallest. If no row fits the layout, it returns the number
// of rows and 0.
func (l layout) usual(list []row) (bandwidths, agree int) {
	count := map[int]int{}
	for i := range list {
		if n, ok := l.bandwidths(list[i].numbers); ok {
			count[n]++
		}
	}
	bandwidths, agree = len(list), count[len(list)]
	for n, times := range count {
		if times > agree || times == agree && n < bandwidths && bandwidths != len(list) {
			bandwidths, agree = n, times
		}
	}
	return bandwidths, agree
}

// layoutOf returns the layout under which most rows agree on the number of
// bandwidths, and that number, the number of sites unless the file is
// truncated.
func layoutOf(list []row) (l layout, sites int) {
	old, oldAgree := layout2004.usual(list)
	newer, newAgree := layout2.usual(list)
	if newAgree > oldAgree {
		return layout2, newer
	}
	return layout2004, old
}

// site returns the site of a row. If it has too many numbers, the last ones are
// the bandwidths.
func (l layout) site(numbers []float64, sites int) (s site) {
	if numbers == nil {
		s.faulty = "is no row of numbers from 0 up"
		return s
	}
	bandwidths, ok := l.bandwidths(numbers)
	if !ok {
		s.faulty = "is too short for the storage that it announces"
		return s
	}
	s.uneven = bandwidths != sites
	s.workers = numbers[0]
	if s.processors = numbers[0]; l == layout2 {
		s.processors *= numbers[1]
	}
	stores := int(numbers[l-1])
	s.sizes = numbers[l : int(l)+stores]
	s.rates = numbers[len(numbers)-min(bandwidths, sites):]
	return s
}

// recognise returns the certainty that a file is a grid: most rows have about as
// many numbers as there are rows.
func recognise(f importer.File) (certainty int, evidence string) {
	if len(f.Data) > 64<<20 {
		return 0, ""
	}
	count := 0
	importer.Lines(f.Data, func(_ int, line []byte) bool {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			count++
		}
		return count <= maxSites
	})
	if count < 2 || count > maxSites {
		return 0, ""
	}
	list, names := rows(f.Data, 40)
	l, _ := layoutOf(list)
	exact, near := 0, 0
	for i := range list {
		n, ok := l.bandwidths(list[i].numbers)
		if ok && n == count {
			exact++
		}
		if ok && n >= count-2 && n <= count+2 {
			near++
		}
	}
	evidence = "it has " + strconv.Itoa(count) + " rows of numbers, and each has a number for every row"
	switch {
	case 5*near < 4*len(list):
		return 0, ""
	case len(names) > 0:
		return 92, evidence + "; comments number the rows"
	case count >= 8 && 10*exact >= 9*len(list):
		return 88, evidence
	}
	return 55, evidence + ", or nearly so"
}

func read(files []importer.File, w importer.Wishes) *importer.Result {
	made := &importer.Result{}
	g := parse(files, w, &made.Report)
	made.Scenario = g.net.Scenario(w, &made.Report)
	return made
}

// clusters returns the sites with processors. Only faults are added to the
// report.
func clusters(files []importer.File, r *importer.Report) []importer.Cluster {
	var all importer.Report
	g := parse(files, importer.Wishes{}, &all)
	for _, e := range all.Entries {
		if e.Status == importer.Faulty {
			r.Entries = append(r.Entries, e)
		}
	}
	return g.net.Clusters()
}

// parse reads the grid of the first file; further files are left out. Too many rows,
// or a number of rows that contradicts the bandwidths, is a fault.
func parse(files []importer.File, w importer.Wishes, report *importer.Report) *grid {
	g := &grid{report: report, file: files[0].Name}
	for _, f := range files[1:] {
		report.AddLeftOut(1, "file", "is a second grid; import one at a time", importer.Place{File: f.Name})
	}
	g.net.Title = strings.TrimSuffix(g.file, ".conf")
	list, names := rows(files[0].Data, maxSites+1)
	if len(list) > maxSites {
		report.AddFault(importer.Place{File: g.file},
			"has more than "+strconv.Itoa(maxSites)+
				" rows; the rest was not read")
		list = list[:maxSites]
	}
	l, sites := layoutOf(list)
	if sites != len(list) {
		report.AddFault(importer.Place{File: g.file}, "has "+strconv.Itoa(len(list))+" "+
			doc.Plural(len(list), "row")+", and most of them bandwidths to "+strconv.Itoa(sites)+
			" sites; is it cut off?")
	}
	for i := range list {
		list[i].site = l.site(list[i].numbers, sites)
	}
	g.sites(list, names, l, w)
	g.links(list)
	return g
}

type grid struct {
	report *importer.Report
	file   string
	net    network.Network
}

// sites adds a node to the network for each row, and reports the defaults and the
// losses. A site without processors becomes a router.
func (g *grid) sites(list []row, names map[int]string, l layout, w importer.Wishes) {
	computing, storing, sizes := 0, 0, 0
	for i, r := range list {
		n := network.Node{Name: names[i], Stores: len(r.sizes) > 0, Router: !(r.processors > 0)}
		if n.Name == "" {
			n.Name = "site-" + strconv.Itoa(i)
		}
		if r.faulty != "" {
			g.report.AddFault(importer.Place{File: g.file, Line: r.line}, r.faulty+"; the site has no links of its own")
		}
		if !n.Router {
			computing++
			n.MIPS = r.processors * network.Power(w, g.report)
			n.Slots = int(min(r.workers, 1e6))
		}
		if n.Stores {
			storing++
			sizes += len(r.sizes)
		}
		g.net.Nodes = append(g.net.Nodes, n)
	}
	g.report.AddTaken(len(list), "site", strconv.Itoa(computing)+" of them with processors, "+strconv.Itoa(storing)+
		" with storage")
	power := "a site has as many times the answer to power as it has processors"
	if l == layout2 {
		g.report.AddAssumed(len(list), "row", "is of OptorSim 2, by its length: worker nodes, the power of each in "+
			"kSI2000, storage elements, their sizes, bandwidths")
		power = "a site has as many times the answer to power as its worker nodes have kSI2000 together"
	}
	g.report.AddAssumed(min(computing, 1), "power", power)
	g.report.AddLeftOut(sizes, "storage size", "places here hold any amount of data")
}

// links reads the half of the table above the diagonal; the other half should
// be equal.
func (g *grid) links(list []row) {
	differ, uneven, own := 0, 0, 0
	for i, r := range list {
		if r.uneven {
			uneven++
		}
		if valueAt(r.rates, i) > 0 {
			own++
		}
		for j := i + 1; j < len(list); j++ {
			up, down := valueAt(r.rates, j), valueAt(list[j].rates, i)
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
	g.report.AddTaken(len(g.net.Links), "link", "8 Mbit/s are 1 MB/s")
	g.report.AddAssumed(differ, "link",
		"has another bandwidth in the other direction; the slower one was taken that is "+
			"not 0")
	g.report.AddAssumed(uneven, "row", "has more or fewer bandwidths than there are sites; the last ones count, and "+
		"those that are missing are 0")
	g.report.AddLeftOut(own, "bandwidth", "of a site to itself")
}

func valueAt(list []float64, i int) float64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}
