package scenario

import (
	"errors"
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/reason"
	"strings"
)

// ResultFormat is the name of the result format.
const ResultFormat = "gridbox-result"

// ResultVersion is the version of the result format.
const ResultVersion = 1

// A Result is one document of format "gridbox-result": the answers of all runs
// of a scenario. Scenario is the digest of the scenario document without its
// view.
type Result struct {
	Format   string   `json:"format" rule:"required,oneof=gridbox-result" about:"always gridbox-result"`
	Version  int      `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine   string   `json:"engine" about:"version of Gridbox, or the name of the program, that answered"`
	Scenario string   `json:"scenario" rule:"required" about:"digest of the scenario without its view"`
	Kind     string   `json:"kind" rule:"required" about:"the problem kind"`
	Runs     []Answer `json:"runs" rule:"required" about:"one answer a run, in the order of the runs"`
}

// An Answer is the outcome of one run. Infeasible is an outcome, not an error.
// Digest covers all fields except itself, Run, Label, Check, ElapsedMs,
// InfiniteScores, a bound's certificate and the text of a reason. So the same
// algorithm with the same options has the same digest, whatever the index and
// the label of its run.
type Answer struct {
	Algorithm string             `json:"algorithm" rule:"required" about:"which algorithm answered"`
	Run       *int               `json:"run,omitempty" about:"place, from 0, of the scenario's run that it answers; results of earlier builds have none, and answers are in the order of the runs; in no digest"`
	Label     string             `json:"label,omitempty" rule:"id" about:"what that run is called, if it has a label; in no digest"`
	Options   map[string]any     `json:"options" about:"its options, all of them"`
	Feasible  bool               `json:"feasible" rule:"required" about:"whether there is a solution"`
	Reason    *reason.Reason     `json:"reason,omitempty" about:"why there is none; in results of earlier builds a string, the words alone"`
	Metrics   map[string]float64 `json:"metrics,omitempty" about:"the numbers by which answers are compared"`
	// Solution is a pointer to the kind's solution type, *placement.Solution for placement.
	Solution  any                `json:"solution,omitempty" about:"the decision, in the shape of the kind"`
	Stats     map[string]float64 `json:"stats,omitempty" about:"counters of the work done"`
	Bound     *Bound             `json:"bound,omitempty" about:"a proven limit on one metric"`
	Check     *Check             `json:"check,omitempty" about:"the verdict of the independent checker"`
	Digest    string             `json:"digest" about:"sha256 over the canonical text of the answer without digest, run, label, check, elapsedMs, infiniteScores, certificate and the words of the reason"`
	ElapsedMs float64            `json:"elapsedMs" rule:">=0" unit:"ms" about:"how long the run took; in no digest"`
	// InfiniteScores is not in Stats because the digest covers those.
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

// A Certificate is the proof of a bound, which a checker can verify without
// solving anything. By names the argument; each uses the fields that it needs.
// The arguments of a kind are documented in its verifier.
type Certificate struct {
	Argument    string    `json:"by" rule:"required" about:"which argument it is"`
	Count       float64   `json:"count,omitempty" about:"how many combinations there are, where all are looked at"`
	Limit       float64   `json:"limit,omitempty" about:"the value that is assumed and led to a contradiction"`
	Multipliers []float64 `json:"multipliers,omitempty" about:"weights of the limits that are added up"`
	Leaves      []Leaf    `json:"leaves,omitempty" about:"parts that all answers fall into, each with its own argument"`
	Group       string    `json:"group,omitempty" about:"which things the argument is about, where not all"`
}

// A Leaf is the set of answers that make the fixed choices, with the
// multipliers that bound this set.
type Leaf struct {
	Fixed       []Choice  `json:"fixed,omitempty" about:"what all answers of this part have in common"`
	Multipliers []float64 `json:"multipliers,omitempty" about:"weights of the limits that are added up"`
}

// A Choice is a decision about one element of a list.
type Choice struct {
	Index int `json:"of" about:"index of the thing in the scenario's list"`
	Value int `json:"take" about:"how many of it, or which of its variants, is taken"`
}

// Relative returns the distance of an answer's metric from its bound as defined
// by Bound.Gap. It reports false without a bound.
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
	// Scope is one of the constants below.
	Scope string `json:"scope,omitempty" about:"optimal: nothing better exists, verified; bounded: the bound was verified; valid: only what is said was verified"`
	// Domain is set by kinds whose algorithms choose among candidates found before.
	Domain string `json:"among,omitempty" about:"what nothing is better among, or what the bound is for, where that is not all answers"`
}

// Scopes of a check, from the greatest to the least. Results of early builds
// have best for optimal.
const (
	ScopeOptimal = "optimal" // nothing better exists, or no answer for an infeasible one
	ScopeBounded = "bounded" // no answer is beyond the bound
	ScopeValid   = "valid"   // the statements of the answer are true; better ones were not searched for
)

// ScopeName returns the scope as a word: "valid" for an answer of an early build,
// which has none.
func (c *Check) ScopeName() string {
	switch c.Scope {
	case ScopeOptimal, ScopeBounded:
		return c.Scope
	}
	return ScopeValid
}

// Reach returns a sentence on the result of the check: refuted, optimal,
// bounded or valid.
func (c *Check) Reach() string {
	switch {
	case !c.OK:
		return "Refuted: the scenario contradicts what the answer says."
	case c.Scope == ScopeOptimal:
		return i18n.T("Optimal: every number was computed again, and it was verified that nothing better exists{}.",
			c.amongPhrase())
	case c.Scope == ScopeBounded:
		return i18n.T("Bounded: every number was computed again, and it was verified that no answer{} can pass "+
			"the bound.",
			c.amongPhrase())
	}
	return "Valid: every number was computed again; whether something better exists was not looked for."
}

// ByCapacity is the argument for a bound on large placements: work against
// power.
const ByCapacity = "capacity"

// Reach returns a sentence on what the checker has verified of the answer, and
// what its bound leaves out. The answer must have a check.
func (a *Answer) Reach() string {
	text := a.Check.Reach()
	if b := a.Bound; a.Check.OK && a.Check.Scope == ScopeBounded && b != nil && b.Certificate != nil &&
		b.Certificate.Argument == ByCapacity {
		text += " The bound considers work and power alone: with so many jobs and clusters, it leaves out " +
			"the time of data transfers."
	}
	return text
}

func (c *Check) amongPhrase() string {
	if c.Domain == "" {
		return ""
	}
	return i18n.T(" among {}", c.Domain)
}

// A Violation is a statement of an answer that the scenario contradicts.
type Violation struct {
	Path   string `json:"path"`
	Reason string `json:"why"`
}

// digestPart is the part of an answer that its digest covers: the result and the
// data of a reason, not the certificate of a bound or the text of a reason.
type digestPart struct {
	Algorithm string             `json:"algorithm"`
	Options   map[string]any     `json:"options"`
	Feasible  bool               `json:"feasible"`
	Reason    any                `json:"reason,omitempty"`
	Metrics   map[string]float64 `json:"metrics,omitempty"`
	Solution  any                `json:"solution,omitempty"`
	Stats     map[string]float64 `json:"stats,omitempty"`
	Bound     *Bound             `json:"bound,omitempty"`
}

// ContentDigest returns the digest of an answer's content. Equal answers have
// equal digests on every machine.
func (a *Answer) ContentDigest() string {
	name, _, _ := a.content()
	return name
}

// Sign sets the digest of an answer. It returns an error if a number is not
// finite, since no document can contain it.
func (a *Answer) Sign() error {
	_, err := a.SignWritten()
	return err
}

// SignWritten is Sign that also returns the canonical text of the solution, so
// that the caller need not write it again.
func (a *Answer) SignWritten() (doc.RawJSON, error) {
	name, solution, finite := a.content()
	if !finite {
		for _, f := range doc.Check(a) {
			return nil, errors.New(i18n.T("{} answered with {} = {}, which {}", a.Algorithm, f.Path, f.Value, f.Reason))
		}
	}
	a.Digest = name
	return solution, nil
}

// Canonical returns the canonical text of an answer. The text of the solution
// may be given, or nil.
func (a *Answer) Canonical(solution doc.RawJSON) []byte {
	written := *a
	if a.Solution != nil && solution != nil {
		written.Solution = solution
	}
	return doc.Canonical(&written)
}

// content returns the digest of the answer, its solution as canonical JSON, and
// whether all numbers are finite. The digest does not cover the certificate of
// the bound.
func (a *Answer) content() (name string, solution doc.RawJSON, finite bool) {
	bound := a.Bound
	if bound != nil && bound.Certificate != nil {
		bound = &Bound{Metric: bound.Metric, Value: bound.Value, Gap: bound.Gap}
	}
	covered := digestPart{a.Algorithm, a.Options, a.Feasible, a.Reason.DigestPart(), a.Metrics, nil, a.Stats, bound}
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

// MaxResult is the maximum length of a result in bytes. It exceeds that of
// other documents, since the windows of a batch are many times its slots.
const MaxResult = 1 << 30

// ParseResult reads a result document, with the solutions in the types of its
// kind. It returns the result even with faults; then it may be incomplete.
func ParseResult(text []byte) (*Result, doc.Faults) {
	r := &Result{}
	faults := doc.DecodeLong(text, r, func(name string) any { return solutionTarget(name, r.Kind) }, MaxResult)
	if len(faults) == 0 && r.Version > ResultVersion {
		faults = doc.Faults{{Path: "version", Value: strconv.Itoa(r.Version),
			Reason: i18n.T("is newer than this build, which reads up to version {}; update Gridbox",
				strconv.Itoa(ResultVersion))}}
	}
	if len(faults) == 0 && partOf(r.Kind) == nil {
		faults = doc.Faults{{Path: "kind", Value: strconv.Quote(r.Kind),
			Reason: i18n.T("is not a problem kind; kinds are {}{}",
				strings.Join(Kinds(), ", "), doc.Suggest(r.Kind, Kinds()))}}
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

// ParseAnswerWith is ParseAnswer that calls pause at intervals; see
// [doc.DecodePaused].
func ParseAnswerWith(text []byte, kind string, pause func()) (Answer, doc.Faults) {
	a := Answer{}
	faults := doc.DecodeWith(text, &a, func(name string) any { return solutionTarget(name, kind) }, pause)
	return a, faults
}

func solutionTarget(name, kind string) any {
	if name != "solution" {
		return nil
	}
	return NewSolution(kind)
}

// retype decodes the solutions again if the text has its kind after them.
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
		faults = append(faults, found.PrefixPaths("runs["+strconv.Itoa(i)+"].solution")...)
		r.Runs[i].Solution = noun
	}
	return faults
}
