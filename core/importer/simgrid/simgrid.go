// Package simgrid reads platforms of SimGrid: XML of the versions 3 to 4.1
// (https://simgrid.org/doc/latest/XML_Reference.html).
//
// A cluster becomes one node with the sum of its hosts' power; other hosts and
// routers are nodes of their own. A route between hosts or zones becomes a link
// with the bandwidth of its slowest link, the rate of a single transfer in
// SimGrid. A route into a cluster also passes the backbone of the cluster and
// the link of one host.
//
// Names of hosts, routers, clusters and zones are scoped by their zone. A route
// refers to the node in the zone that it names, or else in the zone of the
// route, or else to the first of that name. Latencies, profiles, disks and
// everything else that a placement problem cannot express are left out and
// reported.
package simgrid

import (
	"bytes"
	"slices"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/importer/markup"
	"gridbox/core/importer/network"
)

// Format is the format of SimGrid's platforms.
var Format = &importer.Format{
	ID: "simgrid", Title: "SimGrid platform",
	About: "Hosts, clusters and the routes between them become the clusters and links of a placement problem. " +
		"Batsim's platforms are of this format too.",
	Kinds: []string{"placement"}, Questions: network.Questions(), Recognise: recognise, Read: read, Platform: clusters,
}

func recognise(f importer.File) (certainty int, evidence string) {
	head := f.Data[:min(len(f.Data), 64<<10)]
	switch at := bytes.Index(head, []byte("<platform")); {
	case at < 0:
		return 0, ""
	case bytes.Contains(head, []byte("simgrid")) || bytes.Contains(head[at:], []byte("version=")):
		return 95, "it has a tag <platform> with a version"
	}
	return 60, "it has a tag <platform>"
}

func read(files []importer.File, w importer.Wishes) *importer.Result {
	made := &importer.Result{}
	p := parse(files, &made.Report)
	p.connect()
	p.reportCounts()
	made.Scenario = p.net.Scenario(w, &made.Report)
	return made
}

// master is the host of Batsim's scheduler; no job runs on it.
const master = "master_host"

// clusters returns the clusters of a platform. Only faults are added to the
// report.
func clusters(files []importer.File, r *importer.Report) []importer.Cluster {
	var all importer.Report
	p := parse(files, &all)
	for _, e := range all.Entries {
		if e.Status == importer.Faulty {
			r.Entries = append(r.Entries, e)
		}
	}
	hosts := len(p.net.Nodes)
	if hosts > 1 {
		p.net.Nodes = slices.DeleteFunc(p.net.Nodes, func(n network.Node) bool { return n.Name == master })
	}
	r.AddLeftOut(hosts-len(p.net.Nodes), "host", "runs Batsim's scheduler, and no job: "+master)
	return p.net.Clusters()
}

// parse reads the elements of a platform without linking them.
func parse(files []importer.File, report *importer.Report) *platform {
	p := &platform{report: report, nodes: map[string][]int{}, rates: map[string]float64{},
		used: map[string]bool{}, zones: map[string][]*zone{}, ignored: map[string]int{}}
	p.outside = p.zone("")
	for _, f := range files {
		p.file = f.Name
		if fault := markup.Walk(f.Data, markup.Listener{Start: p.start, End: p.end}); fault != nil {
			report.AddFault(importer.Place{File: f.Name, Line: fault.Line}, fault.Reason)
		}
		p.open = nil
		for len(p.stack) > 0 { // a truncated file leaves zones open
			p.end("zone")
		}
	}
	p.outside.close(p)
	p.net.Title = strings.TrimSuffix(files[0].Name, ".xml")
	return p
}

// A platform is the state of reading a platform.
type platform struct {
	report  *importer.Report
	file    string
	net     network.Network
	nodes   map[string][]int // by the name of a host, router or cluster, in the order of the file
	groups  []group          // clusters in the order of the file, whose hosts have no node of their own
	rates   map[string]float64
	used    map[string]bool    // links of some route
	zones   map[string][]*zone // by name, in the order of the file
	count   counts
	outside *zone // for elements outside of any zone
	stack   []*zone
	open    *route
	routes  []route
	ignored map[string]int // counts of ignored tags
}

type counts struct {
	zones, hosts, clusterHosts, clusters, routers, peers, latencies, links, profiles, speeds int
}

// A zone is a zone, called AS in older versions.
type zone struct {
	id       string
	number   int // index in the order of the file
	scope    scope
	cluster  bool // its routing is Cluster: hosts are linked to one backbone
	hub      int  // the router of such a zone, or -1
	backbone float64
	members  []int
	ends     []hanging
}

// A scope is the range of nodes and zones that were read while a zone was open.
type scope struct{ nodes, lastNode, zones, lastZone int }

// close ends the scope of a zone.
func (z *zone) close(p *platform) {
	z.scope.lastNode, z.scope.lastZone = len(p.net.Nodes), p.count.zones
}

// A hanging is a host_link: the link of a host to the backbone of its zone.
type hanging struct {
	host  string
	node  int // -1 if only the name is known
	links []string
	at    importer.Place
}

// A group is a cluster that became one node.
type group struct {
	prefix, suffix string
	numbers        []span // ranges of the hosts' numbers
	node           int
	rate           float64 // MB/s of one host to the edge of the cluster, 0 if unknown
}

// A route is a route between hosts or zones.
type route struct {
	inside   *zone // the zone that contains the route
	zones    bool
	ends     [2]string
	gateways [2]string
	links    []string
	at       importer.Place
}

func (p *platform) place(e *markup.Element) importer.Place {
	return importer.Place{File: p.file, Line: e.Line}
}

