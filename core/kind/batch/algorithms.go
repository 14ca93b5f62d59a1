package batch

import (
	"strings"

	"gridbox/core/kind"
	"gridbox/core/kind/window"
)

// algorithms returns the algorithms in the order of their colours, which is the
// order in which they were added.
func algorithms() []kind.Algorithm {
	return kind.WithOptions(Options{}, []kind.Algorithm{
		{ID: "alp", Name: "ALP", Paper: window.PaperALP, Default: true,
			About:   "Takes the earliest window in which every slot keeps the job's greatest price.",
			Article: "alp-amp", Code: pseudocode(window.CodeALP())},
		{ID: "amp", Name: "AMP", Paper: window.PaperALP, Default: true,
			About:   "Takes the earliest window whose cheapest slots together keep the job's budget.",
			Article: "alp-amp", Code: pseudocode(window.CodeAMP())},
		{ID: "own", Name: "Own",
			About:   "Finds windows or chooses among them by a policy that somebody wrote.",
			Article: "own-algorithms", Code: pseudocode(window.CodeAMP())},
	})
}

// pseudocode returns the pseudo-code of the cycles around a search for one
// window.
func pseudocode(search string) string {
	return strings.Replace(`for each cycle|cycle
	until nobody finds a window any more, for each job|search
		@
		cut its time from the list|cut
	set the limits of all jobs together|quota
	choose for each job one of its windows|choose
	who gets none waits for the next cycle|postpone`, "@", strings.ReplaceAll(search, "\n", "\n\t\t"), 1)
}
