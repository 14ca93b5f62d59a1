package importer

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/waittime"
	"gridbox/wasm/msg"
)

// effects sends the files to the worker that reads them, and opens the result.
type effects struct {
	env          feature.Env
	files        []importer.File
	head         msg.ImportHead
	asking       *feature.Request // the request to the worker; nil for none
	scenarioText []byte
	reading      *feature.Request // request to read made
	queue        []*importer.Edit // changes that wait for the one before; nil means to read again
	mappings     []string         // remembered mappings of tables, the latest first
	judges       bool             // whether a file that can only be a schedule is judged without a question
	opens        string           // which of several parts become drafts, as State.Open
}

// maxMappings is the maximal number of remembered mappings.
const maxMappings = 20

func (e *effects) state() *State { return Slot.Get(e.env.State()) }

func (e *effects) do(c state.Change[State]) { e.env.Do(Slot.Do(c)) }

// begin starts the import of files; remembered has the mappings that the browser keeps.
func (e *effects) begin(files []importer.File, remembered string) {
	e.mappings = nil
	doc.Decode([]byte(remembered), &e.mappings)
	e.judges = true
	e.part(files, "", 0)
}

// part begins to read one of the parts of files; 0 is the default.
func (e *effects) part(files []importer.File, opens string, part int) {
	e.stop()
	e.files, e.head, e.scenarioText = files, msg.ImportHead{Set: map[string]string{}, Part: part,
		KnownMappings: e.mappings}, nil
	e.opens = opens
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	e.env.Do(state.Dismiss{}, Slot.Do(Start{Names: names, Open: opens}), state.Show{Field: "dialog", To: dialogID})
	e.sendFiles(nil)
}

// sendFiles sends the files to the worker, with the current settings and an edit.
func (e *effects) sendFiles(edit *importer.Edit) {
	if !e.state().Active() || len(e.files) == 0 {
		return
	}
	if e.asking != nil { // an edit applies to the result of the one before
		e.queue = append(e.queue, edit)
		return
	}
	e.reading.End()
	head := e.head
	head.Edit = edit
	e.do(Reading{Format: head.FormatID, Open: e.opens, Set: head.Set})
	this := &feature.Request{}
	e.asking = this
	this.Stop = e.env.Workers().Import(head, e.files, func(report msg.ImportReport, made []byte, why string) {
		e.env.Receive(this, func() { e.read(report, made, why) })
	})
}

// read takes the worker's report and the scenario that it made.
func (e *effects) read(report msg.ImportReport, made []byte, why string) {
	e.asking = nil
	if why != "" {
		e.do(Unreadable{why})
	} else {
		e.do(Read{report, len(made) > 0})
		e.scenarioText = made
		if report.Mapping != "" {
			e.head.Set["mapping"] = report.Mapping
		}
	}
	if why == "" && e.judges && report.Schedule == "batsim" && e.judgeable() {
		e.judge() // such a file has no other use
		return
	}
	e.judges = false
	e.startNext()
}

// startNext starts the next waiting edit.
func (e *effects) startNext() {
	if len(e.queue) > 0 {
		edit := e.queue[0]
		e.queue = e.queue[1:]
		e.sendFiles(edit)
	}
}

// stop cancels all reading.
func (e *effects) stop() {
	e.asking.End()
	e.reading.End()
	e.asking, e.queue, e.reading = nil, nil, nil
}

// follow discards the files after their dialog was closed.
func (e *effects) follow() {
	if e.state().Active() && e.env.State().Layout.Dialog != dialogID {
		e.end()
	}
}

// set applies a setting of the dialog.
func (e *effects) set(what, of, value string) {
	if !e.state().Active() {
		return
	}
	switch name, isAnswer := strings.CutPrefix(what, "set."); {
	case isAnswer:
		e.head.Set[name] = value
	case what == "open":
		e.stop()
		e.opens = value
		e.head.FormatID, e.head.Kind, e.head.Set, e.head.Part = "", "", map[string]string{}, partOf(value)
	case what == "as":
		e.stop()
		e.head.FormatID, e.head.Kind, e.head.Set = value, "", map[string]string{}
	case what == "kind" && e.state().Report.Form == nil:
		e.head.Kind = value
	default:
		file, column, _ := strings.Cut(of, " ")
		if what == "kind" {
			e.head.Kind = value
		}
		e.sendFiles(&importer.Edit{Part: what, File: number(file), Of: column, To: value})
		return
	}
	e.sendFiles(nil)
}

