package lab

import (
	"encoding/json"
	"strings"

	"gridbox/app/state"
)

// openTask shows the exercise of a lesson; text is an exercise as lessonpage.js stores it. Any other text is ignored.
func (l *Lab) openTask(text string) {
	t := &state.Task{}
	if text == "" || json.Unmarshal([]byte(text), t) != nil || len(t.Conditions) == 0 ||
		strings.Trim(t.ID, "abcdefghijklmnopqrstuvwxyz-/0123456789") != "" {
		return
	}
	l.do(state.SetTask{To: t})
}

// closeTask ends an exercise.
func closeTask(l *Lab, _, _ string) {
	l.do(state.SetTask{})
	l.host.Call("endTask")
}
