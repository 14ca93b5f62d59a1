package main

import "encoding/json"

// tourFile has the tour of the laboratory; the page loads it when the tour starts.
const tourFile = "tour.json"

// A Stop is a step of the tour: a part of the page and the text about it.
type Stop struct {
	At    string `json:"at"`   // a selector of the part
	Part  string `json:"part"` // section that a narrow screen must show
	Title string `json:"title"`
	Text  string `json:"text"`
	// Do identifies a button in the page by its action. The tour presses it when the user
	// requests a demonstration; empty if the stop has none.
	Do   []string `json:"do,omitempty"`
	Name string   `json:"name,omitempty"` // name of the tour's button
}

// tour has at most five stops, in the order in which a new user needs them.
var tour = []Stop{
	{At: ".question", Part: "picture", Title: "What is solved",
		Text: "This is the question, with the numbers of this scenario. A word with a dotted line has an " +
			"explanation: point at it, or go to it with Tab."},
	{At: ".canvas", Part: "picture", Title: "The picture is the editor",
		Text: "Drag a thing, or select it and change its numbers; every answer follows immediately, and " +
			"each change can be undone."},
	{At: ".runs-table", Part: "answers", Title: "Several algorithms, one problem",
		Text: "Each row is an answer verified by an independent checker; point at a column's name to " +
			"read which direction is better. The row that is chosen is drawn in the picture.",
		Do: []string{".runs-table tbody tr:nth-child(2) button"}, Name: "Choose the second"},
	{At: ".why", Part: "why", Title: "Why this decision",
		Text: "Every decision is a recording. Play it, step through it with the arrow keys, or drag the slider; " +
			"the last step shows the deciding formula with its numbers.",
		Do:   []string{`.transport [data-id="first"]`, `.transport [data-act="play"]`},
		Name: "Play it"},
	{At: ".runs", Part: "why", Title: "What would change it",
		Text: "Changes of single numbers that alter this decision, smallest first, each found by solving again. Try " +
			"makes one and shows before and after; Put it back undoes it.",
		Do: []string{`.runs [role="tab"][data-id="flips"]`}, Name: "Show"},
}

// addTour writes the file of the tour.
func (s *Site) addTour() error {
	text, err := json.Marshal(tour)
	if err != nil {
		return err
	}
	return s.AddHashed(tourFile, text)
}
