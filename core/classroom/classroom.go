// Package classroom marks the submissions of a class to one exercise or challenge. It reads the
// files, lists the scenarios to solve, judges the answers, and summarises the marks. It solves
// nothing.
package classroom

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// MaxFiles is the maximum number of files.
const MaxFiles = 400

// A File is a submitted file.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A Task is an exercise or, if Exercise is nil, a challenge.
type Task struct {
	Challenge string             `json:"challenge"`
	Exercise  *exercise.Exercise `json:"exercise"`
}

// A Mark is the result of one file.
type Mark struct {
	Name   string  `json:"name"`
	Digest string  `json:"digest"` // of the submission; equal for copies
	Score  float64 `json:"score"`  // per cent of the conditions, or the score of the challenge
	Passed bool    `json:"passed"` // all conditions hold, or the score is at least 100
	// Mistake is the first error in general words, equal for equal errors; Detail has the numbers of this file.
	Mistake string `json:"mistake,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

// An Entry is a parsed file. Scenarios are to be solved, each with all of its runs, unless Mark has
// a mistake.
type Entry struct {
	Mark
	Scenarios []*scenario.Scenario
	attempt   *challenge.Attempt
}

// Read returns the entry of a file, which holds a document or a link. If the file is unreadable or
// of another task, the mark of the entry has the mistake.
func (t *Task) Read(f File) *Entry {
	e := &Entry{Mark: Mark{Name: f.Name}}
	text := strings.TrimSpace(strings.TrimPrefix(f.Text, "\ufeff"))
	switch {
	case text == "":
		e.fail("The file is empty", "")
	case t.Exercise != nil:
		e.exercise(t.Exercise, text)
	default:
		e.challenge(t.Challenge, text)
	}
	return e
}

func (e *Entry) fail(mistake, detail string) { e.Mistake, e.Detail = mistake, detail }

// exercise reads a scenario. Only the values of its inputs count; all else must be as in the exercise.
func (e *Entry) exercise(x *exercise.Exercise, text string) {
	s, faults := scenario.Parse([]byte(text))
	if _, fragment, link := strings.Cut(text, "#"); link && !strings.HasPrefix(text, "{") {
		s, faults = scenario.OpenLink("#" + firstWord(fragment))
	}
	if len(faults) > 0 {
		e.fail("The file is neither a scenario nor a link to one", faults[0].String())
		return
	}
	s.Title, s.View = "", nil
	e.Digest = scenario.Digest(s)
	entered, why := values(x, s)
	if why != "" {
		e.fail("The scenario is not that of the exercise", why)
		return
	}
	own, why := x.Apply(entered)
	switch {
	case why != "":
		e.fail("A value is not allowed", why)
	case scenario.Digest(stripTitle(own)) != e.Digest:
		e.fail("The scenario is not that of the exercise", "more than the values of the exercise was changed")
	default:
		e.Scenarios = []*scenario.Scenario{own}
	}
}

// stripTitle returns a scenario without title and view, which may differ.
func stripTitle(s *scenario.Scenario) *scenario.Scenario {
	same := *s
	same.Title, same.View = "", nil
	return &same
}

// firstWord returns the text up to the first blank.
func firstWord(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

// values returns the values in s of the inputs of an exercise, as text and in the order of the
// inputs. If one is missing, it returns nil and the reason.
func values(x *exercise.Exercise, s *scenario.Scenario) (list []string, why string) {
	var plain map[string]any
	if err := json.Unmarshal(scenario.Canonical(s), &plain); err != nil {
		return nil, err.Error()
	}
	for _, in := range x.Inputs {
		found, why := doc.Get(plain, in.Path)
		if why != "" || len(found) == 0 || found[0] == nil {
			return nil, in.Label + " is missing"
		}
		list = append(list, exercise.FieldText(found[0]))
	}
	return list, ""
}

// challenge sets the scenarios of the entry from an attempt at the challenge id, a document or a
// link; they are run again later. If the attempt is invalid, changed or at another challenge, it
// sets the mistake.
func (e *Entry) challenge(id, text string) {
	a, faults := (*challenge.Attempt)(nil), doc.Faults(nil)
	if strings.HasPrefix(text, "{") {
		a, faults = challenge.Read([]byte(text))
	} else {
		a, faults = challenge.OpenLink(firstWord(text))
	}
	if len(faults) > 0 {
		e.fail("The file is neither an attempt nor a link to one", faults[0].String())
		return
	}
	e.Digest = scenario.SourceDigest(a.Policy.Language + "\n" + strings.TrimSpace(a.Policy.Source))
	x, known := challenge.Find(id)
	if !known || a.Challenge != id {
		e.fail("The attempt is at another challenge", a.Challenge)
		return
	}
	if !a.HasValidDigest() {
		e.fail("The attempt was changed after it was made", "its digest is another one")
		return
	}
	list, faults := x.Scenarios(a.Start, a.Policy, a.Options)
	if len(faults) > 0 {
		e.fail("The policy has an error", faults[0].String())
		return
	}
	e.Scenarios, e.attempt = list, a
}

// Runs returns the runs to solve of a scenario.
func Runs(s *scenario.Scenario) []scenario.Run { return catalog.Runs(s) }

// Fail records that a run could not be solved: because of faults, or else for a reason.
func (e *Entry) Fail(faults doc.Faults, why string) {
	switch {
	case len(faults) == 0:
		e.fail("A run could not be solved", why)
	case strings.HasPrefix(faults[0].Path, "policies["):
		e.fail("The policy has an error", faults[0].Reason)
	default:
		e.fail("A run could not be solved", faults[0].String())
	}
}

// Judge sets the mark by the answers, in the order of the scenarios and of their runs.
func (t *Task) Judge(e *Entry, answers [][]*scenario.Answer) {
	if t.Exercise != nil {
		t.conditions(e, t.Exercise.Judge(e.Scenarios[0], answers[0]))
		return
	}
	x, _ := challenge.Find(t.Challenge)
	list := make([]challenge.AnswerPair, len(answers))
	for i, pair := range answers {
		list[i] = challenge.AnswerPair{Target: *pair[0], Mine: *pair[1]}
	}
	e.Score = x.Score(list)
	e.Passed = e.Score >= 100
	switch {
	case e.Score == 0:
		e.fail("At least one instance has no valid answer", firstFailure(list))
	case e.Score != e.attempt.Score:
		e.fail("The score is not reproduced", "the file says "+doc.Decimal(e.attempt.Score)+", run again it is "+
			doc.Decimal(e.Score))
	}
}

// firstFailure returns the number of the first instance that the policy fails to solve, with the reason
// if known. An instance that the target cannot solve does not count. It returns "" if there is
// none.
func firstFailure(list []challenge.AnswerPair) string {
	for i := range list {
		m := &list[i]
		switch {
		case !m.Target.Feasible:
		case !m.Mine.Feasible && m.Mine.Reason != nil:
			return "instance " + strconv.Itoa(i+1) + ": " + m.Mine.Reason.Text
		case !m.Mine.Feasible || m.Mine.Check == nil || !m.Mine.Check.OK:
			return "instance " + strconv.Itoa(i+1)
		}
	}
	return ""
}

// conditions sets the mark by the conditions of an exercise. The score is the percentage of
// conditions that are met; the mistake is the first unmet one.
func (t *Task) conditions(e *Entry, v exercise.Verdict) {
	met := 0
	for i, line := range v.Lines {
		switch {
		case line.Holds:
			met++
		case e.Mistake == "":
			e.fail("Condition "+strconv.Itoa(i+1)+" is not met: "+t.Exercise.Conditions[i], line.Text)
		}
	}
	e.Passed = v.Passed
	if len(v.Lines) > 0 {
		e.Score = float64(100*met) / float64(len(v.Lines))
	}
}

// A Summary has the statistics of the marks of a class.
type Summary struct {
	Passed       int
	Ranges       []Range  // the distribution of the scores
	Mistakes     []Shared // most frequent first
	Duplicates   []Shared // by digest
	Mean, Median float64
}

// A Range is the number of scores from From to below To. The last range includes To.
type Range struct {
	From, To float64
	Count    int
}

// Shared has the names of files with an error or a digest in common.
type Shared struct {
	Key   string
	Names []string
}

// Summarise returns the summary of marks: the scores, the mistakes from the most frequent on, and
// the digests that several files share.
func Summarise(marks []Mark) Summary {
	s := Summary{}
	var scores []float64
	mistakes, digests := []Shared{}, []Shared{}
	for _, m := range marks {
		if m.Passed {
			s.Passed++
		}
		if m.Digest != "" {
			digests = share(digests, m.Digest, m.Name)
		}
		if m.Mistake != "" {
			mistakes = share(mistakes, m.Mistake, m.Name)
		}
		scores = append(scores, m.Score)
	}
	slices.SortStableFunc(mistakes, func(a, b Shared) int { return len(b.Names) - len(a.Names) })
	s.Mistakes = mistakes
	s.Duplicates = slices.DeleteFunc(digests, func(d Shared) bool { return len(d.Names) < 2 })
	slices.Sort(scores)
	if n := len(scores); n > 0 {
		total := 0.0
		for _, x := range scores {
			total += x
		}
		s.Mean, s.Median = total/float64(n), (scores[(n-1)/2]+scores[n/2])/2
		s.Ranges = histogram(scores)
	}
	return s
}

// share adds a name to the entry for what, or adds an entry.
func share(list []Shared, what, name string) []Shared {
	i := slices.IndexFunc(list, func(s Shared) bool { return s.Key == what })
	if i < 0 {
		return append(list, Shared{what, []string{name}})
	}
	list[i].Names = append(list[i].Names, name)
	return list
}

// histogram counts the scores in five ranges of equal width from 0. The width is a multiple of 10 and
// at least 20, so that the ranges include 100 and the greatest score.
func histogram(sorted []float64) []Range {
	width := 20.0
	for 5*width < sorted[len(sorted)-1] {
		width += 10
	}
	list := make([]Range, 5)
	for i := range list {
		list[i] = Range{From: width * float64(i), To: width * float64(i+1)}
	}
	for _, x := range sorted {
		list[min(4, int(x/width))].Count++
	}
	return list
}
