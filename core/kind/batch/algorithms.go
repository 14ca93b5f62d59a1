package batch

import (
	"strings"

	"gridbox/core/kind"
	"gridbox/core/kind/window"
)

// Algorithms of our own.
const (
	RoundRobin = "round-robin"
	MaxMin     = "max-min"
	Pareto     = "pareto"
	// Lexicographic chooses by several objectives in an order.
	Lexicographic = "lexicographic"
)

// algorithms returns the algorithms in the order of their colours, which is the
// order in which they were added.
func algorithms() []kind.Algorithm {
	return kind.SetOptions(Options{}, []kind.Algorithm{
		{ID: "alp", Name: "ALP", Paper: window.PaperALP, Default: true,
			About:   "Takes the earliest window in which no slot exceeds the job's greatest price.",
			Article: "alp-amp", Code: pseudocode(window.CodeALP())},
		{ID: "amp", Name: "AMP", Paper: window.PaperALP, Default: true,
			About:   "Takes the earliest window whose cheapest slots together are within the job's budget.",
			Article: "alp-amp", Code: pseudocode(window.CodeAMP())},
		{ID: "own", Name: "Own",
			About:   "Finds windows or chooses among them by a policy of your own.",
			Article: "own-algorithms", Code: pseudocode(window.CodeAMP())},
		{ID: RoundRobin, Name: "Round robin",
			About:   "Offers windows in turns that each begin with the next job, so that none is always served first.",
			Article: "alp-amp", Code: variant("for each job", "for each job, another one first each time")},
		{ID: MaxMin, Name: "Max-min fair",
			About:   "Offers the next window to the job whose windows have the least node time so far.",
			Article: "alp-amp", Code: variant("for each job",
				"for the job whose windows have the least node time")},
		{ID: Pareto, Name: "Pareto front",
			About: "Answers with all combinations that no other beats in time and cost, window by window, and " +
				"chooses one of them.",
			Article: "alp-amp", Code: variant("choose for each job one of its windows",
				"list the combinations that no other beats in time and cost, and choose one")},
		{ID: Lexicographic, Name: "Lexicographic",
			About: "Chooses by objectives in an order: the most jobs within the limit, then the least cost, then the " +
				"least time.",
			Article: "alp-amp", Code: variant("choose for each job one of its windows",
				"choose windows for the most jobs, of these for the first objective, of these for the next")},
	})
}

// pseudocode returns the pseudo-code of the cycles around a search for one
// window.
func pseudocode(search string) string {
	return strings.Replace(`for each cycle|cycle
	until no job finds another window, for each job|search
		@
		cut its time from the list|cut
	set the limits of all jobs together|quota
	choose for each job one of its windows|choose
	a job without a window waits for the next cycle|postpone`, "@", strings.ReplaceAll(search, "\n", "\n\t\t"), 1)
}

// variant returns the pseudo-code of AMP with other words in one line, whose
// events stay.
func variant(line, words string) string {
	return strings.Replace(pseudocode(window.CodeAMP()), line+"|", words+"|", 1)
}
