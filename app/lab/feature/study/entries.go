package study

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Screens of the Study view; features add others, see panel.AddedStudy.
const (
	EntriesScreen = "doors" // the questions that begin a study
	StudyScreen   = "study" // one study
)

// Screen returns the screen of the Study view: the one chosen for this sheet, otherwise the draft's
// study if it has one, otherwise the entries.
func Screen(s *state.State) string {
	switch st := Slot.Get(s); {
	case st.ScreenSheet == s.Sheet && st.Screen != "" && (st.Screen != StudyScreen || s.Draft.Study != nil):
		return st.Screen
	case s.Draft.Study != nil:
		return StudyScreen
	}
	return EntriesScreen
}

// EntryTexts are the fields of the questions that begin a study, as they were typed. A field that is not in the map
// has its default.
type EntryTexts map[string]string

// Fields of the entries.
const (
	JobsDraws, JobsPreset            = "jobs.draws", "jobs.preset"
	NoisePath, NoiseCV, NoiseTimes   = "noise.path", "noise.cv", "noise.times"
	VaryPath, VaryCount, VaryEach    = "vary.path", "vary.count", "vary.each"
	VaryLow, VaryHigh                = "vary.low", "vary.high"
	usualEntryCount, maxReplications = 13, 1_000_000
)

// A Card is one study in the list of a problem's studies.
type Card struct {
	Key        string // digest of its document
	Base, From string // digests of its problem, and of the problem whose jobs it draws
	Entry      string // jobs, noise, vary, worst, or other
	Name       string
	SizeText   string // its size
	Result     string // its result in a few words
	Text       string // the document
}

// ProblemDigest returns the digest of a draft without title, description, runs, study and view.
func ProblemDigest(d *scenario.Scenario) string {
	own := *d
	own.Title, own.About, own.Runs, own.Study, own.View = "", "", nil, nil, nil
	return scenario.Digest(&own)
}

// Studies returns the studies of the current problem.
func Studies(s *state.State) (list []Card) {
	st := Slot.Get(s)
	for _, c := range st.List {
		if st.Base != "" && (c.Base == st.Base || c.From == st.Base) {
			list = append(list, c)
		}
	}
	return list
}

// EntryText returns the text of a field of an entry: as typed, otherwise its default.
func EntryText(s *state.State, field string) string {
	if text, ok := Slot.Get(s).EntryTexts[field]; ok {
		return text
	}
	switch field {
	case JobsDraws, NoiseTimes:
		return strconv.Itoa(state.UsualReplications)
	case NoisePath, NoiseCV:
		return usualNoise(s, field)
	case VaryPath:
		return usualPath(s)
	case VaryCount:
		return strconv.Itoa(usualEntryCount)
	case VaryEach:
		return strconv.Itoa(sweepEach)
	case VaryLow, VaryHigh:
		at, rule, ok := state.NumberOf(explicitProblem(s), EntryText(s, VaryPath))
		if !ok {
			return ""
		}
		low, high := state.Ends(at, rule)
		if field == VaryHigh {
			low = high
		}
		return doc.Number(low)
	}
	return ""
}

// HasNumber reports whether a draft has the number x at a path.
func HasNumber(d *scenario.Scenario, path string, x float64) bool {
	at, _, ok := state.NumberOf(d, path)
	return ok && at == x
}

// explicitProblem returns the explicit problem if it is known, else the draft.
func explicitProblem(s *state.State) *scenario.Scenario {
	if e, ok := s.Editable(); ok {
		return e
	}
	return s.Draft
}

// usualNoise returns the default of the field NoisePath or NoiseCV.
func usualNoise(s *state.State, field string) string {
	noise := study.Usual(explicitProblem(s))
	if len(noise) == 0 {
		return ""
	}
	path := Slot.Get(s).EntryTexts[NoisePath]
	i := max(0, slices.IndexFunc(noise, func(n scenario.Noise) bool { return n.Path == path }))
	if field == NoisePath {
		return noise[i].Path
	}
	return doc.Number(100 * noise[i].CV)
}

