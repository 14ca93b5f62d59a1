package state

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Screens of the Study view; features add others, see panel.AddedStudy.
const (
	InDoors = "doors" // the questions that begin a study
	InStudy = "study" // one study
)

// StudyScreen returns the screen of the Study view: the one chosen for this sheet, otherwise the draft's
// study if it has one, otherwise the doors.
func (s *State) StudyScreen() string {
	switch st := &s.Study; {
	case st.ScreenOf == s.Sheet && st.Screen != "" && (st.Screen != InStudy || s.Draft.Study != nil):
		return st.Screen
	case s.Draft.Study != nil:
		return InStudy
	}
	return InDoors
}

// Doors are the fields of the questions that begin a study, as they were typed. A field that is not in the map
// has its default.
type Doors map[string]string

// Fields of the doors.
const (
	JobsDraws, JobsPreset           = "jobs.draws", "jobs.preset"
	NoisePath, NoiseCV, NoiseTimes  = "noise.path", "noise.cv", "noise.times"
	VaryPath, VaryCount, VaryEach   = "vary.path", "vary.count", "vary.each"
	VaryLow, VaryHigh               = "vary.low", "vary.high"
	usualDoorCount, maxReplications = 13, 1_000_000
)

// Actions at the doors and in the list of studies.
type (
	// SetDoor sets the text of a field of a door.
	SetDoor struct{ Field, Text string }
	// ShowStudyScreen shows a screen of the Study view.
	ShowStudyScreen struct{ To string }
	// ShowSetup opens or closes the whole form of a study.
	ShowSetup struct{ On bool }
	// TakeStudy sets the draft's study and its runs.
	TakeStudy struct {
		Study *scenario.Study
		Runs  []scenario.Run
	}
	// RemoveStudy removes the draft's study.
	RemoveStudy struct{}
)

// Reports about the list of studies.
type (
	// StudiesListed has the kept studies of the problem with the digest Base.
	StudiesListed struct {
		Base  string
		Cards []StudyCard
	}
	// StudyDone adds a study that is complete.
	StudyDone struct{ Card StudyCard }
	// StudyForgotten removes a study from the list.
	StudyForgotten struct{ Key string }
)

// A StudyCard is one study in the list of a problem's studies.
type StudyCard struct {
	Key        string // digest of its document
	Base, From string // digests of its problem, and of the problem whose jobs it draws
	Door       string // jobs, noise, vary, worst, or other
	Name       string
	Words      string // its size
	Found      string // its result in a few words
	Text       string // the document
}

// ProblemDigest returns the digest of a draft without title, description, runs, study and view.
func ProblemDigest(d *scenario.Scenario) string {
	own := *d
	own.Title, own.About, own.Runs, own.Study, own.View = "", "", nil, nil, nil
	return scenario.Digest(&own)
}

// Studies returns the studies of the current problem.
func (s *State) Studies() (list []StudyCard) {
	for _, c := range s.Study.List {
		if s.Study.Base != "" && (c.Base == s.Study.Base || c.From == s.Study.Base) {
			list = append(list, c)
		}
	}
	return list
}

// Door returns the text of a field of a door: as typed, otherwise its default.
func (s *State) Door(field string) string {
	if text, ok := s.Study.Doors[field]; ok {
		return text
	}
	switch field {
	case JobsDraws, NoiseTimes:
		return strconv.Itoa(usualReplications)
	case NoisePath, NoiseCV:
		return s.usualNoise(field)
	case VaryPath:
		return s.usualPath()
	case VaryCount:
		return strconv.Itoa(usualDoorCount)
	case VaryEach:
		return strconv.Itoa(sweepEach)
	case VaryLow, VaryHigh:
		at, rule, ok := numberOf(s.posed(), s.Door(VaryPath))
		if !ok {
			return ""
		}
		low, high := ends(at, rule)
		if field == VaryHigh {
			low = high
		}
		return doc.Number(low)
	}
	return ""
}

// Stands reports whether a draft has the number x at a path.
func Stands(d *scenario.Scenario, path string, x float64) bool {
	at, _, ok := numberOf(d, path)
	return ok && at == x
}

// posed returns the explicit problem if it is known, else the draft.
func (s *State) posed() *scenario.Scenario {
	if e, ok := ready(*s); ok {
		return e
	}
	return s.Draft
}

// usualNoise returns the default of the field NoisePath or NoiseCV.
func (s *State) usualNoise(field string) string {
	noise := study.Usual(s.posed())
	if len(noise) == 0 {
		return ""
	}
	path := s.Study.Doors[NoisePath]
	i := max(0, slices.IndexFunc(noise, func(n scenario.Noise) bool { return n.Path == path }))
	if field == NoisePath {
		return noise[i].Path
	}
	return doc.Number(100 * noise[i].CV)
}

