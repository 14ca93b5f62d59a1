package policypanel

import (
	"encoding/json"

	"gridbox/app/domevent"
)

// part is the element to fill.
const part = "standing"

// Main serves the panel next to the editor of algorithms:
//
//	gbstanding  from policypanel.js: {told, step, job} as JSON, told only after a change
//	gblistens   to policypanel.js: the program is there
//	gbshow      to policypanel.js: {part, html}
func Main() {
	var s *Standing
	domevent.Serve("gbstanding", make(chan func(), 64), func(asked string) {
		var ask struct {
			Data *Data  `json:"about"`
			Step int    `json:"step"`
			Job  string `json:"job"`
		}
		if err := json.Unmarshal([]byte(asked), &ask); err != nil {
			return // written by the page itself
		}
		if ask.Data != nil {
			s = New(*ask.Data)
		}
		if s != nil {
			domevent.Show(part, s.View(ask.Step, ask.Job))
		}
	})
}