func (p *platform) node(name string, n network.Node) int {
	at := len(p.net.Nodes)
	n.Name = name
	p.net.Nodes = append(p.net.Nodes, n)
	p.nodes[name] = append(p.nodes[name], at)
	if len(p.stack) > 0 {
		z := p.stack[len(p.stack)-1]
		z.members = append(z.members, at)
	}
	return at
}

// start handles the start of an element. It adds hosts, clusters and links,
// opens zones and routes, and counts the elements without a meaning here.
func (p *platform) start(e *markup.Element) {
	if e.Value("latency", "lat") != "" {
		p.count.latencies++
	}
	if e.Value("availability_file", "state_file", "speed_file", "bandwidth_file", "latency_file", "coordinates") != "" {
		p.count.profiles++
	}
	switch e.Name {
	case "platform":
		p.version(e)
	case "zone", "AS":
		p.stack = append(p.stack, p.zone(e.Value("id")))
		p.stack[len(p.stack)-1].cluster = strings.EqualFold(e.Value("routing"), "Cluster")
	case "host", "peer":
		p.host(e)
	case "router":
		p.count.routers++
		at := p.node(e.Value("id"), network.Node{Router: true})
		if z := p.inside(); z.cluster && z.hub < 0 {
			z.hub = at
		}
	case "cluster", "cabinet":
		p.cluster(e)
	case "backbone":
		p.inside().backbone = p.rate(e, "bandwidth")
		p.count.links++
		p.rates[e.Value("id")], p.used[e.Value("id")] = p.inside().backbone, true
	case "link":
		p.count.links++
		p.rates[e.Value("id")] = p.rate(e, "bandwidth")
	case "host_link":
		z := p.inside()
		z.ends = append(z.ends, hanging{e.Value("id"), -1, []string{e.Value("up"), e.Value("down")}, p.place(e)})
	case "route", "zoneRoute", "ASroute":
		p.open = &route{inside: p.inside(), zones: e.Name != "route", ends: [2]string{e.Value("src"), e.Value("dst")},
			gateways: [2]string{e.Value("gw_src"), e.Value("gw_dst")}, at: p.place(e)}
	case "link_ctn":
		if p.open != nil {
			p.open.links = append(p.open.links, e.Value("id"))
		}
	case "bypassRoute", "bypassZoneRoute", "bypassASroute", "bypassASRoute":
		p.open = nil
		p.ignored[e.Name]++
	default:
		p.ignored[e.Name]++
	}
}

// end handles the end of an element: it closes the zone or adds the route that
// it ends.
func (p *platform) end(name string) {
	switch name {
	case "zone", "AS":
		if last := len(p.stack) - 1; last >= 0 {
			p.stack[last].close(p)
			p.stack = p.stack[:last]
		}
	case "route", "zoneRoute", "ASroute":
		if p.open != nil {
			p.routes = append(p.routes, *p.open)
		}
		p.open = nil
	}
}

func (p *platform) version(e *markup.Element) {
	version := e.Value("version")
	if !slices.Contains([]string{"3", "4", "4.0", "4.1"}, version) {
		p.report.AddAssumed(1, "version", "of the platform is not 3 to 4.1; it was read as if it were", p.place(e))
	}
}

func (p *platform) zone(id string) *zone {
	z := &zone{id: id, hub: -1}
	z.scope = scope{nodes: len(p.net.Nodes), zones: p.count.zones + 1}
	z.number = p.count.zones
	p.count.zones++
	p.zones[id] = append(p.zones[id], z)
	return z
}

// inside returns the open zone, or the zone outside of all zones.
func (p *platform) inside() *zone {
	if len(p.stack) == 0 {
		return p.outside
	}
	return p.stack[len(p.stack)-1]
}

// host adds a host as a node of its own. A peer also gets a link to the router
// of its zone.
func (p *platform) host(e *markup.Element) {
	p.count.hosts++
	at := p.node(e.Value("id"), network.Node{MIPS: p.power(e), Slots: max(1, cores(e)), Zone: p.inside().id,
		ZoneNumber: p.inside().number})
	if e.Name == "peer" {
		p.count.peers++
		z := p.inside()
		if z.hub < 0 {
			z.hub = p.hub(e.Value("id"))
		}
		p.net.Links = append(p.net.Links, network.Link{A: z.hub, B: at, Bandwidth: p.rate(e, "bw_in", "bw_out")})
	}
}

// hub adds a router that has no name in the file.
func (p *platform) hub(name string) int {
	p.report.AddAssumed(1, "router", "connects the hosts of a zone")
	return p.node(name+"_hub", network.Node{Router: true})
}

// cluster adds a cluster as one node.
func (p *platform) cluster(e *markup.Element) {
	numbers, hosts, why := radical(e.Value("radical"))
	if why != "" {
		p.report.AddFault(p.place(e), "has a cluster whose radical "+why+"; it was left out")
		return
	}
	p.count.clusters++
	p.count.clusterHosts += hosts
	at := p.node(e.Value("id"), network.Node{MIPS: p.power(e) * float64(hosts), Slots: max(1, cores(e)) * hosts})
	prefix, suffix := e.Value("prefix"), e.Value("suffix")
	router := e.Value("router_id")
	if router == "" {
		router = prefix + e.Value("id") + "_router" + suffix
	}
	p.nodes[router] = append(p.nodes[router], at)
	rate := p.rate(e, "bw")
	if backbone, has := e.Has("bb_bw"); has && backbone != "" {
		rate = lowerRate(rate, p.rate(e, "bb_bw"))
	}
	p.groups = append(p.groups, group{prefix, suffix, numbers, at, rate})
	if z := p.inside(); z.cluster {
		z.ends = append(z.ends, hanging{host: e.Value("id"), node: at, at: p.place(e)})
	}
}

// lowerRate returns the lower of two rates, where 0 is unknown.
func lowerRate(a, b float64) float64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
