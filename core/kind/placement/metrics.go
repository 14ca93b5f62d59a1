package placement

// Metrics compare placements. They are the measures of the paper, section 4.2.
type Metrics struct {
	Makespan           float64 `json:"makespan" label:"Makespan" unit:"s" better:"lower" about:"when the last job finishes"`
	MeanTransferTime   float64 `json:"meanTransferTime" label:"Mean transfer" unit:"s" better:"lower" about:"time that a job spends on collecting its data, on average"`
	TotalTransferTime  float64 `json:"totalTransferTime" label:"Total transfer" unit:"s" better:"lower" about:"time that all jobs spend on collecting their data"`
	MeanCompletionTime float64 `json:"meanCompletionTime" label:"Mean completion" unit:"s" better:"lower" about:"when a job finishes, on average"`
}
