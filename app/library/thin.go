package library

import "time"

// When a save becomes a version by itself, and which versions stay.
const (
	// Pause is how long after a version the next one comes by itself.
	Pause = 30 * time.Second
	// Much is how many changed fields make a version at once.
	Much = 8
	// Always is how many of the last versions stay, whatever the clock says.
	Always = 12
	// Room is how many bytes the automatic versions of a draft may take together;
	// beyond, the oldest go, but never the last two.
	Room = 24 << 20
)

// Due tells whether a state that was saved is worth a version beside the last
// one, which was kept at a time; changed is how many fields differ from it. A
// clock that was set back says nothing of how long ago that is, so then it is.
func Due(last, now int64, changed int) bool {
	since := now - last
	return changed > 0 && (since < 0 || since >= Pause.Milliseconds() || changed >= Much)
}

// span gives the stretch of time of which one version stays, by its age: all
// of the last ten minutes, one of ten minutes for a day, one a day for a month,
// then one a month.
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

// Thin says which versions are to go, by their place. List is in the order of
// the counters, the last one last. Never thinned are named ones, those that a
// later Gridbox wrote, the first, and the last [Always]; of each stretch of time
// the last version stays.
func Thin(list []Version, now int64) (drop []int) {
	stays := func(i int) bool {
		return i == 0 || list[i].Name != "" || list[i].Later() || i >= len(list)-Always
	}
	gone := make([]bool, len(list))
	next := len(list) - 1 // the version behind i that stays
	for i := len(list) - 2; i >= 0; i-- {
		wide := span(time.Duration(max(0, now-list[i].At)) * time.Millisecond).Milliseconds()
		same := wide > 0 && floor(list[i].At, wide) == floor(list[next].At, wide)
		if gone[i] = same && !stays(i); !gone[i] {
			next = i
		}
	}
	bytes := 0
	for i := len(list) - 1; i >= 0; i-- {
		if gone[i] || list[i].Name != "" || list[i].Later() {
			continue
		}
		if bytes += list[i].Bytes; bytes > Room && i < len(list)-2 {
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

// floor is the number of the stretch that a time is in.
func floor(at, wide int64) int64 {
	n := at / wide
	if at < 0 && at%wide != 0 {
		n--
	}
	return n
}
