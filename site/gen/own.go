package main

import (
	"encoding/json"

	"gridbox/core/tsdecl"
)

// completionsFile has the identifiers of formulas and programs for the laboratory's editor, which loads
// it when it opens.
const completionsFile = "own.json"

// addCompletions writes completionsFile, and the declarations of each kind for other editors.
func (s *Site) addCompletions() error {
	text, err := json.Marshal(tsdecl.Completions())
	if err != nil {
		return err
	}
	if err := s.AddHashed(completionsFile, text); err != nil {
		return err
	}
	for _, kind := range tsdecl.Kinds() {
		if err := s.Add("types/"+kind+".d.ts", []byte(tsdecl.Declarations(kind))); err != nil {
			return err
		}
	}
	return nil
}
