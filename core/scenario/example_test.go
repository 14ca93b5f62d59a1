package scenario_test

import (
	"fmt"

	"gridbox/core/scenario"
)

// A link contains a whole scenario, and equal scenarios have equal links.
func ExampleLink() {
	s := scenario.NewGenerated("placement", "five-clusters", 7)
	link, err := scenario.Link(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	back, faults := scenario.OpenLink(link + "&theme=dark")
	fmt.Println(faults.Err(), back.Placement.Generate.Preset, back.Seed, back.View.Theme)
	fmt.Println(scenario.Digest(s) == scenario.Digest(back))
	// Output:
	// <nil> five-clusters 7 dark
	// true
}

// A damaged link has a fault with the reason.
func ExampleOpenLink() {
	_, faults := scenario.OpenLink("#s1.d.q1ZKyy_KTSxRslJKL8p")
	fmt.Println(faults)
	// Output:
	// link: the link is damaged: some characters are not those of a link, or its end is missing
}
