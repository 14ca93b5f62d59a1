package crate

import (
	"encoding/json"
	"errors"
	"strconv"
)

// A Part is a file that the description of a crate lists.
type Part struct {
	Name string
	Size int64 // in bytes, -1 if it is not stated
}

// Parts returns the files that the description of a crate, of any origin, lists as parts of the crate.
func Parts(text []byte) ([]Part, error) {
	var description struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &description); err != nil {
		return nil, errors.New("is no description of a crate: " + err.Error())
	}
	entities := map[string]map[string]any{}
	for _, e := range description.Graph {
		id, _ := e["@id"].(string)
		entities[id] = e
	}
	root := entities["./"]
	if about, ok := entities[MetadataFile]["about"].(map[string]any); ok {
		if id, _ := about["@id"].(string); entities[id] != nil {
			root = entities[id]
		}
	}
	if root == nil {
		return nil, errors.New("is no description of a crate: it has no root")
	}
	list, _ := root["hasPart"].([]any)
	if one, ok := root["hasPart"].(map[string]any); ok {
		list = []any{one}
	}
	var parts []Part
	for _, ref := range list {
		of, _ := ref.(map[string]any)
		id, _ := of["@id"].(string)
		if id == "" || !isFile(entities[id]["@type"]) {
			continue
		}
		p := Part{id, -1}
		switch size := entities[id]["contentSize"].(type) {
		case string:
			if n, err := strconv.ParseInt(size, 10, 64); err == nil {
				p.Size = n
			}
		case float64:
			p.Size = int64(size)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// isFile reports whether a type, or one of several, is that of a file.
func isFile(kind any) bool {
	if list, ok := kind.([]any); ok {
		for _, one := range list {
			if one == "File" {
				return true
			}
		}
	}
	return kind == "File"
}
