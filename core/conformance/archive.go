package conformance

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A service is the means of a schedule that are published for a log: response times, and
// slowdowns bounded by 10 s.
type service struct {
	MeanResponse, MaxResponse, RMSResponse, MeanSlowdown, MaxSlowdown, RMSSlowdown float64
}

// closeTo is the greatest relative difference of means that agree.
const closeTo = 1e-9

// maxLog is the greatest length of a log in bytes; a year of KTH's SP2 has 2 MB.
const maxLog = 256 << 20

// archive schedules a year of the log of KTH's SP2. It compares the means with the values expected
// for Gridbox's order of events and with the published values. It returns nil if the folder lacks
// them.
func archive(ctx context.Context, folder fs.FS) (list []Suite, err error) {
	if !exists(folder, "archive/expect.json") {
		return nil, nil
	}
	text, err := fs.ReadFile(folder, "archive/expect.json")
	if err != nil {
		return nil, err
	}
	var expect struct{ Published, Pass map[string]service }
	if err := json.Unmarshal(text, &expect); err != nil {
		return nil, err
	}
	log, err := unpack(folder, "archive/KTH-SP2.swf.gz")
	if err != nil {
		return nil, err
	}
	const of = "KTH-SP2, a year of the Parallel Workloads Archive (174c453)"
	ours := Suite{Name: "means, one pass a second", Source: of}
	theirs := Suite{Name: "means, as published", Source: of,
		Reason: "why: within a second the published order takes submissions before ends, and makes a pass after each"}
	for _, name := range sorting.Keys(expect.Pass) {
		p := parseLog(log)
		how, ok := schedulerByName(name)
		if !ok {
			return nil, errors.New("archive: no scheduler is called " + name)
		}
		finish, err := how.finishes(ctx, p)
		if err != nil {
			return nil, err
		}
		is := measureService(p, finish)
		ours.compare(name, is, expect.Pass[name])
		if published, ok := expect.Published[name]; ok {
			theirs.compare(name, is, published)
		}
	}
	return []Suite{ours, theirs}, nil
}

// schedulerByName returns the scheduler of a row of the expected results: its id, or its id, a comma and a
// variant of the estimates. It reports false if one of them is unknown.
func schedulerByName(name string) (scheduler, bool) {
	if s, ok := schedulers()[name]; ok {
		return s, true
	}
	id, variant, _ := strings.Cut(name, ", ")
	s, known := schedulers()[id]
	switch variant {
	case "clairvoyant":
		s.estimate = schedulers()["perfect"].estimate
	case "doubled":
		s.estimate = schedulers()["double"].estimate
	default:
		return s, false
	}
	return s, known
}

// compare counts one row. The row agrees if no measure is farther from the expected one than the
// share closeTo of it; otherwise it is added to s.Differ.
func (s *Suite) compare(name string, is, expected service) {
	s.Cases++
	off := 0.0
	for _, x := range [][2]float64{{is.MeanResponse, expected.MeanResponse}, {is.MaxResponse, expected.MaxResponse},
		{is.RMSResponse, expected.RMSResponse}, {is.MeanSlowdown, expected.MeanSlowdown},
		{is.MaxSlowdown, expected.MaxSlowdown}, {is.RMSSlowdown, expected.RMSSlowdown}} {
		off = max(off, math.Abs(x[0]-x[1])/x[1])
	}
	if off <= closeTo {
		s.Agree++
		return
	}
	s.Differ = append(s.Differ, name+": mean response "+strconv.FormatFloat(is.MeanResponse, 'f', 1, 64)+
		" s instead of "+strconv.FormatFloat(expected.MeanResponse, 'f', 1, 64)+" s, mean slowdown "+
		strconv.FormatFloat(is.MeanSlowdown, 'f', 2, 64)+" instead of "+
		strconv.FormatFloat(expected.MeanSlowdown, 'f', 2, 64))
}

// unpack returns the text of a gzip file in a folder. It returns an error if the file is
// unreadable or unpacks to more than maxLog bytes.
func unpack(folder fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return "", err
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	text, err = io.ReadAll(io.LimitReader(z, maxLog+1))
	if len(text) > maxLog {
		return "", errors.New(name + " unpacks to more than " + strconv.Itoa(maxLog>>20) + " MiB")
	}
	return string(text), err
}

// parseLog returns a problem with the jobs of a log that ran. Each job has the processors that it
// requested and is stopped at its requested time.
func parseLog(log string) *farm.Problem {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "machine", Slots: 100}}}
	for line := range strings.Lines(log) {
		f := strings.Fields(line)
		if len(f) < 18 || strings.HasPrefix(f[0], ";") {
			continue
		}
		n := make([]float64, 12)
		for i := range n {
			// a field that is not a number counts as 0, and such a line is skipped
			n[i], _ = strconv.ParseFloat(f[i], 64)
		}
		if n[3] > 0 && n[8] > 0 && n[7] > 0 {
			p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(len(p.Jobs) + 1), Submitted: n[1],
				Duration: min(n[3], n[8]), Estimate: &n[8], Slots: int(n[7]), User: f[11]})
		}
	}
	return p
}

// measureService returns the mean, maximum and root mean square of the response times in s, and of the
// bounded slowdowns. A slowdown counts run times below 10 s as 10 s.
func measureService(p *farm.Problem, finish []float64) (s service) {
	for i := range p.Jobs {
		j := &p.Jobs[i]
		response := finish[i] - j.Submitted
		slowdown := max(1, response/max(10, j.Duration))
		s.MeanResponse += response
		s.MeanSlowdown += slowdown
		s.MaxResponse, s.MaxSlowdown = max(s.MaxResponse, response), max(s.MaxSlowdown, slowdown)
		s.RMSResponse += float64(response * response)
		s.RMSSlowdown += float64(slowdown * slowdown)
	}
	n := float64(len(p.Jobs))
	s.MeanResponse /= n
	s.MeanSlowdown /= n
	s.RMSResponse, s.RMSSlowdown = math.Sqrt(s.RMSResponse/n), math.Sqrt(s.RMSSlowdown/n)
	return s
}
