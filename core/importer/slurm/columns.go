package slurm

import (
	"slices"
	"strings"
	"unicode"
)

// A field is the meaning of a column or key.
type field uint8

const (
	ignored field = iota // known, but not needed
	fID
	fRaw
	fName
	fUser
	fAccount
	fPartition
	fSubmit
	fEligible
	fStart
	fEnd
	fElapsed
	fElapsedRaw
	fLimit
	fLimitRaw // minutes
	fState
	fNodes
	fCPUs
	fAsked  // requested CPUs
	fMemory // of the job, unless the text differs
	fMemoryNode
	fMemoryCPU
	fAllocated // TRES
	fRequested // TRES
	fNodeList
	fNodeReason // NODELIST(REASON)
	fPriority
	fReason
	fFeatures
	fDepends
	fLicences
	fArray
	fTask
	fThrottle
	fReservation
	fShare
	fPerNode // TRES per node
	fReqNodes
	fExcNodes
	fSeen // LastSchedEval
	fieldCount
)

// columns maps the headers of sacct and squeue and the keys of scontrol, in
// lower case, to fields. Those of free text are ignored on purpose.
var columns = map[string]field{
	"jobid": fID, "jobidraw": fRaw, "jobname": fName, "name": fName, "user": fUser, "userid": fUser,
	"account":   fAccount,
	"partition": fPartition, "submit": fSubmit, "submittime": fSubmit, "submit_time": fSubmit, "eligible": fEligible,
	"eligibletime": fEligible, "eligible_time": fEligible, "start": fStart, "starttime": fStart, "start_time": fStart,
	"end": fEnd, "endtime": fEnd, "end_time": fEnd, "elapsed": fElapsed, "runtime": fElapsed, "time": fElapsed,
	"time_used": fElapsed, "elapsedraw": fElapsedRaw, "timelimit": fLimit, "time_limit": fLimit, "time_limi": fLimit,
	"timelimitraw": fLimitRaw, "state": fState, "st": fState, "jobstate": fState, "nnodes": fNodes,
	"allocnodes": fNodes, "nodes": fNodes, "numnodes": fNodes, "ncpus": fCPUs, "alloccpus": fCPUs, "cpus": fCPUs,
	"numcpus": fCPUs, "reqcpus": fAsked, "reqmem": fMemory, "min_memory": fMemoryNode, "minmemorynode": fMemoryNode,
	"minmemorycpu": fMemoryCPU, "alloctres": fAllocated, "tres_alloc": fAllocated, "tres": fRequested,
	"reqtres": fRequested, "nodelist": fNodeList, "nodelist(reason)": fNodeReason,
	"nodelistreason": fNodeReason, "priority": fPriority,
	"reason": fReason, "constraints": fFeatures, "features": fFeatures, "dependency": fDepends, "licenses": fLicences,
	"arrayjobid": fArray, "array_job_id": fArray, "arraytaskid": fTask, "array_task_id": fTask,
	"arraytaskthrottle": fThrottle, "reservation": fReservation, "oversubscribe": fShare, "over_subscribe": fShare,
	"shared": fShare, "trespernode": fPerNode, "tres_per_node": fPerNode, "gres": fPerNode, "reqnodelist": fReqNodes,
	"req_nodes": fReqNodes, "excnodelist": fExcNodes, "exc_nodes": fExcNodes, "lastschedeval": fSeen,
	"qos": ignored, "exitcode": ignored, "schednodes": ignored, "time_left": ignored,
}

// splitHeader returns the names of a header and the byte at which each begins.
// They are separated by mark, which is | or a tab, or by white space where columns
// are aligned; mark is 0 then.
func splitHeader(line string) (names []string, begin []int, mark byte) {
	for _, mark := range []byte{'|', '\t'} {
		if strings.IndexByte(line, mark) < 0 {
			continue
		}
		names, begin = names[:0], begin[:0]
		for at := 0; at <= len(line); {
			cell, _, _ := strings.Cut(line[at:], string(mark))
			names, begin = append(names, strings.TrimSpace(cell)), append(begin, at)
			at += len(cell) + 1
		}
		if _, known := fieldsOf(names); mark == '|' || known >= 2 {
			return names, begin, mark
		}
	}
	names, begin = names[:0], begin[:0]
	inside := false
	for i, c := range line {
		if space := unicode.IsSpace(c); !space && !inside {
			begin = append(begin, i)
			inside = true
		} else if space && inside {
			names = append(names, line[begin[len(names)]:i])
			inside = false
		}
	}
	if inside {
		names = append(names, line[begin[len(names)]:])
	}
	return names, begin, 0
}

// hasJobNumber reports whether fields hold the number of a job.
func hasJobNumber(what []field) bool {
	return slices.Contains(what, fID) || slices.Contains(what, fArray) && slices.Contains(what, fTask)
}

// fieldsOf returns the field of each name of a header, and the number of known
// names.
func fieldsOf(names []string) (list []field, known int) {
	list = make([]field, len(names))
	var seen [fieldCount]bool
	for i, name := range names {
		if len(name) > 40 {
			continue
		}
		name, _, _ = strings.Cut(strings.ToLower(name), "%") // sacct -o JobName%30
		f := columns[name]
		if f == fID && seen[fID] {
			f = fRaw // squeue -o %all has the number of the job, then that of the array
		}
		if list[i] = f; f != ignored {
			known++
			seen[f] = true
		}
	}
	return list, known
}

// A state is the state of a job as far as it matters here.
type state uint8

const (
	unknownState state = iota
	pending
	held // held by a user
	running
	ended    // ran to its end, successful or not
	stopped  // cancelled or preempted
	unbegun  // ended before it started
	undoable // can never start
)

var states = map[string]state{
	"PENDING": pending, "PD": pending, "CONFIGURING": running, "CF": running, "RUNNING": running, "R": running,
	"COMPLETING": running, "CG": running, "SUSPENDED": running, "S": running, "STOPPED": running, "ST": running,
	"RESIZING": running, "RS": running, "SIGNALING": running, "SI": running, "STAGE_OUT": running, "SO": running,
	"COMPLETED": ended, "CD": ended, "FAILED": ended, "F": ended, "TIMEOUT": ended, "TO": ended,
	"OUT_OF_MEMORY": ended, "OOM": ended, "NODE_FAIL": stopped, "NF": stopped, "BOOT_FAIL": stopped, "BF": stopped,
	"DEADLINE": stopped, "DL": stopped, "CANCELLED": stopped, "CA": stopped, "PREEMPTED": stopped, "PR": stopped,
	"REVOKED": stopped, "RV": stopped, "REQUEUED": pending, "RQ": pending, "REQUEUE_FED": pending, "RF": pending,
	"REQUEUE_HOLD": held, "RH": held, "SPECIAL_EXIT": held, "SE": held, "RESV_DEL_HOLD": held, "RD": held,
}

// stateOf parses a state such as CANCELLED by 0 or COMPLETED+.
func stateOf(text string) state {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if len(word) > 20 {
		return unknownState
	}
	return states[strings.TrimRight(strings.ToUpper(word), "+,")]
}