// usualPath returns the default path of a variation: the first number of the selected thing, otherwise
// of the problem.
func (s *State) usualPath() string {
	paths := s.VaryPaths()
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
func (s *State) VaryPaths() (paths []string) {
	e := s.posed()
	var sorts []string
	for _, n := range study.Numbers(e) {
		way, why := doc.WayTo(scenario.Scenario{}, n.Path)
		if why != "" {
			continue
		}
		if n.Count <= maxPlaces {
			paths = append(paths, way.Places(e)...)
		}
		if n.Count > 1 {
			sorts = append(sorts, n.Path)
		}
	}
	return append(paths, sorts...)
}

// DoorFault returns why the text of a field is invalid, or "".
func (s *State) DoorFault(field string) string {
	text := s.Door(field)
	switch field {
	case JobsDraws, NoiseTimes, VaryEach, VaryCount:
		n, least, most := 0, 1, maxReplications
		if field == VaryCount {
			least, most = 2, maxSpread
		}
		if why := whole(text, &n); why != "" {
			return why
		}
		if n < least || n > most {
			return i18n.T("must be from {} to {}", strconv.Itoa(least), strconv.Itoa(most))
		}
	case NoiseCV:
		var x *float64
		if why := percent(text, &x); why != "" {
			return why
		}
		if x == nil || *x <= 0 || *x > 10 {
			return "must be more than 0 %, and at most 1000 %"
		}
	case VaryLow, VaryHigh:
		x := 0.0
		if why := ParseNumber(text, &x); why != "" {
			return why
		}
		if field == VaryHigh && s.DoorFault(VaryLow) == "" && x <= s.doorNumber(VaryLow) {
			return "must be more than the lower end"
		}
	}
	return ""
}

func (s *State) doorNumber(field string) float64 {
	x := 0.0
	ParseNumber(s.Door(field), &x)
	return x
}

func (s *State) doorWhole(field string) int {
	n := 0
	whole(s.Door(field), &n)
	return n
}

// doorFields are the fields of each door.
var doorFields = map[string][]string{"jobs": {JobsDraws}, "noise": {NoiseCV, NoiseTimes},
	"vary": {VaryLow, VaryHigh, VaryCount, VaryEach}}

// OpenDoor returns the action of a door, nil if a field is invalid.
func (s *State) OpenDoor(door string) Action {
	for _, field := range doorFields[door] {
		if s.DoorFault(field) != "" {
			return nil
		}
	}
	switch door {
	case "jobs":
		return DrawLists{Preset: s.Door(JobsPreset), Draws: s.doorWhole(JobsDraws)}
	case "noise":
		if path := s.Door(NoisePath); path != "" {
			var cv *float64
			percent(s.Door(NoiseCV), &cv)
			return AskFirm{Path: path, CV: *cv, Times: s.doorWhole(NoiseTimes)}
		}
	case "vary":
		return VaryThis{Path: s.Door(VaryPath), Low: s.doorNumber(VaryLow), High: s.doorNumber(VaryHigh),
			Count: s.doorWhole(VaryCount), Each: s.doorWhole(VaryEach)}
	}
	return nil
}

// DoorOf returns the door that a study belongs to.
func DoorOf(st *scenario.Study) string {
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

func (a SetDoor) reduce(s State) State {
	doors := maps.Clone(s.Study.Doors)
	if doors == nil {
		doors = Doors{}
	}
	doors[a.Field] = strings.TrimSpace(a.Text)
	switch a.Field {
	case VaryPath: // the range belongs to the previous path
		delete(doors, VaryLow)
		delete(doors, VaryHigh)
	case NoisePath:
		delete(doors, NoiseCV)
	}
	s.Study.Doors = doors
	return s
}

func (a ShowStudyScreen) reduce(s State) State {
	s.Study.Screen, s.Study.ScreenOf = a.To, s.Sheet
	return s
}

func (a ShowSetup) reduce(s State) State {
	s.Study.Setup = a.On
	return s
}

func (a TakeStudy) reduce(s State) State {
	d := *s.Draft
	d.Study, d.Runs = a.Study, a.Runs
	return commit(s, &d, "open a study", "", false)
}

func (RemoveStudy) reduce(s State) State {
	if s.Draft.Study == nil {
		return s
	}
	d := *s.Draft
	d.Study = nil
	return commit(untype(s), &d, "remove the study", "", false)
}

func (a StudiesListed) reduce(s State) State {
	s.Study.Base = a.Base
	list := slices.Clone(s.Study.List)
	for _, c := range a.Cards {
		if !slices.ContainsFunc(list, func(has StudyCard) bool { return has.Key == c.Key }) {
			list = append(list, c)
		}
	}
	s.Study.List = list
	return s
}

func (a StudyDone) reduce(s State) State {
	list := slices.DeleteFunc(slices.Clone(s.Study.List), func(c StudyCard) bool { return c.Key == a.Card.Key })
	s.Study.List = slices.Insert(list, 0, a.Card)
	return s
}

func (a StudyForgotten) reduce(s State) State {
	s.Study.List = slices.DeleteFunc(slices.Clone(s.Study.List),
		func(c StudyCard) bool { return c.Key == a.Key })
	return s
}
