package placement

import "strconv"

// fiveClusters returns the small handmade problem of the start page: five clusters as in figure 1
// of the paper, placed as on a map of France. Fast clusters have little data, and the large
// dataset d2 is at both ends of the country, so that the algorithms disagree.
func fiveClusters() Problem {
	at := func(x, y float64) (*float64, *float64) { return &x, &y }
	p := Problem{
		Links: []Link{
			{"Rennes", "Lille", 16}, {"Lille", "Nancy", 90}, {"Rennes", "Nancy", 8},
			{"Rennes", "Lyon", 20}, {"Nancy", "Lyon", 45}, {"Lyon", "Nice", 30}, {"Nancy", "Nice", 12},
		},
		Datasets: []Dataset{
			{"d1", 120, []string{"Lyon", "Rennes"}},
			{"d2", 800, []string{"Nancy", "Nice"}},
			{"d3", 45, []string{"Lille"}},
			{"d4", 310, []string{"Lyon"}},
			{"d5", 64, []string{"Rennes", "Nice"}},
		},
	}
	for _, c := range []struct {
		id         string
		mips, x, y float64
	}{
		{"Lyon", 820, 0.60, 0.62}, {"Nancy", 1450, 0.80, 0.30}, {"Rennes", 600, 0.14, 0.38},
		{"Lille", 1100, 0.52, 0.10}, {"Nice", 950, 0.88, 0.88},
	} {
		x, y := at(c.x, c.y)
		p.Clusters = append(p.Clusters, Cluster{ID: c.id, MIPS: c.mips, X: x, Y: y})
	}
	for i, j := range []struct {
		mi       float64
		datasets []string
	}{
		{30000, []string{"d1", "d3"}}, {1200, []string{"d2"}}, {88400, []string{"d5"}},
		{2400, []string{"d4", "d5"}}, {46000, []string{"d3"}}, {5200, []string{"d1", "d2"}},
		{21000, []string{"d1"}}, {900, []string{"d4"}}, {64000, []string{"d2", "d3"}},
		{3600, []string{"d5"}}, {12500, []string{"d1", "d4"}}, {70200, nil},
		{1800, []string{"d2", "d4"}}, {26000, []string{"d5", "d3"}}, {4100, []string{"d1", "d5"}},
		{39000, []string{"d4"}}, {700, []string{"d2", "d5"}}, {52000, []string{"d1", "d3"}},
		{2900, []string{"d3", "d4"}}, {17500, []string{"d2"}}, {33000, []string{"d5"}},
		{1500, []string{"d1", "d2", "d4"}}, {58000, []string{"d3", "d5"}}, {8800, []string{"d4"}},
	} {
		p.Jobs = append(p.Jobs, Job{ID: "j" + strconv.Itoa(i+1), MI: j.mi, Datasets: j.datasets})
	}
	return p
}
