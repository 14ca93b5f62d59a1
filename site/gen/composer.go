package main

import "html/template"

// addComposer writes the page that composes embedded figures with controls.
func (s *Site) addComposer() error {
	config, err := s.configBlock()
	if err != nil {
		return err
	}
	body, err := part("composer", struct {
		*Site
		Config template.HTML
	}{s, config})
	if err != nil {
		return err
	}
	return s.addPage("page", Page{Path: "compose/", Title: "Figure for a page", Section: "compose", Body: body,
		Frames: true, Description: "Choose which numbers of a scenario the readers of a figure may change and what " +
			"they see of it, with a live preview, and copy the code for a page."})
}
