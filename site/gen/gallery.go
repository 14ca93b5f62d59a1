package main

import (
	"encoding/json"
	"fmt"

	"gridbox/core/catalog"
	"gridbox/core/draw/kinds"
	"gridbox/core/kind"
)

// galleryFile has the pictures of all ready scenarios; the laboratory loads it when the gallery
// opens.
const galleryFile = "gallery.json"

// A Shot is the picture and the size of a preset in the gallery.
type Shot struct {
	Picture string `json:"picture"` // an svg, with the first answer where it can be seen
	Size    string `json:"size"`    // "5 clusters, 24 jobs"
}

// shot returns the picture of a preset, drawn at most once.
func (s *Site) shot(preset kind.Preset) (Shot, error) {
	if made, ok := s.shots[preset.ID]; ok {
		return made, nil
	}
	doc, err := presetScenario(preset.ID)
	if err != nil {
		return Shot{}, err
	}
	full, err := explicit(doc)
	if err != nil {
		return Shot{}, err
	}
	view, err := firstAnswer(full)
	if err != nil {
		return Shot{}, err
	}
	view.Name = preset.Title
	made := Shot{Picture: kinds.Thumb(view).SVG(), Size: kinds.Size(full)}
	if s.shots == nil {
		s.shots = map[string]Shot{}
	}
	s.shots[preset.ID] = made
	return made, nil
}

// addGallery writes the file of pictures.
func (s *Site) addGallery() error {
	all := map[string]Shot{}
	for _, kind := range catalog.Kinds() {
		for _, preset := range kind.Presets {
			made, err := s.shot(preset)
			if err != nil {
				return fmt.Errorf("%s: %w", preset.ID, err)
			}
			all[preset.ID] = made
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return s.AddHashed(galleryFile, text)
}
