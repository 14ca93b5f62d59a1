package window

// Metrics are the numbers by which windows are compared.
type Metrics struct {
	Start   float64 `json:"start" label:"Start" better:"lower" about:"when the window starts"`
	Runtime float64 `json:"runtime" label:"Runtime" better:"lower" about:"duration of the window; volume / performance of its slowest node"`
	Finish  float64 `json:"finish" label:"Finish" better:"lower" about:"when the window ends"`
	Cost    float64 `json:"cost" label:"Cost" better:"lower" about:"total cost of its nodes for the runtime"`
	// Value is for Max Sum the sum of the attribute that it maximises.
	Value float64 `json:"value" label:"Value" better:"higher" about:"sum of the value attribute over its nodes"`
}

// Metric returns the metric of a criterion.
func (m *Metrics) Metric(c Criterion) float64 {
	switch c {
	case ByStart:
		return m.Start
	case ByFinish:
		return m.Finish
	case ByRuntime:
		return m.Runtime
	case ByValue:
		return m.Value
	}
	return m.Cost
}

// Improve replaces each metric by that of w if it is better.
func (m *Metrics) Improve(w *Metrics) {
	m.Start, m.Runtime, m.Finish = min(m.Start, w.Start), min(m.Runtime, w.Runtime), min(m.Finish, w.Finish)
	m.Cost, m.Value = min(m.Cost, w.Cost), max(m.Value, w.Value)
}
