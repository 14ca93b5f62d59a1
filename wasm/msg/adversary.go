package msg

import "gridbox/core/scenario"

// A search for the instance on which one run does worst compared with another is led by the
// worker of studies, which selects instances and receives the outcomes. The instances are tried
// by the workers of the kind. At the end the worst instance is reduced in the same way. Documents
// of these requests are lines:
//
//	hunt  a SearchHead, the scenario, then the new outcomes of each batch;
//	      answered by a SearchProgress, then by the scenarios of the next batch or, if
//	      nothing is left to try, by the reduced instance if there is one
//	duel  a SearchHead, then scenarios; answered by their outcomes in one line
//
// Outcomes are opaque to the page, which joins the outcomes of the parts of one batch with
// semicolons.

// A SearchHead describes a search.
type SearchHead struct {
	A      scenario.Run `json:"a"`
	B      scenario.Run `json:"b"`
	Metric string       `json:"metric"`
	Tries  int          `json:"tries"`
	Paths  []string     `json:"turn,omitempty"`
	// Cores is the number of instances tried at the same time. The result does not depend on it.
	Cores int `json:"cores,omitempty"`
}

// A SearchProgress is the progress of a search.
type SearchProgress struct {
	Tried      int     `json:"tried"`    // instances tried
	Compared   int     `json:"compared"` // instances that both runs answered
	A          float64 `json:"a"`        // metric of both runs on the worst instance
	B          float64 `json:"b"`
	Bad        string  `json:"bad,omitempty"`    // ratio of the metrics in words
	Sizes      string  `json:"sizes,omitempty"`  // of the worst instance, when the search is over
	Shrunk     int     `json:"shrunk,omitempty"` // smaller instances tried
	SmallSizes string  `json:"small,omitempty"`  // size of the smallest
	None       string  `json:"none,omitempty"`   // reason why nothing was found
	Over       bool    `json:"over,omitempty"`
}
