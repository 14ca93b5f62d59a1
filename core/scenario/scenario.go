// Package scenario defines the main document: a problem of one kind, the runs
// wanted on it, an optional study, and the last view. Page, worker, command
// line, links, embeds and tests all use it. The package parses, validates,
// migrates and writes it, generates its problem, and packs it into links.
package scenario

// Version is the version of the scenario format that this build writes. Older
// versions are migrated when read.
const Version = 1

// A Scenario is one document of format "gridbox". Exactly one problem is set,
// the one named by Kind.
type Scenario struct {
	Format  string `json:"format" rule:"required,oneof=gridbox" about:"always gridbox"`
	Version int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Kind    string `json:"kind" rule:"required" about:"the problem kind"`
	Title   string `json:"title,omitempty" label:"Title" about:"a short name"`
	About   string `json:"about,omitempty" label:"About" about:"a description in markdown"`
	// Seed is the seed of generators and randomised algorithms. 0 is not special and never
	// means the clock. It is at most 2^53-1, so that every JSON reader keeps it.
	Seed      uint64     `json:"seed,omitempty" label:"Seed" about:"where random streams start"`
	Placement *Placement `json:"placement,omitempty" about:"the problem of kind placement"`
	Window    *Window    `json:"window,omitempty" about:"the problem of kind window"`
	Batch     *Batch     `json:"batch,omitempty" about:"the problem of kind batch"`
	Group     *Group     `json:"group,omitempty" about:"the problem of kind group"`
	Farm      *Farm      `json:"farm,omitempty" about:"the problem of kind farm"`
	Runs      []Run      `json:"runs,omitempty" about:"algorithms to run; none means the kind's default set"`
	Policies  []Policy   `json:"policies,omitempty" about:"algorithms of one's own, which runs of the algorithm own name"`
	Study     *Study     `json:"study,omitempty" about:"replications and sweeps; gridbox study runs it"`
	View      *View      `json:"view,omitempty" about:"how the document was last looked at; never changes a result"`
}

// A Run names one algorithm and its options. The same algorithm may run any
// number of times. A run is identified by its index. Its name in tables and
// charts is made by core/catalog (Names).
type Run struct {
	Algorithm string         `json:"algorithm" rule:"required" about:"an algorithm of the kind"`
	Label     string         `json:"label,omitempty" rule:"id" about:"what the run is called in tables, charts and pairs; without one it is named by its algorithm and options"`
	Options   map[string]any `json:"options,omitempty" about:"options of the algorithm; absent ones take their defaults"`
}

// A Policy is a user's algorithm. Its source is interpreted by core/policy. An
// invalid source is not a fault of the document but of the runs that use it, so
// that others can still run.
type Policy struct {
	ID       string `json:"id" rule:"required,id" about:"what runs call it, as options.policy of the algorithm own"`
	Title    string `json:"title,omitempty" label:"Title" about:"what it is called on the page"`
	Language string `json:"language" rule:"required,oneof=formula|javascript" about:"what it is written in"`
	Source   string `json:"source" rule:"required" about:"its text; of a formula one expression, or several behind the names of decisions and a colon"`
}

// A View is the part of a document that only the page reads.
type View struct {
	Panel  string `json:"panel,omitempty"`
	Select string `json:"select,omitempty"`
	Run    string `json:"run,omitempty"`
	Theme  string `json:"theme,omitempty" rule:"oneof=light|dark"`
	// Hidden runs stay in the document and in its studies, but the page neither solves nor
	// shows them.
	Hidden []int `json:"hidden,omitempty" rule:"int,>=0" about:"places of the runs, from 0, that are not shown"`
	// Comparison has the numbers of two runs that are compared, from 1, and how they are shown:
	// 1,3 or 1,3,over.
	Comparison string `json:"beside,omitempty"`
	// Step is the current step of the selection's replay, from 1: 12, or 12,whole for the
	// replay of the whole run.
	Step string `json:"step,omitempty"`
}
