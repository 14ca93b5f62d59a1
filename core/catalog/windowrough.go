package catalog

// roughWindows are the searches for one window from the paper on batches. The
// parts of their windows start together and end when each node is done. The
// colours follow those of the first algorithms.
func roughWindows(first int) []Algorithm {
	list := []Algorithm{
		{ID: "alp", Name: "ALP", About: "Takes the earliest window in which every slot keeps an equal share of the budget; parts end when their nodes are done."},
		{ID: "amp", Name: "AMP", About: "Takes the earliest window whose cheapest slots keep the budget; parts end when their nodes are done."},
	}
	for i := range list {
		list[i].Colour, list[i].Paper = first+i+1, paperALP
	}
	return list
}
