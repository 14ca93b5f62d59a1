package batch

// Metrics compare the chosen windows of a batch, over all cycles: the paper's
// measures.
type Metrics struct {
	TotalTime          float64 `json:"totalTime" label:"Total time" better:"lower" about:"time of the chosen windows of all jobs together"`
	TotalCost          float64 `json:"totalCost" label:"Total cost" better:"lower" about:"cost of the chosen windows of all jobs together"`
	MeanTime           float64 `json:"meanTime" label:"Mean time" better:"lower" about:"time of a job's chosen window, on average"`
	MeanCost           float64 `json:"meanCost" label:"Mean cost" better:"lower" about:"cost of a job's chosen window, on average"`
	AlternativesPerJob float64 `json:"alternativesPerJob" label:"Alternatives per job" better:"higher" about:"windows that a job is offered, on average"`
	TimeLimit          float64 `json:"timeLimit" label:"Time limit" better:"lower" about:"the virtual organisation's time quota T*, or the limit that was set"`
	Budget             float64 `json:"budget" label:"Budget" better:"lower" about:"the virtual organisation's budget B*, or the limit that was set"`
}
