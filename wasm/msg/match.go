package msg

// A league, and a comparison on shaken traces, is measured by the workers of its kind, each some
// instances at a time. Documents of these requests are lines:
//
//	match  a league.Question, the scenario; answered by a list for each instance, with a
//	       league.Value for each run
//	pick   a MatchPick, a league.Question, the scenario; answered by the instance as a scenario

// A MatchPick is the instance that shows something of a league.
type MatchPick struct {
	Instance int `json:"instance"` // its number, counted from 0
	// Whole wants the instance as it is, with all runs. Otherwise it is made small while run A stays
	// worse than run B, with at most Tries smaller instances tried.
	Whole    bool    `json:"whole,omitempty"`
	A        int     `json:"a"`
	B        int     `json:"b"`
	Tries    int     `json:"tries,omitempty"`
	Ratio    float64 `json:"ratio,omitempty"` // how many times as bad A is
	Compared int     `json:"compared,omitempty"`
}
