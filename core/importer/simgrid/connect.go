package simgrid

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/importer/network"
	"gridbox/core/sorting"
)

// connect turns routes into links, after all names are known.
func (p *platform) connect() {
	for _, r := range p.routes {
		p.route(&r)
	}
	for _, name := range sorting.Keys(p.zones) {
		for _, z := range p.zones[name] {
			p.hang(name, z)
		}
	}
}

func (r *route) noun() string {
	if r.zones {
		return "zone route"
	}
	return "route"
}

// route adds a link between the ends of a route, as fast as its slowest link. A
// route that has no two different known ends is left out and reported.
func (p *platform) route(r *route) {
	a, fromA := p.find(r, 0)
	b, fromB := p.find(r, 1)
	switch {
	case a < 0 || b < 0:
		p.report.AddLeftOut(1, r.noun(), "leads to a place that the file does not have", r.at)
		p.lowestRate(r.links, r.at)
		return
	case a == b:
		p.report.AddLeftOut(1, r.noun(), "leads from a place to itself, where data are local anyway")
		p.lowestRate(r.links, r.at)
		return
	}
	p.report.AddTaken(1, r.noun(), "as a link that is as fast as the slowest on the way")
	rate := lowerRate(p.lowestRate(r.links, r.at), lowerRate(fromA, fromB))
	p.net.Links = append(p.net.Links, network.Link{A: a, B: b, Bandwidth: rate})
}

// lowestRate returns the lowest known rate of the links in MB/s, 0 if none is known. It
// marks the links as used, and adds a fault to the report for each id without a
// link.
func (p *platform) lowestRate(links []string, at importer.Place) (rate float64) {
	for _, id := range links {
		name := id
		if _, known := p.rates[id]; !known {
			name = strings.TrimSuffix(strings.TrimSuffix(id, "_UP"), "_DOWN")
		}
		of, known := p.rates[name]
		if !known {
			if id != "" {
				p.report.AddFault(at, "passes a link that the file does not have")
			}
			continue
		}
		p.used[name] = true
		rate = lowerRate(rate, of)
	}
	return rate
}

// find returns the node of one end of a route, -1 if there is none, and the
// rate at which it is reached if it is a cluster.
func (p *platform) find(r *route, end int) (node int, rate float64) {
	names := []string{r.gateways[end], r.ends[end]}
	z := p.zoneOf(r.ends[end], r.inside)
	scopes := []*zone{z, r.inside, p.outside}
	node = -1
	for _, name := range names {
		for _, s := range scopes {
			if node < 0 && s != nil && name != "" {
				node = p.nodeIn(s, name)
			}
		}
	}
	if node < 0 && z != nil {
		switch {
		case z.hub >= 0:
			node = z.hub
		case len(z.members) == 1:
			node = z.members[0]
		}
	}
	for _, name := range names {
		for _, s := range scopes {
			if node < 0 && s != nil && name != "" {
				node = p.member(s, name)
			}
		}
	}
	return node, p.rateOf(node)
}

// rateOf returns the rate at which a node is reached if it is a cluster, 0 if
// it is none or the rate is unknown.
func (p *platform) rateOf(node int) (rate float64) {
	at, is := slices.BinarySearchFunc(p.groups, node, func(g group, node int) int { return g.node - node })
	if is {
		rate = p.groups[at].rate
	}
	return rate
}

// nodeIn returns the first node of a name in a zone, -1 if there is none.
func (p *platform) nodeIn(z *zone, name string) int {
	list := p.nodes[name]
	at, _ := slices.BinarySearch(list, z.scope.nodes)
	if at < len(list) && list[at] < z.scope.lastNode {
		return list[at]
	}
	return -1
}

// zoneOf returns the zone of a name within another zone, or else the first zone
// of that name, or nil.
func (p *platform) zoneOf(name string, inside *zone) *zone {
	list := p.zones[name]
	if name == "" {
		return nil
	}
	at, _ := slices.BinarySearchFunc(list, inside.scope.zones, func(z *zone, n int) int { return z.number - n })
	switch {
	case at < len(list) && list[at].number < inside.scope.lastZone:
		return list[at]
	case len(list) > 0:
		return list[0]
	}
	return nil
}

// maxGroups bounds the search for the cluster of a host by its name.
const maxGroups = 200

// member returns the node of the cluster in a zone that has a host of a name,
// -1 if there is none.
func (p *platform) member(z *zone, name string) int {
	if len(p.groups) > maxGroups {
		return -1
	}
	for _, g := range p.groups {
		number, fits := strings.CutPrefix(name, g.prefix)
		if number, ends := strings.CutSuffix(number, g.suffix); fits && ends {
			n, err := strconv.Atoi(number)
			if err == nil && g.node >= z.scope.nodes && g.node < z.scope.lastNode && g.has(n) {
				return g.node
			}
		}
	}
	return -1
}

// maxSpans bounds the search for the number of a host.
const maxSpans = 100

// has reports whether a host of the cluster has a number. A cluster with too
// many ranges of numbers is assumed to have every number.
func (g *group) has(n int) bool {
	return len(g.numbers) > maxSpans ||
		slices.ContainsFunc(g.numbers, func(s span) bool { return n >= s.first && n <= s.last })
}

// hang links the hosts of a zone to the router of the zone, which it creates if
// there is none. A host link of an unknown host is left out and reported.
func (p *platform) hang(name string, z *zone) {
	for _, h := range z.ends {
		at := h.node
		if at < 0 {
			at = p.nodeIn(z, h.host)
		}
		if at < 0 {
			at = p.nodeIn(p.outside, h.host)
		}
		if at < 0 {
			p.report.AddLeftOut(1, "host link", "is of a host that the file does not have", h.at)
			continue
		}
		if z.hub < 0 {
			z.hub = p.hub(name)
		}
		rate := lowerRate(lowerRate(p.lowestRate(h.links, h.at), z.backbone), p.rateOf(at))
		p.net.Links = append(p.net.Links, network.Link{A: z.hub, B: at, Bandwidth: rate})
		p.report.AddTaken(1, "host link", "to the router of its zone")
	}
}

// reportCounts adds the counts of hosts, clusters, routers and links to the report.
func (p *platform) reportCounts() {
	r, c := p.report, &p.count
	r.AddTaken(c.clusterHosts, "host", "of clusters, each cluster as one place with the sum of their power")
	r.AddTaken(c.clusters, "cluster", "of hosts of one sort")
	r.AddTaken(c.hosts, "host", "as a place of its own")
	r.AddTaken(c.routers, "router", "between the others")
	lie := 0
	for id := range p.used {
		if _, known := p.rates[id]; known {
			lie++
		}
	}
	r.AddTaken(lie, "link", "along the routes")
	r.AddLeftOut(c.links-lie, "link", "on no route, or of a name that was there before")
	r.AddAssumed(c.peers, "peer", "joined to one router by the slower of its two rates")
	r.AddAssumed(c.speeds, "host", "with several speeds: the one that it starts with counts")
	r.AddAssumed(min(1, c.hosts+c.clusterHosts), "unit", "an operation on real numbers (flop) is one instruction")
	r.AddLeftOut(c.latencies, "latency", "links here have a bandwidth only")
	r.AddLeftOut(c.profiles, "profile", "of changing speed, or coordinates of a network; they do not change here")
	for i, tag := range sorting.Keys(p.ignored) {
		if i >= 20 {
			r.AddLeftOut(p.ignored[tag], "tag", "of further names that has no place in a placement problem")
			continue
		}
		r.AddLeftOut(p.ignored[tag], "<"+importer.Clean(tag)+"> tag", "has no place in a placement problem")
	}
}
