package league

import "math"

// nemenyi are the critical values of Nemenyi's two-tailed test at 5 % for 2 to 20 algorithms: the
// studentized range with infinite degrees of freedom, divided by the square root of 2 (Demšar 2006,
// table 5, and its continuation).
var nemenyi = []float64{1.960, 2.344, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354,
	3.391, 3.426, 3.458, 3.489, 3.517, 3.544}

// CriticalDifference returns the difference from which two mean ranks of k algorithms on n instances
// differ significantly at 5 %. It returns 0 for a number of algorithms without a known value.
func CriticalDifference(k, n int) float64 {
	if k < 2 || k > MaxRuns || n < 1 {
		return 0
	}
	return nemenyi[k-2] * math.Sqrt(float64(k*(k+1))/float64(6*n))
}
