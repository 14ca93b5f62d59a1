package network

import (
	"gridbox/core/doc"
	"gridbox/core/importer"
)

// defaultPower is the power of a processor in MIPS if the file does not state it.
const defaultPower = 1000

// Clusters returns the nodes that compute as clusters. Hosts of equal power in
// one zone are one cluster, because files list the hosts of a cluster one by
// one.
func (n *Network) Clusters() []importer.Cluster {
	type group struct {
		zone   string
		number int
		power  float64 // of a processor
	}
	var list []importer.Cluster
	var groups []group
	hosts := []int{}        // of each in the list
	at := map[group]int{}   // of hosts with a zone
	inZone := map[int]int{} // groups
	for i := range n.Nodes {
		c := &n.Nodes[i]
		if c.Router || c.Slots < 1 {
			continue
		}
		mips := clamp(c.MIPS)
		if mips == 0 {
			mips = defaultPower * float64(c.Slots)
		}
		g := group{c.Zone, c.ZoneNumber, Neat(mips / float64(c.Slots))}
		place, known := at[g]
		if known && c.Zone != "" {
			hosts[place]++
			list[place].Slots += c.Slots
			list[place].MIPS += mips
			continue
		}
		at[g] = len(list)
		inZone[c.ZoneNumber]++
		list = append(list, importer.Cluster{Name: c.Name, Slots: c.Slots, MIPS: mips})
		groups, hosts = append(groups, g), append(hosts, 1)
	}
	for i, g := range groups {
		switch {
		case hosts[i] == 1: // the name of the host
		case inZone[g.number] == 1:
			list[i].Name = g.zone
		default:
			list[i].Name = g.zone + " (" + doc.Exact(g.power) + " MIPS)"
		}
	}
	return list
}
