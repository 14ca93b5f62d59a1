// Package simgrid brings in platforms of SimGrid: XML of the versions 3 to 4.1
// (https://simgrid.org/doc/latest/XML_Reference.html). A cluster stays one
// place with the sum of its hosts' power, so that 65,536 hosts are one circle;
// other hosts and routers are places of their own. A route, of hosts or of
// zones, becomes a link between its ends that is as fast as its slowest link,
// which is how fast SimGrid lets one transfer go; into a cluster it also passes
// the cluster's backbone and the own link of one host.
//
// Names of hosts, routers, clusters and zones hold within their zone: of several
// places of one name a route means the one inside of the zone that it names, else
// the one inside the zone of the route, else the first.
//
// Latencies, profiles, disks and all else that a placement problem has no word
// for is left out and said so.
package simgrid

import (
	"bytes"
	"slices"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/importer/markup"
	"gridbox/core/importer/network"
)

// Format is SimGrid's platform.
var Format = &importer.Format{
	ID: "simgrid", Title: "SimGrid platform",
	About: "Hosts, clusters and the routes between them become the clusters and links of a placement problem. " +
		"Batsim's platforms are of this format too.",
	Kinds: []string{"placement"}, Asks: network.Asks(), Sure: sure, Read: read, Platform: clusters,
}

func sure(f importer.File) (certainty int, evidence string) {
	head := f.Data[:min(len(f.Data), 64<<10)]
	switch at := bytes.Index(head, []byte("<platform")); {
	case at < 0:
		return 0, ""
	case bytes.Contains(head, []byte("simgrid")) || bytes.Contains(head[at:], []byte("version=")):
		return 95, "it has a tag <platform> with a version"
	}
	return 60, "it has a tag <platform>"
}

func read(files []importer.File, w importer.Wishes) *importer.Made {
	made := &importer.Made{}
	p := parse(files, &made.Report)
	p.connect()
	p.tell()
	made.Scenario = p.net.Scenario(w, &made.Report)
	return made
}

// master is the host on which Batsim runs its scheduler; no job runs on it.
const master = "master_host"

// clusters returns the clusters of a platform. Of the report of the platform
// only the faults matter to them.
func clusters(files []importer.File, r *importer.Report) []importer.Cluster {
	var all importer.Report
	p := parse(files, &all)
	for _, e := range all.Entries {
		if e.What == importer.FoundFault {
			r.Entries = append(r.Entries, e)
		}
	}
	hosts := len(p.net.Nodes)
	if hosts > 1 {
		p.net.Nodes = slices.DeleteFunc(p.net.Nodes, func(n network.Node) bool { return n.Name == master })
	}
	r.LeftOut(hosts-len(p.net.Nodes), "host", "runs Batsim's scheduler, and no job: "+master)
	return p.net.Clusters()
}

// parse reads the elements of a platform, without joining them.
func parse(files []importer.File, report *importer.Report) *platform {
	p := &platform{report: report, nodes: map[string][]int{}, rates: map[string]float64{},
		used: map[string]bool{}, zones: map[string][]*zone{}, other: map[string]int{}}
	p.outside = p.zone("")
	for _, f := range files {
		p.file = f.Name
		if fault := markup.Walk(f.Data, markup.Listener{Start: p.start, End: p.end}); fault != nil {
			report.Fault(importer.Place{File: f.Name, Line: fault.Line}, fault.Why)
		}
		p.open = nil
		for len(p.stack) > 0 { // a file that is cut off leaves zones open
			p.end("zone")
		}
	}
	p.outside.close(p)
	p.net.Title = strings.TrimSuffix(files[0].Name, ".xml")
	return p
}

// A platform is being read.
type platform struct {
	report  *importer.Report
	file    string
	net     network.Network
	nodes   map[string][]int // by a host's, router's or cluster's name, in the order of the file
	groups  []group          // clusters in the order of the file, whose hosts have no place of their own
	rates   map[string]float64
	used    map[string]bool    // links that some route passes
	zones   map[string][]*zone // by name, in the order of the file
	count   counts
	outside *zone // what stands in no zone
	stack   []*zone
	open    *route
	routes  []route
	other   map[string]int // tags that have no meaning here
}

type counts struct {
	zones, hosts, inClusters, clusters, routers, peers, latencies, links, profiles, speeds int
}

// A zone is an AS of older versions.
type zone struct {
	id       string
	number   int // in the order of the file
	within   scope
	cluster  bool // its routing is Cluster: hosts hang on one backbone
	hub      int  // the router of such a zone, or -1
	backbone float64
	members  []int
	ends     []hanging
}

// A scope is the nodes and zones inside of a zone: what is read while it is open,
// from the first to before the last.
type scope struct{ nodes, lastNode, zones, lastZone int }

// close ends the scope of a zone.
func (z *zone) close(p *platform) {
	z.within.lastNode, z.within.lastZone = len(p.net.Nodes), p.count.zones
}

// A hanging is a host_link: how a host hangs on its zone's backbone.
type hanging struct {
	host  string
	node  int // -1 where only the name is known
	links []string
	at    importer.Place
}

