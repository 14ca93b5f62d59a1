package library

// A Row is one line of the list: a day's heading or an entry.
type Row struct {
	Day   string // of a heading
	N     int    // number of entries under it
	At    int    // the place of an entry in the list; -1 for a heading
	Top   int    // pixels above it
	Entry Entry
}

// Heights are the heights of rows in pixels; they are larger on touch screens.
type Heights struct{ Entry, Day int }

// Heights of the list for a mouse and for touch.
var (
	Fine   = Heights{38, 30}
	Coarse = Heights{60, 34}
)

// Rows arranges entries in rows. A heading with the day precedes each entry whose day differs from that of the entry
// before.
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

// VisibleRows returns the range of rows to draw so that the pixels from top to bottom are covered, and as many before
// and after them, so that a little scrolling needs no drawing. It takes logarithmic time.
func VisibleRows(rows []Row, top, bottom int) (from, to int) {
	page := max(bottom-top, 200)
	return rowAt(rows, top-page), min(rowAt(rows, bottom+page)+1, len(rows))
}

// rowAt returns the index of the last row that begins at or above a height.
func rowAt(rows []Row, y int) int {
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
