package scenario

import (
	"errors"
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/reason"
)

// ResultFormat is the name of the result format.
const ResultFormat = "gridbox-result"

// ResultVersion is the version of the result format.
const ResultVersion = 1

// A Result is one document of format "gridbox-result": what every run of a
// scenario answered. Scenario is the digest of the scenario document without
// its view.
type Result struct {
	Format   string   `json:"format" rule:"required,oneof=gridbox-result" about:"always gridbox-result"`
	Version  int      `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine   string   `json:"engine" about:"version of Gridbox, or the name of the program, that answered"`
	Scenario string   `json:"scenario" rule:"required" about:"digest of the scenario without its view"`
	Kind     string   `json:"kind" rule:"required" about:"the problem kind"`
	Runs     []Answer `json:"runs" rule:"required" about:"one answer a run, in the order of the runs"`
}

// An Answer is the outcome of one run. Infeasible is an outcome, not an error.
// Digest covers everything but itself, Run, Label, Check, ElapsedMs, InfiniteScores,
// a bound's certificate and the words of a reason: the same algorithm with the same options
// gives the same answer, wherever its run stands and whatever it is called.
type Answer struct {
	Algorithm string             `json:"algorithm" rule:"required" about:"which algorithm answered"`
	Run       *int               `json:"run,omitempty" about:"place, from 0, of the scenario's run that it answers; results of earlier builds have none, and answers are in the order of the runs; in no digest"`
	Label     string             `json:"label,omitempty" rule:"id" about:"what that run is called, if it has a label; in no digest"`
	Options   map[string]any     `json:"options" about:"its options, all of them"`
	Feasible  bool               `json:"feasible" rule:"required" about:"whether there is a solution"`
	Reason    *reason.Reason     `json:"reason,omitempty" about:"why there is none; in results of earlier builds a string, the words alone"`
	Metrics   map[string]float64 `json:"metrics,omitempty" about:"the numbers by which answers are compared"`
	// Solution holds the kind's solution noun, *placement.Solution for placement.
	Solution  any                `json:"solution,omitempty" about:"the decision, in the shape of the kind"`
	Stats     map[string]float64 `json:"stats,omitempty" about:"counters of the work done"`
	Bound     *Bound             `json:"bound,omitempty" about:"a proven limit on one metric"`
	Check     *Check             `json:"check,omitempty" about:"the verdict of the independent checker"`
	Digest    string             `json:"digest" about:"sha256 over the canonical text of the answer without digest, run, label, check, elapsedMs, infiniteScores, certificate and the words of the reason"`
	ElapsedMs float64            `json:"elapsedMs" rule:">=0" unit:"ms" about:"how long the run took; in no digest"`
	// InfiniteScores is not among the Stats because the digest covers those.
	InfiniteScores int `json:"infiniteScores,omitempty" rule:">=0" about:"jobs or nodes for which a formula gave an infinite score, as after a division by zero; in no digest"`
}

// A Bound is a proven limit on a metric: no answer can be better than Value.
// Gap is the relative distance |metric-value|/|value|, 0 when both are equal.
type Bound struct {
	Metric      string       `json:"metric"`
	Value       float64      `json:"value"`
	Gap         float64      `json:"gap"`
	Certificate *Certificate `json:"certificate,omitempty" about:"the argument for the value, which a checker can follow without solving anything"`
}

// A Certificate is the argument for a bound. With it a checker sees, without
// solving anything, that no answer passes the bound. By says which argument it
// is; each uses the fields that it needs. How a kind's arguments run stands
// with its checker, in the verifier.
type Certificate struct {
	By          string    `json:"by" rule:"required" about:"which argument it is"`
	Count       float64   `json:"count,omitempty" about:"how many combinations there are, where all are looked at"`
	Limit       float64   `json:"limit,omitempty" about:"the value that is assumed and led to a contradiction"`
	Multipliers []float64 `json:"multipliers,omitempty" about:"weights of the limits that are added up"`
	Leaves      []Leaf    `json:"leaves,omitempty" about:"parts that all answers fall into, each with its own argument"`
	Group       string    `json:"group,omitempty" about:"which things the argument is about, where not all"`
}

// A Leaf is the part of all answers that makes the fixed choices, with the
// multipliers that bound this part.
type Leaf struct {
	Fixed       []Choice  `json:"fixed,omitempty" about:"what all answers of this part have in common"`
	Multipliers []float64 `json:"multipliers,omitempty" about:"weights of the limits that are added up"`
}

// A Choice is a decision about one thing of a list.
type Choice struct {
	Of   int `json:"of" about:"index of the thing in the scenario's list"`
	Take int `json:"take" about:"how many of it, or which of its variants, is taken"`
}

// Relative is the distance of an answer's metric to its bound as Bound.Gap
// defines it; there is none without a bound.
func (a *Answer) Relative() (gap float64, ok bool) {
	if a.Bound == nil {
		return 0, false
	}
	metric, ok := a.Metrics[a.Bound.Metric]
	if !ok {
		return 0, false
	}
	gap = math.Abs(metric - a.Bound.Value)
	if gap != 0 && a.Bound.Value != 0 {
		gap /= math.Abs(a.Bound.Value)
	}
	return gap, true
}

// A Check is the verdict of the independent checker.
type Check struct {
	OK         bool        `json:"ok"`
	Violations []Violation `json:"violations"`
	// Scope is one of the three below.
	Scope string `json:"scope,omitempty" about:"optimal: nothing better exists, verified; bounded: the bound was verified; valid: only what is said was verified"`
	// Among is for kinds whose algorithms choose among what they found before.
	Among string `json:"among,omitempty" about:"what nothing is better among, or what the bound is for, where that is not all answers"`
}

// How far a check went, from the most to the least. Results of earlier builds
// say best for optimal.
const (
	ScopeOptimal = "optimal" // nothing better exists, or no answer at all where that is said
	ScopeBounded = "bounded" // no answer passes the bound
	ScopeValid   = "valid"   // what the answer says is true; better ones were not looked for
)

// Word is the scope in a word; an answer of an earlier build has none, and is
// then no more than valid.
func (c *Check) Word() string {
	switch c.Scope {
	case ScopeOptimal, ScopeBounded:
		return c.Scope
	}
	return ScopeValid
}

// Reach says in a sentence what a checker has verified of an answer.
func (c *Check) Reach() string {
	switch {
	case !c.OK:
		return "Refuted: the scenario contradicts what the answer says."
	case c.Scope == ScopeOptimal:
		return "Optimal: every number was computed again, and it was verified that nothing better exists" +
			c.among() + "."
	case c.Scope == ScopeBounded:
		return "Bounded: every number was computed again, and it was verified that no answer" + c.among() +
			" can pass the bound."
	}
	return "Valid: every number was computed again; whether something better exists was not looked for."
}

// ByCapacity is the argument for a bound on large placements: work against power.
const ByCapacity = "capacity"

// Reach says what a checker has verified of the answer, which it has, and what its bound
// leaves out.
func (a *Answer) Reach() string {
	text := a.Check.Reach()
	if b := a.Bound; a.Check.OK && a.Check.Scope == ScopeBounded && b != nil && b.Certificate != nil &&
		b.Certificate.By == ByCapacity {
		text += " The bound is that of work and power: for so many jobs on so many clusters the time " +
			"that data take is left out of it."
	}
	return text
}

func (c *Check) among() string {
	if c.Among == "" {
		return ""
	}
	return " among " + c.Among
}

// A Violation is one statement of an answer that the scenario contradicts.
type Violation struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// digested is what the digest of an answer covers: what was found, not the
// argument that nothing better can be, and why there is nothing, not in which
// words.
type digested struct {
	Algorithm string             `json:"algorithm"`
	Options   map[string]any     `json:"options"`
	Feasible  bool               `json:"feasible"`
	Reason    any                `json:"reason,omitempty"`
	Metrics   map[string]float64 `json:"metrics,omitempty"`
	Solution  any                `json:"solution,omitempty"`
	Stats     map[string]float64 `json:"stats,omitempty"`
	Bound     *Bound             `json:"bound,omitempty"`
}

// ContentDigest computes what an answer's Digest must be: equal answers have
// equal digests, whoever computed them and however long it took.
func (a *Answer) ContentDigest() string {
	name, _, _ := a.content()
	return name
}

// Sign sets the digest of an answer. It refuses one with a number that is not
// finite, which no document can hold.
func (a *Answer) Sign() error {
	_, err := a.SignWritten()
	return err
}

// SignWritten is Sign that also gives the canonical text of the solution, as long as the
// answer's own, for whoever writes the answer next and can spare himself half of that.
func (a *Answer) SignWritten() (doc.Written, error) {
	name, solution, finite := a.content()
	if !finite {
		for _, f := range doc.Check(a) {
			return nil, errors.New(a.Algorithm + " answered with " + f.Path + " = " + f.Value + ", which " + f.Why)
		}
	}
	a.Digest = name
	return solution, nil
}

// Canonical writes the one canonical text of an answer whose solution is written already,
// or nil where it is not.
func (a *Answer) Canonical(solution doc.Written) []byte {
	written := *a
	if a.Solution != nil && solution != nil {
		written.Solution = solution
	}
	return doc.Canonical(&written)
}

func (a *Answer) content() (name string, solution doc.Written, finite bool) {
	bound := a.Bound
	if bound != nil && bound.Certificate != nil {
		bound = &Bound{Metric: bound.Metric, Value: bound.Value, Gap: bound.Gap}
	}
	covered := digested{a.Algorithm, a.Options, a.Feasible, a.Reason.Digested(), a.Metrics, nil, a.Stats, bound}
	finite = true
	if a.Solution != nil {
		solution, finite = doc.CanonicalFinite(a.Solution)
		covered.Solution = solution
	}
	text, rest := doc.CanonicalFinite(covered)
	finite = finite && rest
	if finite && bound != a.Bound {
		_, finite = doc.CanonicalFinite(a.Bound.Certificate)
	}
	return doc.Digest(text), solution, finite
}

// MaxResult bounds the length of a result that is read or written. It is more than
// other documents may have: the windows of a batch are many times its slots, and
// a result is read by those who wrote it or have it checked.
const MaxResult = 1 << 30

// ParseResult reads a result document with the solutions in the nouns of its kind.
func ParseResult(text []byte) (*Result, doc.Faults) {
	r := &Result{}
	faults := doc.DecodeLong(text, r, func(name string) any { return holdSolution(name, r.Kind) }, MaxResult)
	if len(faults) == 0 && r.Version > ResultVersion {
		faults = doc.Faults{{Path: "version", Value: strconv.Itoa(r.Version),
			Why: "is newer than this build, which reads up to version " + strconv.Itoa(ResultVersion) +
				"; update Gridbox"}}
	}
	if len(faults) == 0 && partOf(r.Kind) == nil {
		faults = doc.Faults{{Path: "kind", Value: strconv.Quote(r.Kind),
			Why: "is not a problem kind; kinds are " + list(Kinds()) + doc.Suggest(r.Kind, Kinds())}}
	}
	if len(faults) == 0 {
		faults = r.retype()
	}
	return r, doc.Locate(text, faults.Limit())
}

// ParseAnswer reads one entry of a result's runs, of a given kind.
func ParseAnswer(text []byte, kind string) (Answer, doc.Faults) {
	return ParseAnswerWith(text, kind, nil)
}

// ParseAnswerWith is ParseAnswer that calls pause now and then; see [doc.DecodePaused].
func ParseAnswerWith(text []byte, kind string, pause func()) (Answer, doc.Faults) {
	a := Answer{}
	faults := doc.DecodeWith(text, &a, func(name string) any { return holdSolution(name, kind) }, pause)
	return a, faults
}

func holdSolution(name, kind string) any {
	if name != "solution" {
		return nil
	}
	return NewSolution(kind)
}

// retype reads the solutions again where the text named its kind after them.
func (r *Result) retype() doc.Faults {
	var faults doc.Faults
	for i := range r.Runs {
		plain, ok := r.Runs[i].Solution.(map[string]any)
		if !ok {
			continue
		}
		noun := NewSolution(r.Kind)
		found := doc.Decode(doc.Canonical(plain), noun)
		for k := range found {
			found[k].Start, found[k].End = 0, 0
		}
		faults = append(faults, found.Within("runs["+strconv.Itoa(i)+"].solution")...)
		r.Runs[i].Solution = noun
	}
	return faults
}
