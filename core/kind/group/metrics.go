package group

// Metrics are the numbers by which windows are compared.
type Metrics struct {
	Availability float64 `json:"availability" label:"Availability" better:"higher" about:"probability that all nodes of the window are available"`
	Cost         float64 `json:"cost" label:"Cost" better:"lower" about:"total cost of the window's nodes"`
	Value        float64 `json:"value" label:"Value" better:"higher" about:"the objective: the availability, or the sum of values"`
}
