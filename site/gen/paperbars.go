package main

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/study/paper"
)

// drawBars draws a bar for each algorithm and quantity, ours with its interval,
// what the paper prints as an upright mark.
func (s *sketch) drawBars() {
	s.left, s.xFrom, s.xTo = 92, s.X.From, s.X.To
	several := len(s.Lines[0].Points) > 1
	tall, gap := 18.0, 6.0
	if several {
		s.left, tall, gap = 132, 12, 8
	}
	if s.xTo <= s.xFrom {
		s.each(func(p *paper.MeanPoint) { s.xTo = max(s.xTo, 1.15*p.CI95[1]) })
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
		s.rule("gb-grid", s.x(v), s.top-12, s.x(v), s.floor)
		s.text("gb-tick", "middle", min(s.x(v), s.width-14), s.floor+14, picture.Number(v))
	}
	s.text("gb-tick", "middle", (s.left+s.right)/2, s.floor+28, axis(s.X))
	y, marked := s.top-12+gap/2, false
	for _, l := range s.Lines {
		s.text("gb-key", "start", 0, y+tall/2+4, s.name(l.Algorithm))
		for _, p := range l.Points {
			if word, _ := p.X.(string); several {
				s.text("gb-tick", "end", s.left-5, y+tall/2+4, word)
			}
			s.bar(l.Algorithm, &p, y+1, tall-2)
			marked = marked || p.Stated != nil
			y += tall
		}
		y += gap
	}
	s.bottom = s.floor + 34
	if marked {
		s.rule("gb-said", s.left+2, s.bottom, s.left+2, s.bottom+12)
		s.text("gb-key", "start", s.left+10, s.bottom+10, "as the paper prints it")
		s.bottom += 18
	}
}

func (s *sketch) bar(id string, p *paper.MeanPoint, y, tall float64) {
	hue := s.hue(id)
	s.rect("gb-bar gb-pale "+hue, s.left, y, max(0.5, s.x(p.Mean)-s.left), tall)
	middle := y + tall/2
	if p.CI95[1] > p.CI95[0] {
		s.rule("gb-whisker "+hue, s.x(p.CI95[0]), middle, s.x(p.CI95[1]), middle)
		for _, end := range p.CI95 {
			s.rule("gb-whisker "+hue, s.x(end), middle-3, s.x(end), middle+3)
		}
	}
	after := s.x(max(p.Mean, p.CI95[1]))
	if len(p.Stated) == 2 {
		wide := s.x(p.Stated[1]) - s.x(p.Stated[0])
		s.rect("gb-said", s.x(p.Stated[0])-max(0, 2-wide)/2, y-1, max(2, wide), tall+2)
		after = max(after, s.x(p.Stated[1]))
	}
	if after += 5; after < s.right-20 {
		s.text("gb-tick", "start", after, middle+4, picture.Number(p.Mean))
	}
}

// says is the picture in words: where each line begins and ends, or each bar.
func (s *sketch) says() string {
	var parts []string
	for _, l := range s.Lines {
		if len(l.Points) == 0 {
			continue
		}
		if s.worded() {
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
	return s.Title + ", ours: " + strings.Join(parts, "; ") + ". The numbers stand below."
}

// numbers is the picture as a table: a row for every place along X, a column
// for every algorithm, means with their intervals.
func (s *sketch) numbers() (head []string, rows [][]string) {
	head = []string{axis(s.X)}
	if s.worded() {
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
			rows[i][k+1] = told(&p)
		}
	}
	return head, rows
}

// told is a mean with its interval, and of how many replications where not all
// have an answer.
func told(p *paper.MeanPoint) string {
	text := picture.Number(p.Mean)
	if p.CI95[1] > p.CI95[0] {
		text += " (" + picture.Number(p.CI95[0]) + " to " + picture.Number(p.CI95[1]) + ")"
	}
	if p.Count < p.Asked {
		text += ", " + doc.Number(float64(p.Count)) + " of " + doc.Number(float64(p.Asked))
	}
	return text
}
