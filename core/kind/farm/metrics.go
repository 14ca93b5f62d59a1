package farm

// Metrics compare schedules.
type Metrics struct {
	Makespan    float64 `json:"makespan" label:"Makespan" unit:"s" better:"lower" about:"when the last job ends"`
	MeanWait    float64 `json:"meanWait" label:"Mean wait" unit:"s" better:"lower" about:"time from a job's submission to its start, on average"`
	Utilization float64 `json:"utilization" label:"Utilization" better:"higher" about:"share of all slots that is reserved from 0 to the makespan"`
	// MaxLateness is the paper's maximum deadline violation.
	MaxLateness float64 `json:"maxLateness" label:"Lateness" unit:"s" better:"lower" about:"greatest delay of a job after its deadline; 0 when all are in time"`
	Cost        float64 `json:"cost" label:"Cost" better:"lower" about:"makespan, mean wait and lateness, weighted by the administrator's policy"`
}
