package state

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// The user's own algorithms: the policies of the document. A formula always runs. A program runs if it was written
// here or if the user allowed it after reading it. It is identified by the digest of its source, so that an imported
// change makes it another program.

// Actions on policies.
type (
	// NewPolicy adds a policy and a run of it. From is formula:ID for a predefined formula, program:ALGORITHM for a
	// program to start from, or formula or program alone for a new one.
	NewPolicy struct{ From string }
	// SetPolicy sets the source of a policy.
	SetPolicy struct{ ID, Source string }
	// RemovePolicy removes a policy with its runs.
	RemovePolicy struct{ ID string }
	// Allow allows programs to run, by the digests of their sources.
	Allow struct{ Digests []string }
)

// A Program is the state of a program of the draft.
type Program struct {
	Digest string
	From   string // its origin, "" if it was written here
}

// Policy returns the current policy and its index: the chosen one, else that of the focused run, else the first.
// Place is -1 if there is none.
func (s *State) Policy() (p scenario.Policy, place int) {
	list := s.Draft.Policies
	find := func(id string) int {
		return slices.IndexFunc(list, func(p scenario.Policy) bool { return p.ID == id })
	}
	place = find(s.Layout.Policy)
	if a := s.FocusedAnswer(); place < 0 && a != nil {
		id, _ := a.Run.Options["policy"].(string)
		place = find(id)
	}
	if place < 0 && len(list) > 0 {
		place = 0
	}
	if place < 0 {
		return p, -1
	}
	return list[place], place
}

// RunOf returns the first run of a policy, nil if there is none.
func (s *State) RunOf(id string) *Answer {
	for _, a := range s.All() {
		if p, _, ok := catalog.PolicyOf(s.Draft, a.Run); ok && p.ID == id {
			return a
		}
	}
	return nil
}

// NeedsPermission reports whether a run needs a program that is not allowed yet.
func (s *State) NeedsPermission(run scenario.Run) bool {
	p, place, ok := catalog.PolicyOf(s.Draft, run)
	return ok && place >= 0 && s.NeedsPermissionFor(p)
}

// NeedsPermissionFor reports whether a policy is a program that may not run yet.
func (s *State) NeedsPermissionFor(p scenario.Policy) bool {
	return p.Language == policy.JavaScript && !s.AllowedPrograms[s.Programs[p.ID].Digest]
}

// Waiting lists the programs of the draft that may not run yet.
func (s *State) Waiting() (list []scenario.Policy) {
	for _, p := range s.Draft.Policies {
		if s.NeedsPermissionFor(p) {
			list = append(list, p)
		}
	}
	return list
}

// KeyOf returns RunKey with the source of the run's policy, because an answer depends on both.
func (s *State) KeyOf(r scenario.Run) string {
	key := RunKey(r)
	if p, place, ok := catalog.PolicyOf(s.Draft, r); ok && place >= 0 {
		key += "\n" + p.Language + s.Programs[p.ID].Digest
		if p.Language == policy.Formula {
			key += p.Source
		}
	}
	return key
}

// knowPrograms computes the digests of the draft's programs after an action,
// and records the origin of new ones.
func (s *State) knowPrograms(before *State, a Action) {
	if s.Draft == nil {
		return
	}
	list, was := s.Draft.Policies, before.Draft
	if was != nil && len(list) == len(was.Policies) && (len(list) == 0 || &list[0] == &was.Policies[0]) {
		return
	}
	known := map[string]Program{}
	for _, p := range list {
		if p.Language != policy.JavaScript {
			continue
		}
		digest := scenario.SourceDigest(p.Source)
		old := s.Programs[p.ID]
		if old.Digest != digest {
			from := programOrigin(a)
			if old.From != "" && !s.AllowedPrograms[digest] {
				switch a.(type) {
				case SetPolicy:
					from = strings.TrimSuffix(old.From, changedSuffix) + changedSuffix
				case Undo, Redo:
					from = strings.TrimSuffix(old.From, changedSuffix)
				}
			}
			old = Program{Digest: digest, From: from}
		}
		known[p.ID] = old
	}
	s.Programs = known
}

// changedSuffix is added to the origin of a program that came from elsewhere and was edited
// before it was allowed.
const changedSuffix = " and was changed here"

// programOrigin returns the origin of programs that an action added.
func programOrigin(a Action) string {
	switch a := a.(type) {
	case Open:
		return i18n.T("when you chose to {}", a.Name)
	case SetText:
		return "with the document's text"
	case DraftRestored:
		return "with the draft that was kept in this browser"
	case NewPolicy, SetPolicy:
		return ""
	}
	return "with a change of the document"
}

// allow allows a source that was written here.
func (s *State) allow(source string) {
	s.AllowedPrograms = withEntry(s.AllowedPrograms, scenario.SourceDigest(source), true)
}

func (a Allow) reduce(s State) State {
	for _, digest := range a.Digests {
		s.AllowedPrograms = withEntry(s.AllowedPrograms, digest, true)
	}
	return s
}

