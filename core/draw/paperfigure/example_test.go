package paperfigure_test

import (
	"context"
	"fmt"

	"gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// An answer is drawn as a vector figure, one column of a paper wide.
func Example() {
	problem, faults := scenario.Expand(scenario.NewGenerated("placement", "five-clusters", 0))
	if err := faults.Err(); err != nil {
		fmt.Println(err)
		return
	}
	run := scenario.Run{Algorithm: "rbhs"}
	answer, err := engine.All().RunExplicit(context.Background(), problem, run, engine.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	shown := paperfigure.Plate{Scenario: problem, Answers: []scenario.Answer{answer}}
	page, err := shown.Page(render.Options{Width: 84, Patterns: true}, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	pdf, err := page.PDF()
	fmt.Printf("%.0f mm wide, %s, %v\n", page.Width(), pdf[:8], err)
	// Output: 84 mm wide, %PDF-1.4, <nil>
}
