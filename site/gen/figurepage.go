package main

import (
	"html/template"

	"gridbox/app/figure"
	"gridbox/app/figure/still"
	"gridbox/core/catalog"
	"gridbox/core/scenario/examples"
)

// addFigure writes the pages for embedded figures, drawn by the figure's own code with the
// scripts that make them interactive: one page for each preset, and figure/ for any other
// scenario, with the default preset.
func (s *Site) addFigure() error {
	for _, preset := range catalog.PresetIDs() {
		if err := s.addStill("figure/"+preset+"/", preset); err != nil {
			return err
		}
	}
	return s.addStill("figure/", figure.DefaultPreset)
}

// addExamples publishes the shipped scenarios. Figures read them with ?url=; users open them in
// the laboratory or on the command line.
func (s *Site) addExamples() error {
	files, err := examples.Files.ReadDir(".")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := examples.Files.ReadFile(file.Name())
		if err != nil {
			return err
		}
		if err := s.Add("examples/"+file.Name(), text); err != nil {
			return err
		}
	}
	return nil
}

// addStill writes the page of one figure.
func (s *Site) addStill(path, preset string) error {
	drawn, err := still.Draw(preset, s.Base)
	if err != nil {
		return err
	}
	config, err := s.configBlock()
	if err != nil {
		return err
	}
	return s.addPage("frame", Page{
		Path: path, Title: drawn.Title, Hidden: true,
		Description: "A live figure of Gridbox: a scheduling problem, the answers of several algorithms, and the " +
			"reason for each decision.",
		Body: template.HTML(drawn.Body), Still: drawn.Preset, Config: config,
	})
}