// reduce returns the state with the policy under a free name and its run, which gets the focus. A program is
// permitted to run. The state is unchanged if there is no source to start from.
func (a NewPolicy) reduce(s State) State {
	language, from, _ := strings.Cut(a.From, ":")
	made := scenario.Policy{Language: policy.Formula, ID: "my-" + from, Title: from}
	k, _ := catalog.ByID(s.Draft.Kind)
	switch ready, ok := k.Policy.Find(from); {
	case language == "program":
		made.Language = policy.JavaScript
		for _, start := range k.Starters() {
			if start.Algorithm == from {
				made.Source = start.Source
			}
		}
	case ok:
		made.Source, made.Title = ready.Source, ready.Title
	}
	if from == "" {
		made.ID, made.Title = "mine", ""
	}
	if made.Source == "" {
		return s
	}
	d := *s.Draft
	d.Policies = append(slices.Clone(d.Policies), made)
	last := &d.Policies[len(d.Policies)-1]
	for n := 2; slices.ContainsFunc(s.Draft.Policies, func(p scenario.Policy) bool { return p.ID == last.ID }); n++ {
		last.ID = made.ID + "-" + strconv.Itoa(n)
	}
	last.Title = ""
	if made.Language == policy.JavaScript {
		s.allow(made.Source)
	}
	d.Runs = append(slices.Clone(Runs(s.Draft)), scenario.Run{Algorithm: policy.AlgorithmOwn, Label: last.ID,
		Options: map[string]any{"policy": last.ID}})
	s = commit(s, &d, i18n.T("write the algorithm {}", last.ID), "", false)
	s.Layout.Policy, s.Focus = last.ID, s.Answers[len(s.Answers)-1].ID
	return s
}

// Source returns the text of a policy in its editor. An empty text is invalid and therefore not in the document; why
// is then a message.
func (s *State) Source(p scenario.Policy) (text, why string) {
	if t, ok := s.InvalidFields[sourceOf(p.ID)]; ok {
		return t.Text, t.Reason
	}
	return p.Source, ""
}

// sourceOf returns the key of a policy's source in InvalidFields.
func sourceOf(id string) string { return "policy " + id }

// emptySourceText returns the message for an empty source.
func emptySourceText(kind, language string) string {
	if language == policy.JavaScript {
		return "Write a program with a function decide(state)."
	}
	k, ok := catalog.ByID(kind)
	if !ok {
		return "Write a formula."
	}
	return i18n.T("Write a formula, for example {}.", k.Policy.Decisions[0].Names[0].ID)
}

// reduce returns the state with the source of the policy set. An empty source is kept with the reason but does not
// change the draft. An edited program of the user stays permitted; a program from elsewhere still needs a permission.
// An unknown policy or a source that is too long is ignored.
func (a SetPolicy) reduce(s State) State {
	i := slices.IndexFunc(s.Draft.Policies, func(p scenario.Policy) bool { return p.ID == a.ID })
	if i < 0 || len(a.Source) > scenario.MaxSource {
		return s
	}
	if strings.TrimSpace(a.Source) == "" {
		why := emptySourceText(s.Draft.Kind, s.Draft.Policies[i].Language)
		s.InvalidFields = withEntry(s.InvalidFields, sourceOf(a.ID), InvalidText{Text: a.Source, Reason: why})
		return s
	}
	s = DropTyped{sourceOf(a.ID)}.reduce(s)
	if s.Draft.Policies[i].Source == a.Source {
		return s
	}
	own := !s.NeedsPermissionFor(s.Draft.Policies[i]) // a program from elsewhere still needs a permission after an edit
	d := *s.Draft
	d.Policies = slices.Clone(d.Policies)
	d.Policies[i].Source = a.Source
	merge := "policy " + a.ID
	if own && d.Policies[i].Language == policy.JavaScript {
		s.allow(a.Source)
		if last := len(s.Past) - 1; last >= 0 && s.Past[last].merge == merge && len(s.Future) == 0 &&
			s.Past[last].Draft.Policies[i].Source != s.Draft.Policies[i].Source {
			delete(s.AllowedPrograms, s.Programs[a.ID].Digest) // an intermediate text needs no permission
		}
	}
	return commit(s, &d, i18n.T("write {}", a.ID), merge, false)
}

// reduce returns the state without the policy and its runs, in one step, and with a message. It only adds a message
// if no run would remain. An unknown policy is ignored.
func (a RemovePolicy) reduce(s State) State {
	i := slices.IndexFunc(s.Draft.Policies, func(p scenario.Policy) bool { return p.ID == a.ID })
	if i < 0 {
		return s
	}
	var stay []int
	for place, run := range Runs(s.Draft) {
		if p, _, ok := catalog.PolicyOf(s.Draft, run); !ok || p.ID != a.ID {
			stay = append(stay, place)
		}
	}
	if len(stay) == 0 {
		return Notify{Text: "At least one algorithm has to run.", Error: true}.reduce(s)
	}
	before := *s.Draft
	before.Policies = slices.Delete(slices.Clone(before.Policies), i, i+1)
	if len(before.Policies) == 0 {
		before.Policies = nil
	}
	was := s.Draft
	s.Draft = &before
	next := rearrange(s, stay, scenario.Run{}, i18n.T("remove the algorithm {}", a.ID))
	if last := len(next.Past) - 1; last >= 0 { // one undo reverts both
		next.Past[last].Draft = was
	}
	return Notify{Text: i18n.T("{} is removed, with its runs.", a.ID), Undo: true}.reduce(next)
}

// PolicyOf returns the policy of a run. It reports false if the run has none.
func (s *State) PolicyOf(r scenario.Run) (scenario.Policy, bool) {
	p, _, ok := catalog.PolicyOf(s.Draft, r)
	return p, ok
}

// UsesProgram reports whether the focused run uses a program. Such a run is always replayed as a whole, not one
// decision alone.
func (s *State) UsesProgram() bool {
	a := s.FocusedAnswer()
	if a == nil {
		return false
	}
	p, ok := s.PolicyOf(a.Run)
	return ok && p.Language == policy.JavaScript
}
