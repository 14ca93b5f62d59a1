package panel

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// task returns the current exercise, the state of its conditions, and the link
// back to its lesson.
func task(s *state.State) ui.Node {
	t := s.Layout.Task
	if t == nil {
		return ui.Node{}
	}
	box := ui.El("section", ui.Class("task"), ui.A("aria-label", "Exercise"),
		ui.El("b", t.Title), ui.El("p", t.Text))
	result := ui.El("div", ui.A("role", "status"))
	switch verdict, known := s.TaskVerdict(); {
	case !known:
		result.Children = append(result.Children, ui.El("p", "The answers are not there yet."))
	default:
		list := ui.El("ul")
		for _, line := range verdict.Lines {
			mark := "✗ "
			if line.Holds {
				mark = "✓ "
			}
			list.Children = append(list.Children, ui.El("li", mark+line.Text))
		}
		result.Children = append(result.Children, list)
		if verdict.Passed {
			result.Children = append(result.Children, ui.El("p", ui.Class("passed"), i18n.T("Solved. {}",
				verdict.Explanation)))
		}
	}
	lesson, _, _ := strings.Cut(t.ID, "/")
	box.Children = append(box.Children, result, ui.El("div", ui.Class("acts"),
		ui.El("a", ui.A("href", s.Layout.Base+"/course/"+lesson+"/#"+strings.ReplaceAll(t.ID, "/", "-")),
			"Back to the lesson"),
		ui.IconButton("close", "Close the exercise", ui.Act("closetask"))))
	return box
}
