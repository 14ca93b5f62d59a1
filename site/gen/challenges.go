package main

import (
	"encoding/json"
	"html/template"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	policies "gridbox/core/policy"
)

// A ChallengePage is the data of the template of the challenges.
type ChallengePage struct {
	*Site
	Kinds  []ChallengeKind
	Starts template.HTML
	Config template.HTML
}

// A ChallengeKind lists the challenges of a problem kind.
type ChallengeKind struct {
	Name       string
	Challenges []*challenge.Challenge
}

// A Start is an initial policy, as the page's script reads it.
type Start struct {
	Title    string `json:"title"`
	Name     string `json:"name"`
	Language string `json:"language"`
	Source   string `json:"source"`
}

// addChallenges writes the page of challenges with the initial policies.
func (s *Site) addChallenges() error {
	config, err := s.configBlock()
	if err != nil {
		return err
	}
	page := ChallengePage{Site: s, Config: config}
	starts := map[string][]Start{}
	for _, kind := range catalog.Kinds() {
		k := ChallengeKind{Name: kind.Name}
		var list []Start
		for i := range kind.Policy.Ready {
			r := &kind.Policy.Ready[i]
			list = append(list, Start{r.Title, r.ID, policies.Formula, r.Source})
		}
		for _, x := range kind.Starters() {
			list = append(list, Start{x.Title, x.Algorithm, policies.JavaScript, x.Source})
		}
		for i := range challenge.All() {
			if c := &challenge.All()[i]; c.Kind == kind.ID {
				k.Challenges = append(k.Challenges, c)
				starts[c.ID] = list
			}
		}
		page.Kinds = append(page.Kinds, k)
	}
	text, err := json.Marshal(starts)
	if err != nil {
		return err
	}
	page.Starts = template.HTML(`<script type="application/json" id="starts">` + string(text) + `</script>`)
	body, err := part("challenges", page)
	if err != nil {
		return err
	}
	return s.addPage("page", Page{Path: "challenges/", Title: "Challenges", Section: "challenges", Body: body,
		Description: "Ten families of scenarios, each with a published algorithm to reach or to beat by an algorithm " +
			"of your own, on new instances."})
}
