package figure

import (
	"fmt"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/scenario"
)

// Parts of a figure that an author may ask for.
const (
	partPicture = "picture"
	partTable   = "table"
	partChart   = "chart"
	partStudy   = "study"
)

// parts lists what show= may name.
var parts = []string{partPicture, partTable, partChart, partStudy}

// shownParts lists the parts that a figure shows.
type shownParts struct {
	list        []string
	metric      string // of the chart; "" is the kind's first
	studyMetric string // metric of the study's chart; "" is the study's first
}

// readShow reads "picture,table,chart,study", in which a chart may name its metric: "chart:meanTransferTime",
// "study:makespan". An empty text means picture and table.
func readShow(text string) (s shownParts, err error) {
	for word := range strings.SplitSeq(text, ",") {
		name, metric, named := strings.Cut(strings.TrimSpace(word), ":")
		switch {
		case name == "" && !named:
			continue
		case !slices.Contains(parts, name) || named && name != partChart && name != partStudy:
			return shownParts{}, fmt.Errorf("show=%s names %s, which is no part of a figure%s; there are %s",
				shorten(text, 60), shorten(name, 40), doc.Suggest(name, parts), strings.Join(parts, ", "))
		}
		switch {
		case named && name == partStudy:
			s.studyMetric = metric
		case named:
			s.metric = metric
		}
		s.list = append(s.list, name)
	}
	return s, nil
}

// Shows reports whether a part is shown.
func (f *Figure) Shows(part string) bool {
	s, _ := readShow(f.Address.Show)
	if len(s.list) == 0 {
		return part == partPicture || part == partTable
	}
	return slices.Contains(s.list, part)
}

// Chart returns the chart of a metric over all answers as markup, "" if none is
// shown.
func (f *Figure) Chart(width float64) string {
	if f.explicit == nil || f.Locked() || !f.Shows(partChart) {
		return ""
	}
	s, _ := readShow(f.Address.Show)
	kind, _ := catalog.ByID(f.explicit.Kind)
	metric, ok := kind.Metric(s.metric)
	if !ok {
		metric = f.metric(0)
	}
	var answers []scenario.Answer
	var names []string
	var colours []int
	for i := range f.entries {
		e := &f.entries[i]
		a := scenario.Answer{}
		if e.Answer != nil && e.Answer.Feasible {
			a = *e.Answer
		}
		answers, names, colours = append(answers, a), append(names, e.Name), append(colours, e.Colour)
	}
	return svg(chart.OfMetric(kind.ID, metric.ID, answers, names, colours).Draw(max(300, min(width, 720))))
}
