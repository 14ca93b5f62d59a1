package shell

import (
	"gridbox/app/compute"
	"gridbox/app/lab"
	"gridbox/app/store"
)

// crew is the real workers, under the names by which the laboratory knows what
// they do.
type crew struct{ *compute.Kinds }

func (c crew) Study(kind string, o compute.Order, paused bool) lab.Study {
	return c.Kinds.Study(kind, o, paused)
}

func (c crew) Hunt(kind string, chase compute.Chase) lab.Hunt { return c.Kinds.Hunt(kind, chase) }

// workers hires the first of them.
func workers() (lab.Workers, error) {
	addresses, err := compute.PageAddresses()
	if err != nil {
		return nil, err
	}
	c := crew{compute.Open(addresses)}
	c.Warm(lab.FirstKind)
	return c, nil
}

func library() lab.Library { return lab.Shelf(store.OpenTab(base())) }
