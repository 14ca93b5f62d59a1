package solve

import "gridbox/core/kind/batch"

// A PublishedRow is one line of the paper's results (its section 6).
type PublishedRow struct {
	Algorithm                Algorithm
	Objective                string
	Alternatives, Time, Cost float64
}

// PublishedCycles is the number of cycles of each of the paper's two series.
const PublishedCycles = 25_000

// PublishedRows returns the averages of the paper: ALP and AMP with the least time,
// then with the least cost. Alternatives differ between the objectives because
// the paper drew a series for each. It used 8589 cycles of the first and 8571
// of the second, with 135.2 and 135.11 slots.
func PublishedRows() [4]PublishedRow {
	return [4]PublishedRow{
		{ALP, batch.LeastTime, 7.39, 59.85, 313.56},
		{AMP, batch.LeastTime, 34.28, 39.01, 369.69},
		{ALP, batch.LeastCost, 7.28, 61.04, 313.09},
		{AMP, batch.LeastCost, 34.23, 51.62, 343.30},
	}
}

// A PublishedShare is one percentage of the paper: the difference of two
// averages as a share of the larger one. Only that base agrees with the paper's
// own averages.
type PublishedShare struct {
	About   string
	Percent float64
}

// PublishedShares returns the four percentages.
func PublishedShares() []PublishedShare {
	return []PublishedShare{
		{"least time: AMP takes less time than ALP", 35},
		{"least time: ALP costs less than AMP", 15},
		{"least cost: ALP costs less than AMP", 9},
		{"least cost: AMP takes less time than ALP", 15},
	}
}
