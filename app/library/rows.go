package library

// A Row is one line of the list: a day's heading or an entry.
type Row struct {
	Day   string // of a heading
	N     int    // how many entries stand under it
	At    int    // the place of an entry in the list; -1 for a heading
	Top   int    // pixels above it
	Entry Entry
}

// Heights of rows in pixels; a finger wants more.
type Heights struct{ Entry, Day int }

// The heights of the list under a pointer and under a finger.
var (
	Fine   = Heights{38, 30}
	Coarse = Heights{60, 34}
)

// Rows lays entries out, under the headings that day gives where it gives one
// that is not that of the entry before.
func Rows(list []Entry, h Heights, day func(Entry) string) (rows []Row, height int) {
	rows = make([]Row, 0, len(list)+8)
	last, head := "", -1
	for i, e := range list {
		if d := day(e); d != "" && (d != last || i == 0) {
			last, head = d, len(rows)
			rows = append(rows, Row{Day: d, At: -1, Top: height})
			height += h.Day
		}
		if head >= 0 {
			rows[head].N++
		}
		rows = append(rows, Row{At: i, Top: height, Entry: e})
		height += h.Entry
	}
	return rows, height
}

// Seen gives the rows that are to be drawn so that the pixels from top to
// bottom are covered, with as many again before and behind them, so that a
// little scrolling needs no drawing. The work is that of a binary search, and
// what is drawn depends on the window alone.
func Seen(rows []Row, top, bottom int) (from, to int) {
	page := max(bottom-top, 200)
	return atOrBefore(rows, top-page), min(atOrBefore(rows, bottom+page)+1, len(rows))
}

// atOrBefore is the last row that begins at or above a height.
func atOrBefore(rows []Row, y int) int {
	low, high := 0, len(rows)
	for low < high {
		if mid := (low + high) / 2; rows[mid].Top <= y {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return max(0, low-1)
}
