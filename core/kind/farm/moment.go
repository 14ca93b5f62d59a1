package farm

import (
	"math"
	"strconv"
	"time"

	"gridbox/core/doc"
)

// A farm that was read from a running cluster knows more than its problem: what
// the clock showed, how wrong the time limits of the jobs that ended had been,
// what the cluster's own scheduler said. No algorithm reads any of it and no
// schedule changes for it; core/waittime predicts by it, and the page shows it.

// A Moment is what is known of the time 0 of such a farm.
type Moment struct {
	Clock string `json:"clock,omitempty" label:"Clock" about:"the cluster's local date and time at 0, such as 2026-11-22T04:00:28"`
	// Used is what predictions draw run times from. It is left out where the
	// files know of no job that ended.
	Used []float64 `json:"used,omitempty" rule:">=0" about:"of jobs that ended before 0, the share of their time limit for which they ran"`
}

// clockForm is how the clock is written.
const clockForm = "2006-01-02T15:04:05"

// At is what the cluster's clock shows so many seconds from 0, "" where it is not
// known.
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

// Told is what a cluster's own scheduler says of a job.
type Told struct {
	Reason  string   `json:"reason,omitempty" label:"Reason" about:"the cluster's word for why the job waits"`
	Start   *float64 `json:"start,omitempty" label:"Start" unit:"s" about:"when the cluster expects it to start"`
	Started *float64 `json:"started,omitempty" label:"Started" unit:"s" about:"when it really started, where the files know what came after 0"`
}

// Requirements that a processor type cannot say, because machines may meet
// several at a time, are licences bound to the machines that meet them, of which
// the farm has none that float: so a job that holds one runs there alone, under
// every algorithm and for the checker. These are their names.

// PartitionLicence is the licence of a cluster's partition.
func PartitionLicence(partition string) string { return partitionLicence + partition }

const partitionLicence = "partition "

// PartitionOf gives the partition that a licence stands for.
func PartitionOf(licence string) (partition string, ok bool) {
	if len(licence) > len(partitionLicence) && licence[:len(partitionLicence)] == partitionLicence {
		return licence[len(partitionLicence):], true
	}
	return "", false
}

// reservationPrefix is what the ids of jobs begin with that are none.
const reservationPrefix = "reservation "

// ReservationJob is the id of the job that stands for a reservation of a machine:
// it runs from before 0 until the reservation ends.
func ReservationJob(name, machine string) string { return reservationPrefix + name + " on " + machine }

// Reserved reports whether a job stands for a reservation.
func (j *Job) Reserved() bool {
	return j.Running != nil && len(j.ID) > len(reservationPrefix) && j.ID[:len(reservationPrefix)] == reservationPrefix
}

// moment checks what is told of time 0.
func (v *validation) moment() {
	if m := v.p.Moment; m != nil {
		for i, used := range m.Used {
			v.Between("moment.used["+strconv.Itoa(i)+"]", used, 0, 1e6)
		}
	}
	for i := range v.p.Jobs {
		told := v.p.Jobs[i].Told
		if told == nil {
			continue
		}
		at := doc.At("jobs", i) + ".told"
		if told.Start != nil {
			v.Between(at+".start", *told.Start, -latest, latest)
		}
		if told.Started != nil {
			v.Between(at+".started", *told.Started, -latest, latest)
		}
	}
}
