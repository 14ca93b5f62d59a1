// Package alone is the figure in a page by itself: one file with the scenario, the
// answers and this program inside, which no site is around and no request is made for.
package alone

// Ids of the elements that hold the page's documents, its program, and the script of
// its workers. app/onepage and the site's generator write them.
const (
	ScenarioID = "gridbox-scenario"
	ResultID   = "gridbox-result"
	AboutID    = "gridbox-about"
	ProgramID  = "gridbox-program"
	WorkerID   = "gridbox-worker"
)

// About says how the page is first shown.
type About struct {
	Run  string `json:"run,omitempty"`  // that is chosen at first: its algorithm, name or place
	Site string `json:"site,omitempty"` // where a laboratory is: scheme, host and path
}
