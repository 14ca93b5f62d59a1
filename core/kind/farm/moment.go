package farm

import (
	"math"
	"strconv"
	"time"

	"gridbox/core/doc"
)

// A farm that was read from a running cluster has data beyond its problem: the clock at time 0,
// the accuracy of earlier time limits, and the predictions of the cluster's own scheduler. No
// algorithm reads them and no schedule depends on them. Package core/waittime predicts start
// times from them, and the page shows them.

// A Moment describes time 0 of a farm that was read from a running cluster.
type Moment struct {
	Clock string `json:"clock,omitempty" label:"Clock" about:"the cluster's local date and time at 0, such as 2026-11-22T04:00:28"`
	// UsedShares are the samples from which run times are predicted. It is empty if the files contain
	// no ended job.
	UsedShares []float64 `json:"used,omitempty" rule:">=0" about:"of jobs that ended before 0, the share of their time limit for which they ran"`
}

// clockForm is the layout of a clock.
const clockForm = "2006-01-02T15:04:05"

// At returns the clock's time at the given seconds after time 0, or "" if it is
// unknown.
func (m *Moment) At(seconds float64) string {
	if m == nil {
		return ""
	}
	zero, err := time.Parse(clockForm, m.Clock)
	if err != nil || !(math.Abs(seconds) < 1e9) {
		return ""
	}
	return zero.Add(time.Duration(math.Round(seconds)) * time.Second).Format(clockForm)
}

// A Forecast has the cluster's own data about a job: why it waits and when it starts.
type Forecast struct {
	Reason  string   `json:"reason,omitempty" label:"Reason" about:"the cluster's word for why the job waits"`
	Start   *float64 `json:"start,omitempty" label:"Start" unit:"s" about:"when the cluster expects it to start"`
	Started *float64 `json:"started,omitempty" label:"Started" unit:"s" about:"when it really started, where the files know what came after 0"`
}

// A cluster's requirements that a processor type cannot express, because a machine can meet
// several, are modelled as licences. They are bound to the machines that meet the requirement,
// and none float. So a job with such a licence runs there under every algorithm. The following
// functions define the names of these licences.

// PartitionLicence returns the name of the licence of a partition.
func PartitionLicence(partition string) string { return partitionLicence + partition }

const partitionLicence = "partition "

// PartitionOf returns the partition that a licence represents. It reports false
// for other licences.
func PartitionOf(licence string) (partition string, ok bool) {
	if len(licence) > len(partitionLicence) && licence[:len(partitionLicence)] == partitionLicence {
		return licence[len(partitionLicence):], true
	}
	return "", false
}

// reservationPrefix begins the ids of jobs that represent reservations.
const reservationPrefix = "reservation "

// ReservationJob returns the id of the job that represents a reservation of a machine. It runs
// from before 0 until the reservation ends.
func ReservationJob(name, machine string) string { return reservationPrefix + name + " on " + machine }

// IsReservation reports whether the job represents a reservation.
func (j *Job) IsReservation() bool {
	return j.Running != nil && len(j.ID) > len(reservationPrefix) && j.ID[:len(reservationPrefix)] == reservationPrefix
}

// snapshot checks the data of a running cluster.
func (v *validation) snapshot() {
	if m := v.p.Moment; m != nil {
		for i, used := range m.UsedShares {
			v.InRange("moment.used["+strconv.Itoa(i)+"]", used, 0, 1e6)
		}
	}
	for i := range v.p.Jobs {
		forecast := v.p.Jobs[i].Forecast
		if forecast == nil {
			continue
		}
		at := doc.At("jobs", i) + ".told"
		if forecast.Start != nil {
			v.InRange(at+".start", *forecast.Start, -maxTime, maxTime)
		}
		if forecast.Started != nil {
			v.InRange(at+".started", *forecast.Started, -maxTime, maxTime)
		}
	}
}
