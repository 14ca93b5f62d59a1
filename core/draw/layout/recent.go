package layout

import (
	"sync"

	"gridbox/core/kind/placement"
)

// maxRecent is the number of large problems whose places are cached: a draft, its former state,
// and two for a comparison.
const maxRecent = 4

// recent has the places of the large problems that were laid out last.
var recent layouts

// layouts is a cache of places by the lists of clusters and links.
type layouts struct {
	access sync.Mutex
	list   []layout // the last one is the newest
}

type layout struct {
	problem placement.Problem // only its clusters and links
	at      []Point
}

// find returns the places of a problem with the identical lists, or nil.
func (l *layouts) find(p *placement.Problem) []Point {
	l.access.Lock()
	defer l.access.Unlock()
	for i := range l.list {
		if SharesLayout(p, &l.list[i].problem) {
			return l.list[i].at
		}
	}
	return nil
}

// add stores places and drops the oldest ones beyond maxRecent.
func (l *layouts) add(p *placement.Problem, at []Point) {
	l.access.Lock()
	defer l.access.Unlock()
	l.list = append(l.list, layout{placement.Problem{Clusters: p.Clusters, Links: p.Links}, at})
	if extra := len(l.list) - maxRecent; extra > 0 {
		l.list = append([]layout(nil), l.list[extra:]...)
	}
}
