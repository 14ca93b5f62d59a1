package main

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/study/paper"
)

// drawBars draws a bar for each algorithm and quantity with its confidence interval, and the
// value of the paper as a vertical mark.
func (s *sketch) drawBars() {
	s.left, s.xFrom, s.xTo = 92, s.X.From, s.X.To
	several := len(s.Lines[0].Points) > 1
	tall, gap := 18.0, 6.0
	if several {
		s.left, tall, gap = 132, 12, 8
	}
	if s.xTo <= s.xFrom {
		s.forEachPoint(func(p *paper.MeanPoint) { s.xTo = max(s.xTo, 1.15*p.CI95[1]) })
	}
	s.floor = s.top - 12
	for _, l := range s.Lines {
		s.floor += gap + tall*float64(len(l.Points))
	}
	marks := picture.Ticks(s.xFrom, s.xTo, 4)
	if s.X.To > s.X.From {
		marks = ends(s.xFrom, s.xTo)
	}
	for _, v := range marks {
		s.m.Rule("gb-grid", s.x(v), s.top-12, s.x(v), s.floor)
		s.m.DrawText("gb-tick", "middle", min(s.x(v), s.width-14), s.floor+14, picture.Number(v))
	}
	s.m.DrawText("gb-tick", "middle", (s.left+s.right)/2, s.floor+28, axis(s.X))
	y, marked := s.top-12+gap/2, false
	for _, l := range s.Lines {
		s.m.DrawText("gb-key", "start", 0, y+tall/2+4, s.name(l.Algorithm))
		for _, p := range l.Points {
			if word, _ := p.X.(string); several {
				s.m.DrawText("gb-tick", "end", s.left-5, y+tall/2+4, word)
			}
			s.bar(l.Algorithm, &p, y+1, tall-2)
			marked = marked || p.Stated != nil
			y += tall
		}
		y += gap
	}
	s.bottom = s.floor + 34
	if marked {
		s.m.Rule("gb-said", s.left+2, s.bottom, s.left+2, s.bottom+12)
		s.m.DrawText("gb-key", "start", s.left+10, s.bottom+10, "as the paper prints it")
		s.bottom += 18
	}
}

// bar draws the bar of a mean from y on with the height tall. It adds the confidence interval, the range that the
// paper states, and the number if there is room.
func (s *sketch) bar(id string, p *paper.MeanPoint, y, tall float64) {
	hue := s.hue(id)
	s.m.Field("gb-bar gb-pale "+hue, s.left, y, max(0.5, s.x(p.Mean)-s.left), tall)
	middle := y + tall/2
	if p.CI95[1] > p.CI95[0] {
		s.m.Rule("gb-whisker "+hue, s.x(p.CI95[0]), middle, s.x(p.CI95[1]), middle)
		for _, end := range p.CI95 {
			s.m.Rule("gb-whisker "+hue, s.x(end), middle-3, s.x(end), middle+3)
		}
	}
	after := s.x(max(p.Mean, p.CI95[1]))
	if len(p.Stated) == 2 {
		wide := s.x(p.Stated[1]) - s.x(p.Stated[0])
		s.m.Field("gb-said", s.x(p.Stated[0])-max(0, 2-wide)/2, y-1, max(2, wide), tall+2)
		after = max(after, s.x(p.Stated[1]))
	}
	if after += 5; after < s.right-20 {
		s.m.DrawText("gb-tick", "start", after, middle+4, picture.Number(p.Mean))
	}
}

// describe describes the picture in a sentence: the first and last value of each line, or each bar.
func (s *sketch) describe() string {
	var parts []string
	for _, l := range s.Lines {
		if len(l.Points) == 0 {
			continue
		}
		if s.isBarChart() {
			for _, p := range l.Points {
				word, _ := p.X.(string)
				parts = append(parts, s.name(l.Algorithm)+" "+word+" "+picture.Number(p.Mean))
			}
			continue
		}
		first, last := l.Points[0], l.Points[len(l.Points)-1]
		parts = append(parts, s.name(l.Algorithm)+" from "+picture.Number(first.Mean)+" at "+
			doc.Number(number(first.X))+" to "+picture.Number(last.Mean)+" at "+doc.Number(number(last.X)))
	}
	return s.Title + ", ours: " + strings.Join(parts, "; ") + ". The numbers are below."
}

// numbers returns the picture as a table: a row for each value of X, a column for each algorithm,
// with means and their intervals.
func (s *sketch) numbers() (head []string, rows [][]string) {
	head = []string{axis(s.X)}
	if s.isBarChart() {
		head[0] = ""
	}
	at := map[any]int{}
	for k, l := range s.Lines {
		head = append(head, s.name(l.Algorithm))
		for _, p := range l.Points {
			i, ok := at[p.X]
			if !ok {
				i = len(rows)
				at[p.X] = i
				place, word := p.X.(string)
				if !word {
					place = doc.Number(number(p.X))
				}
				rows = append(rows, append([]string{place}, make([]string, len(s.Lines))...))
			}
			rows[i][k+1] = meanText(&p)
		}
	}
	return head, rows
}

// meanText formats a mean with its interval, and with the number of replications if not all have an
// answer.
func meanText(p *paper.MeanPoint) string {
	text := picture.Number(p.Mean)
	if p.CI95[1] > p.CI95[0] {
		text += " (" + picture.Number(p.CI95[0]) + " to " + picture.Number(p.CI95[1]) + ")"
	}
	if p.Count < p.Replications {
		text += ", " + doc.Number(float64(p.Count)) + " of " + doc.Number(float64(p.Replications))
	}
	return text
}
