package msg

import "gridbox/core/scenario"

// A search for the instance on which one run does worst against another is led
// by the worker of studies, which says what to try and learns what came of it,
// and tried by the workers of the kind. When the search is over the worst
// instance is made small in the same way. Documents of these asks are lines:
//
//	hunt  a HuntHead, the scenario, then the outcomes of each batch that are new;
//	      answered by a HuntTold, then by the scenarios of the next batch, or, when
//	      nothing is left to try, by the small instance if there is one
//	duel  a HuntHead, then scenarios; answered by their outcomes in one line
//
// Outcomes are opaque to the page, which joins those of the stretches of one
// batch with a semicolon.

// A HuntHead says what is searched for.
type HuntHead struct {
	A      scenario.Run `json:"a"`
	B      scenario.Run `json:"b"`
	Metric string       `json:"metric"`
	Tries  int          `json:"tries"`
	Turn   []string     `json:"turn,omitempty"`
	// Cores says how many instances are tried at the same time; what is found
	// does not depend on it.
	Cores int `json:"cores,omitempty"`
}

// A HuntTold says how far a search is.
type HuntTold struct {
	Tried    int     `json:"tried"`    // instances of the search
	Compared int     `json:"compared"` // those of them that both runs answered
	A        float64 `json:"a"`        // the metric of both runs on the worst instance
	B        float64 `json:"b"`
	Bad      string  `json:"bad,omitempty"`    // how many times as bad, in words
	Sizes    string  `json:"sizes,omitempty"`  // of the worst instance, once nothing more is searched
	Shrunk   int     `json:"shrunk,omitempty"` // smaller instances tried
	Small    string  `json:"small,omitempty"`  // size of the smallest
	None     string  `json:"none,omitempty"`   // why nothing was found
	Over     bool    `json:"over,omitempty"`
}
