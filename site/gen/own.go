package main

import (
	"encoding/json"

	"gridbox/core/tsdecl"
)

// ownFile has the identifiers of formulas and programs for the laboratory's editor, which loads
// it when it opens.
const ownFile = "own.json"

// addOwn writes ownFile, and the declarations of each kind for other editors.
func (s *Site) addOwn() error {
	text, err := json.Marshal(tsdecl.Words())
	if err != nil {
		return err
	}
	if err := s.AddHashed(ownFile, text); err != nil {
		return err
	}
	for _, kind := range tsdecl.Kinds() {
		if err := s.Add("types/"+kind+".d.ts", []byte(tsdecl.Declarations(kind))); err != nil {
			return err
		}
	}
	return nil
}
