package kube

import (
	"strconv"

	"gridbox/core/importer"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// zoneLabels name the zone of a node, the older one last
// (https://kubernetes.io/docs/reference/labels-annotations-taints).
var zoneLabels = []string{"topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"}

// group makes a problem of choosing nodes, where the nodes of a zone fail
// together.
func (c *cluster) group() *scenario.Scenario {
	if len(c.nodes) == 0 {
		c.report.AddFault(importer.Place{}, "no node was found; import the output of kubectl get nodes")
		return nil
	}
	price, wanted := c.askNumber("price", 1, 0, 1e9), int(c.askNumber("nodes", 3, 1, 1e6))
	zone, node := c.askNumber("zones", 0.999, 1e-9, 1), c.askNumber("availability", 0.99, 1e-9, 1)
	p := group.Problem{}
	var names, zoneNames importer.Names
	known := map[string]string{}
	alone := 0
	for _, t := range c.nodes {
		n := group.Node{ID: names.ID(t.text("metadata", "name"), "node"), Price: price, Availability: &node}
		label := ""
		for _, name := range zoneLabels {
			if label == "" {
				label = t.text("metadata", "labels", name)
			}
		}
		if label == "" {
			alone++
		} else {
			if _, old := known[label]; !old {
				known[label] = zoneNames.ID(label, "zone")
				p.Groups = append(p.Groups, group.Group{ID: known[label], Availability: &zone})
			}
			n.Group = known[label]
		}
		p.Nodes = append(p.Nodes, n)
	}
	if wanted > len(p.Nodes) {
		c.report.AddAssumed(1, "request", "for more nodes than there are; it is for all "+strconv.Itoa(len(p.Nodes)))
		wanted = len(p.Nodes)
	}
	p.Request = &group.Request{Nodes: wanted, Budget: price * float64(wanted)}
	c.report.AddTaken(len(p.Nodes), "node", "of equal price")
	c.report.AddTaken(len(p.Groups), "zone", "as a group of nodes that fail together")
	c.report.AddAssumed(alone, "node", "has no label of a zone and fails by itself")
	c.report.AddLeftOut(len(c.pods), "pod", "nodes alone are chosen here").Change("kind", "farm", "takes pods")
	return &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "group",
		Group: &scenario.Group{Problem: p}}
}
