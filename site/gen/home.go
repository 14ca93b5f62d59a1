package main

import (
	"context"
	"fmt"
	"html/template"

	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/engine"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// homeFigure is the figure on the home page.
var homeFigure = Figure{
	Preset: "five-clusters", Algorithm: "rbhs", Job: "j1", Width: 600, Height: 520,
	Caption: "Five clusters, 24 jobs, placed by RBHS. The marked links carry the datasets of job j1.",
}

// A Home is the data of the template of the home page.
type Home struct {
	*Site
	Figure  *FigureView
	Results Results
	Rooms   []KindSection
}

// A KindSection is a problem kind with its ready scenarios.
type KindSection struct {
	Kind  catalog.Kind
	Cards []Card
}

// A Card is a ready scenario in the gallery.
type Card struct {
	Title, About, Address, Size string
	Thumb                       template.HTML
}

// home returns the data of the home page: a figure, its results, and a card of every preset by kind.
func (s *Site) home() (Home, error) {
	home := Home{Site: s}
	view, err := s.figureView(homeFigure)
	if err != nil {
		return home, err
	}
	home.Figure = &view
	if home.Results, err = resultsOf(homeFigure.Preset); err != nil {
		return home, err
	}
	for _, kind := range catalog.Kinds() {
		room := KindSection{Kind: kind}
		for _, preset := range kind.Presets {
			card, err := s.card(preset)
			if err != nil {
				return home, fmt.Errorf("gallery, %s: %w", preset.ID, err)
			}
			room.Cards = append(room.Cards, card)
		}
		home.Rooms = append(home.Rooms, room)
	}
	return home, nil
}

// card draws a small picture of a preset. For large grids it contains the size as text instead,
// which is easier to read and keeps the page small.
func (s *Site) card(preset kind.Preset) (Card, error) {
	doc, err := presetScenario(preset.ID)
	if err != nil {
		return Card{}, err
	}
	link, err := scenario.Link(doc)
	if err != nil {
		return Card{}, err
	}
	shot, err := s.shot(preset)
	return Card{
		Title: preset.Title, About: preset.About, Address: s.URL("lab/") + link,
		Size:  shot.Size,
		Thumb: template.HTML(shot.Picture),
	}, err
}

// firstAnswer returns a scenario with the answer of the first algorithm of its runs.
func firstAnswer(full *scenario.Scenario) (picture.View, error) {
	view := picture.View{Scenario: full}
	run := catalog.Runs(full)[0]
	answer, err := engine.All().RunExplicit(context.Background(), full, run, engine.Env{})
	if err == nil && answer.Feasible {
		algorithm, _ := catalog.Find(full.Kind, run.Algorithm)
		view.Answer, view.Colour = &answer, algorithm.Colour
	}
	return view, err
}