// A group is an aggregated cluster.
type group struct {
	prefix, suffix string
	numbers        []span // of its hosts
	node           int
	rate           float64 // of one host through to the cluster's rim, 0 unknown
}

// A route is one between hosts or zones.
type route struct {
	inside   *zone // the zone in which it stands
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

func (p *platform) start(e *markup.Element) {
	if e.Of("latency", "lat") != "" {
		p.count.latencies++
	}
	if e.Of("availability_file", "state_file", "speed_file", "bandwidth_file", "latency_file", "coordinates") != "" {
		p.count.profiles++
	}
	switch e.Name {
	case "platform":
		p.version(e)
	case "zone", "AS":
		p.stack = append(p.stack, p.zone(e.Of("id")))
		p.stack[len(p.stack)-1].cluster = strings.EqualFold(e.Of("routing"), "Cluster")
	case "host", "peer":
		p.host(e)
	case "router":
		p.count.routers++
		at := p.node(e.Of("id"), network.Node{Router: true})
		if z := p.inside(); z.cluster && z.hub < 0 {
			z.hub = at
		}
	case "cluster", "cabinet":
		p.cluster(e)
	case "backbone":
		p.inside().backbone = p.rate(e, "bandwidth")
		p.count.links++
		p.rates[e.Of("id")], p.used[e.Of("id")] = p.inside().backbone, true
	case "link":
		p.count.links++
		p.rates[e.Of("id")] = p.rate(e, "bandwidth")
	case "host_link":
		z := p.inside()
		z.ends = append(z.ends, hanging{e.Of("id"), -1, []string{e.Of("up"), e.Of("down")}, p.place(e)})
	case "route", "zoneRoute", "ASroute":
		p.open = &route{inside: p.inside(), zones: e.Name != "route", ends: [2]string{e.Of("src"), e.Of("dst")},
			gateways: [2]string{e.Of("gw_src"), e.Of("gw_dst")}, at: p.place(e)}
	case "link_ctn":
		if p.open != nil {
			p.open.links = append(p.open.links, e.Of("id"))
		}
	case "bypassRoute", "bypassZoneRoute", "bypassASroute", "bypassASRoute":
		p.open = nil
		p.other[e.Name]++
	default:
		p.other[e.Name]++
	}
}

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
	version := e.Of("version")
	if !slices.Contains([]string{"3", "4", "4.0", "4.1"}, version) {
		p.report.Assumed(1, "version", "of the platform is not 3 to 4.1; it was read as if it were", p.place(e))
	}
}

func (p *platform) zone(id string) *zone {
	z := &zone{id: id, hub: -1}
	z.within = scope{nodes: len(p.net.Nodes), zones: p.count.zones + 1}
	z.number = p.count.zones
	p.count.zones++
	p.zones[id] = append(p.zones[id], z)
	return z
}

// inside is the zone that is open; outside of all zones one that leads nowhere.
func (p *platform) inside() *zone {
	if len(p.stack) == 0 {
		return p.outside
	}
	return p.stack[len(p.stack)-1]
}

// host is a place of its own. A peer has its own way into the network.
func (p *platform) host(e *markup.Element) {
	p.count.hosts++
	at := p.node(e.Of("id"), network.Node{MIPS: p.power(e), Slots: max(1, cores(e)), Zone: p.inside().id,
		ZoneNumber: p.inside().number})
	if e.Name == "peer" {
		p.count.peers++
		z := p.inside()
		if z.hub < 0 {
			z.hub = p.hub(e.Of("id"))
		}
		p.net.Links = append(p.net.Links, network.Link{A: z.hub, B: at, Bandwidth: p.rate(e, "bw_in", "bw_out")})
	}
}

// hub is a router that the file does not name.
func (p *platform) hub(name string) int {
	p.report.Assumed(1, "router", "stands for what a zone's hosts hang on")
	return p.node(name+"_hub", network.Node{Router: true})
}

// cluster is hosts of one sort as one place.
func (p *platform) cluster(e *markup.Element) {
	numbers, hosts, why := radical(e.Of("radical"))
	if why != "" {
		p.report.Fault(p.place(e), "has a cluster whose radical "+why+"; it was left out")
		return
	}
	p.count.clusters++
	p.count.inClusters += hosts
	at := p.node(e.Of("id"), network.Node{MIPS: p.power(e) * float64(hosts), Slots: max(1, cores(e)) * hosts})
	prefix, suffix := e.Of("prefix"), e.Of("suffix")
	router := e.Of("router_id")
	if router == "" {
		router = prefix + e.Of("id") + "_router" + suffix
	}
	p.nodes[router] = append(p.nodes[router], at)
	rate := p.rate(e, "bw")
	if backbone, has := e.Has("bb_bw"); has && backbone != "" {
		rate = slower(rate, p.rate(e, "bb_bw"))
	}
	p.groups = append(p.groups, group{prefix, suffix, numbers, at, rate})
	if z := p.inside(); z.cluster {
		z.ends = append(z.ends, hanging{host: e.Of("id"), node: at, at: p.place(e)})
	}
}

// slower is the lower of two rates of which 0 is not known.
func slower(a, b float64) float64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
