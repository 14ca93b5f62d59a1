package reader

import (
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
	"gridbox/wasm/msg"
)

// Judge verifies a schedule of another program, the second file, for the explicit farm in the
// first, and returns the document of Judged.
func Judge(files []importer.File) ([]byte, error) {
	if len(files) != 2 {
		return nil, doc.Faults{{Path: "files", Reason: "are not a farm and a schedule"}}
	}
	s, faults := scenario.Parse(files[0].Data)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if s.Farm == nil {
		return nil, doc.Faults{{Path: "kind", Value: s.Kind, Reason: "has no schedules to judge; only farms have them"}}
	}
	explicit, faults := scenario.ExpandValid(s)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var opening importer.Report
	file := importer.Open(files[1], &opening)
	schedule, faults := schedaudit.Read(file.Data)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	j, err := schedule.Judge(&explicit.Farm.Problem, file.Name)
	if err != nil {
		return nil, err
	}
	report := msg.ScheduleReport{Notes: j.Notes, ViolationCount: j.ViolationCount}
	text := append(doc.Canonical(report), '\n')
	return append(text, doc.Canonical(j.Answer)...), nil
}
