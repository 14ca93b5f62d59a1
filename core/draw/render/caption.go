package render

import "strings"

// caption lays out the caption below the picture, in lines of its width.
func (l *layout) caption() {
	if strings.TrimSpace(l.o.Caption) == "" {
		return
	}
	size := l.o.Text
	lead := size * 1.3
	ink := colour{0x1c, 0x1e, 0x22, 1}
	if l.o.Grey {
		ink = ink.grey()
	}
	y := l.height + size*0.6
	for _, line := range l.lines(l.o.Caption, size) {
		y += lead
		l.items = append(l.items, item{text: &label{at: point{0, y}, size: size, text: line, fill: ink, anchor: 's',
			width: l.font.width(line, false, size)}})
	}
	l.height = y + size*0.4
}

// lines breaks a text into lines between words. A word that is longer than a line is broken too.
func (l *layout) lines(text string, size float64) (list []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		for _, piece := range l.pieces(word, size) {
			if line != "" && l.font.width(line+" "+piece, false, size) > l.width {
				list, line = append(list, line), ""
			}
			line = strings.TrimSpace(line + " " + piece)
		}
	}
	return append(list, line)
}

func (l *layout) pieces(word string, size float64) (list []string) {
	piece := ""
	for _, r := range word {
		if piece != "" && l.font.width(piece+string(r), false, size) > l.width {
			list, piece = append(list, piece), ""
		}
		piece += string(r)
	}
	return append(list, piece)
}