// number parses a number of the page, 0 for anything else.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// partOf returns the part of the files to read first.
func partOf(opens string) int {
	switch {
	case opens == OpenEach:
		return 1
	case opens == OpenAll:
		return msg.AllParts
	}
	return number(strings.TrimPrefix(opens, OpenOnly))
}

// next returns the part to read next if each becomes a draft, or 0.
func (e *effects) next() int {
	own := e.state()
	if at := own.Report.Part; own.Opens() == OpenEach && at > 0 && at < own.KnownParts() {
		return at + 1
	}
	return 0
}

// open opens the imported scenario. It is parsed in parts with pauses: a long trace takes seconds.
func (e *effects) open() {
	if own := e.state(); !own.Ready || own.Busy {
		return
	}
	e.do(Opening{true})
	e.env.Load(&e.reading, e.scenarioText, e.openDraft)
}

// openDraft opens the imported scenario as a draft with its import report.
func (e *effects) openDraft(draft *scenario.Scenario, faults doc.Faults) {
	own := e.state()
	read := own.FileNames()
	if len(faults) > 0 {
		e.do(Opening{false})
		e.env.Do(state.Notify{Text: i18n.T("What was read of {} cannot be opened.", strings.Join(read, ", ")),
			Detail: faults.Texts(), Error: true})
		return
	}
	if m := own.Report.Mapping; m != "" {
		list := slices.DeleteFunc(e.mappings, func(known string) bool { return known == m })
		list = append([]string{m}, list...)
		list = list[:min(len(list), maxMappings)]
		e.env.Call("remember", "mappings", string(doc.Canonical(list)))
	}
	made, files, next := e.scenarioText, e.files, e.next()
	e.end()
	names := strings.Join(read, ", ")
	if len(read) > 2 { // the list of a cluster's files would cover the picture
		names = i18n.T("{} and {} more", read[0], strconv.Itoa(len(read)-1))
	}
	e.env.Do(state.Show{Field: "dialog"})
	e.env.OpenDraft(feature.NewDraft{Draft: draft, Text: made, Report: string(doc.Canonical(own.Report.Report)),
		Name: i18n.T("import {}", read[0]), Notice: state.Notify{Text: i18n.T("Opened {}.", names), Undo: true,
			Study: true}})
	if draft.Farm != nil && waittime.HasQueue(&draft.Farm.Problem) { // a queue was imported for its waiting times
		e.env.Do(state.Show{Field: "answers", To: state.QueueView}, state.Show{Field: "phone", To: "answers"})
	}
	if next > 0 {
		e.part(files, OpenEach, next)
	}
}

// judgeable reports whether the current draft can judge schedules.
func (e *effects) judgeable() bool {
	s := e.env.State()
	return s.Draft.Farm != nil && s.Problem != nil && s.Problem.Farm != nil && s.ProblemOf == s.PosedDraft
}

// judge checks the file as a schedule of the current farm, and compares it with the shown answer.
func (e *effects) judge() {
	if !e.state().Active() || len(e.files) != 1 || e.asking != nil || !e.judgeable() {
		return
	}
	e.reading.End()
	e.judges = false
	draft, problem := e.env.State().Draft, e.env.State().Problem
	e.do(Judging{})
	this := &feature.Request{}
	e.asking = this
	this.Stop = e.env.Workers().Judge(scenario.Canonical(problem), e.files[0],
		func(report msg.ScheduleReport, answer *scenario.Answer, t *compute.Trouble) {
			e.env.Receive(this, func() {
				e.asking = nil
				if t != nil {
					e.do(JudgeFailure{t.Text})
					e.startNext()
					return
				}
				e.end()
				ours := feature.Document{}
				if a := e.env.State().FocusedAnswer(); a != nil {
					ours.Run = a.Index
				}
				e.env.Do(state.Show{Field: "dialog"})
				e.env.Compare(feature.Document{Name: "its farm", Draft: draft,
					CheckedAnswer: &feature.CheckedAnswer{Problem: problem,
						Answer: answer, Notes: report.Notes, Violations: report.ViolationCount}}, ours)
			})
		})
}

// end discards the files and releases the worker.
func (e *effects) end() {
	e.stop()
	e.files, e.scenarioText = nil, nil
	e.env.Workers().EndImport()
	e.do(End{})
}
