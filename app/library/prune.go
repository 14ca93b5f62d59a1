package library

import "time"

// When a save becomes an automatic version, and which versions stay.
const (
	// Pause is the time after a version until the next automatic one.
	Pause = 30 * time.Second
	// ImmediateChanges is the number of changed fields that make a version immediately.
	ImmediateChanges = 8
	// Always is the number of last versions that stay, whatever the clock
	// shows.
	Always = 12
	// MaxBytes is the number of bytes that the automatic versions of a draft may
	// take together. The oldest above it are removed, but never the last two.
	MaxBytes = 24 << 20
)

// Due reports whether a saved state becomes a version; last is the time of the
// last version, and changed the number of fields that differ from it. If the
// clock was set back, the age is unknown and any change is enough.
func Due(last, now int64, changed int) bool {
	since := now - last
	return changed > 0 && (since < 0 || since >= Pause.Milliseconds() || changed >= ImmediateChanges)
}

// span returns the length of the time span in which one version stays, by age:
// every version of the last ten minutes, one per ten minutes for a day, one per
// day for a month, then one per month.
func span(age time.Duration) time.Duration {
	const day = 24 * time.Hour
	switch {
	case age < 10*time.Minute:
		return 0
	case age < day:
		return 10 * time.Minute
	case age < 30*day:
		return day
	}
	return 30 * day
}

// PruneIndices returns the indices of the versions to remove. List is in the order of the counters. Named versions,
// versions of a later Gridbox, the first one, and the last [Always] stay; of each time span the last version stays.
// Unnamed versions beyond [MaxBytes] are removed, but never the last two.
func PruneIndices(list []Version, now int64) (drop []int) {
	stays := func(i int) bool {
		return i == 0 || list[i].Name != "" || list[i].IsFromNewer() || i >= len(list)-Always
	}
	gone := make([]bool, len(list))
	next := len(list) - 1 // the next version after i that stays
	for i := len(list) - 2; i >= 0; i-- {
		wide := span(time.Duration(max(0, now-list[i].At)) * time.Millisecond).Milliseconds()
		same := wide > 0 && floor(list[i].At, wide) == floor(list[next].At, wide)
		if gone[i] = same && !stays(i); !gone[i] {
			next = i
		}
	}
	bytes := 0
	for i := len(list) - 1; i >= 0; i-- {
		if gone[i] || list[i].Name != "" || list[i].IsFromNewer() {
			continue
		}
		if bytes += list[i].Bytes; bytes > MaxBytes && i < len(list)-2 {
			gone[i] = true
		}
	}
	for i, g := range gone {
		if g {
			drop = append(drop, i)
		}
	}
	return drop
}

// floor returns the number of the time span that a time is in.
func floor(at, wide int64) int64 {
	n := at / wide
	if at < 0 && at%wide != 0 {
		n--
	}
	return n
}