// usualPath returns the default path of a variation: the first number of the selected thing, otherwise
// of the problem.
func usualPath(s *state.State) string {
	paths := VaryPaths(s)
	if len(paths) == 0 {
		return "seed"
	}
	if t := s.Main(); t.ID != "" {
		for _, p := range paths {
			if strings.Contains(p, "[id="+t.ID+"]") {
				return p
			}
		}
	}
	if i := slices.IndexFunc(paths, func(p string) bool { return strings.Contains(p, "[") }); i >= 0 {
		return paths[i] // the others limit further numbers, as a horizon does
	}
	return paths[0]
}

// maxPlaces is the greatest number of paths of one sort that are listed individually.
const maxPlaces = 12

// VaryPaths returns the paths of numbers that can be varied: up to maxPlaces of each sort individually,
// then each sort as a whole.
func VaryPaths(s *state.State) (paths []string) {
	e := explicitProblem(s)
	var sorts []string
	for _, n := range study.Numbers(e) {
		way, why := doc.WayTo(scenario.Scenario{}, n.Path)
		if why != "" {
			continue
		}
		if n.Count <= maxPlaces {
			paths = append(paths, way.Paths(e)...)
		}
		if n.Count > 1 {
			sorts = append(sorts, n.Path)
		}
	}
	return append(paths, sorts...)
}

// EntryFault returns why the text of a field is invalid, or "".
func EntryFault(s *state.State, field string) string {
	text := EntryText(s, field)
	switch field {
	case JobsDraws, NoiseTimes, VaryEach, VaryCount:
		n, least, most := 0, 1, maxReplications
		if field == VaryCount {
			least, most = 2, state.MaxSpread
		}
		if why := state.ParseWhole(text, &n); why != "" {
			return why
		}
		if n < least || n > most {
			return i18n.T("must be from {} to {}", strconv.Itoa(least), strconv.Itoa(most))
		}
	case NoiseCV:
		var x *float64
		if why := state.ParsePercent(text, &x); why != "" {
			return why
		}
		if x == nil || *x <= 0 || *x > 10 {
			return "must be more than 0 %, and at most 1000 %"
		}
	case VaryLow, VaryHigh:
		x := 0.0
		if why := state.ParseNumber(text, &x); why != "" {
			return why
		}
		if field == VaryHigh && EntryFault(s, VaryLow) == "" && x <= entryNumber(s, VaryLow) {
			return "must be more than the lower end"
		}
	}
	return ""
}

func entryNumber(s *state.State, field string) float64 {
	x := 0.0
	state.ParseNumber(EntryText(s, field), &x)
	return x
}

func entryInt(s *state.State, field string) int {
	n := 0
	state.ParseWhole(EntryText(s, field), &n)
	return n
}

// entryFields are the fields of each entry.
var entryFields = map[string][]string{"jobs": {JobsDraws}, "noise": {NoiseCV, NoiseTimes},
	"vary": {VaryLow, VaryHigh, VaryCount, VaryEach}}

// EntryEdit returns the edit of an entry, nil if a field is invalid.
func EntryEdit(s *state.State, door string) Edit {
	for _, field := range entryFields[door] {
		if EntryFault(s, field) != "" {
			return nil
		}
	}
	switch door {
	case "jobs":
		return drawLists{Preset: EntryText(s, JobsPreset), Instances: entryInt(s, JobsDraws)}
	case "noise":
		if path := EntryText(s, NoisePath); path != "" {
			var cv *float64
			state.ParsePercent(EntryText(s, NoiseCV), &cv)
			return CheckRobustness{Path: path, CV: *cv, Times: entryInt(s, NoiseTimes)}
		}
	case "vary":
		return VaryThis{Path: EntryText(s, VaryPath), Low: entryNumber(s, VaryLow), High: entryNumber(s, VaryHigh),
			Count: entryInt(s, VaryCount), Replications: entryInt(s, VaryEach)}
	}
	return nil
}

// EntryOf returns the entry that a study belongs to.
func EntryOf(st *scenario.Study) string {
	switch {
	case st == nil:
		return "other"
	case len(st.Vary) > 0:
		return "vary"
	case len(st.Noise) > 0:
		return "noise"
	}
	return "jobs"
}
