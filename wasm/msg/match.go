package msg

// The workers of a kind solve the instances of a league or of shaken traces, some at a time. Documents of these
// requests are lines:
//
//	match  a league.Question, the scenario; answered by a list for each instance, with a
//	       league.Value for each run
//	pick   a MatchPick, a league.Question, the scenario; answered by the instance as a scenario

// A MatchPick selects an instance of a league, such as the worst of a pair of runs.
type MatchPick struct {
	Instance int `json:"instance"` // index of the instance, from 0
	// Whole requests the instance unchanged, with all runs. Otherwise it is reduced while run A stays worse than run
	// B; at most Tries smaller instances are tried.
	Whole    bool    `json:"whole,omitempty"`
	A        int     `json:"a"`
	B        int     `json:"b"`
	Tries    int     `json:"tries,omitempty"`
	Ratio    float64 `json:"ratio,omitempty"` // ratio of the metrics of A and B
	Compared int     `json:"compared,omitempty"`
}
