package lab

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/waittime"
	"gridbox/wasm/msg"
)

// A bringer imports files of other programs: the worker reads them, a dialog asks for missing
// settings, and the result opens as a draft.
type bringer struct {
	lab      *Lab
	files    []importer.File
	head     msg.BringHead
	cancel   func()
	turn     int // number of the request; replies to earlier ones are ignored
	made     []byte
	reading  *feature.Ask     // request to read made
	queue    []*importer.Edit // changes that wait for the one before; nil means to read again
	mappings []string         // remembered mappings of tables, the latest first
	judges   bool             // whether a file that can only be a schedule is judged without a question
	opens    string           // which of several parts become drafts, as state.Bringing.Open
}

// mostMappings is the maximal number of remembered mappings.
const mostMappings = 20

// Files opens files that were chosen or dropped together. Documents of Gridbox open immediately;
// others are read by a worker, and a dialog asks for missing settings. remembered has the mappings
// that the browser keeps.
func (l *Lab) Files(files []importer.File, remembered string) {
	l.catchUp()
	others := slices.DeleteFunc(slices.Clone(files), func(f importer.File) bool { return ours(f.Data) })
	// A study may come with its document, which must open first.
	var order []importer.File
	for _, last := range []bool{false, true} {
		for _, f := range files {
			if ours(f.Data) && isStudy(f.Data) == last {
				order = append(order, f)
			}
		}
	}
	l.openFiles(order, func() {
		if len(others) > 0 {
			l.bringer.begin(others, remembered)
		}
	})
	l.follow()
}

// openFiles opens files of Gridbox one after another, and then calls done.
func (l *Lab) openFiles(files []importer.File, done func()) {
	if len(files) == 0 {
		done()
		return
	}
	l.openFile(files[0].Name, string(files[0].Data), "", func() { l.openFiles(files[1:], done) })
}

// ours reports whether a file is a document of Gridbox, with or without faults.
func ours(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	head := text[:min(len(text), 64<<10)]
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"gridbox`))
}

func (b *bringer) begin(files []importer.File, remembered string) {
	l := b.lab
	if !l.live {
		return
	}
	b.mappings = nil
	doc.Decode([]byte(remembered), &b.mappings)
	b.judges = true
	b.part(files, "", 0)
}

// part begins to read one of the parts of files; 0 is the default.
func (b *bringer) part(files []importer.File, opens string, part int) {
	l := b.lab
	b.stop()
	b.files, b.head, b.made = files, msg.BringHead{Set: map[string]string{}, Part: part, Known: b.mappings}, nil
	b.opens = opens
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	l.do(state.Dismiss{}, state.SetBringing{To: &state.Bringing{Names: names, Open: opens}},
		state.Show{What: "dialog", To: "bring"})
	b.ask(nil)
}

// ask sends the files to the worker, with the current settings and an edit.
func (b *bringer) ask(edit *importer.Edit) {
	l := b.lab
	if l.s.Bringing == nil || len(b.files) == 0 {
		return
	}
	if b.cancel != nil { // an edit applies to the result of the one before
		b.queue = append(b.queue, edit)
		return
	}
	b.turn++
	turn, head := b.turn, b.head
	head.Edit = edit
	now := *l.s.Bringing
	now.Busy, now.As, now.Open, now.Set = true, head.As, b.opens, maps.Clone(head.Set)
	l.do(state.SetBringing{To: &now})
	b.cancel = l.workers.Bring(head, b.files, func(told msg.BringTold, made []byte, why string) {
		l.turn(func() {
			if turn == b.turn && l.s.Bringing != nil {
				b.heard(told, made, why)
			}
		})
	})
}

func (b *bringer) heard(told msg.BringTold, made []byte, why string) {
	now := *b.lab.s.Bringing
	now.Busy, now.Wrong = false, why
	b.cancel = nil
	if why == "" {
		now.Told, now.Ready, b.made = told, len(made) > 0, made
		if told.Mapping != "" {
			b.head.Set["mapping"] = told.Mapping
		}
	}
	b.lab.do(state.SetBringing{To: &now})
	if why == "" && b.judges && now.Told.Schedule == "batsim" && b.judgeable() {
		b.judge() // such a file has no other use
		return
	}
	b.judges = false
	b.again()
}

// again starts the next waiting edit.
func (b *bringer) again() {
	if len(b.queue) > 0 {
		edit := b.queue[0]
		b.queue = b.queue[1:]
		b.ask(edit)
	}
}

// stop cancels all reading.
func (b *bringer) stop() {
	if b.cancel != nil {
		b.cancel()
	}
	b.turn++
	b.reading.End()
	b.cancel, b.queue, b.reading = nil, nil, nil
}

// follow discards the files after their dialog was closed.
func (b *bringer) follow() {
	if b.lab.s.Bringing != nil && b.lab.s.Look.Dialog != "bring" {
		b.end()
	}
}

// say applies a setting of the dialog.
func (b *bringer) say(what, of, value string) {
	switch name, isAnswer := strings.CutPrefix(what, "set."); {
	case isAnswer:
		b.head.Set[name] = value
	case what == "open":
		b.stop()
		b.opens = value
		b.head.As, b.head.Kind, b.head.Set, b.head.Part = "", "", map[string]string{}, partOf(value)
	case what == "as":
		b.stop()
		b.head.As, b.head.Kind, b.head.Set = value, "", map[string]string{}
	case what == "kind" && (b.lab.s.Bringing == nil || b.lab.s.Bringing.Told.Look == nil):
		b.head.Kind = value
	default:
		file, column, _ := strings.Cut(of, " ")
		if what == "kind" {
			b.head.Kind = value
		}
		b.ask(&importer.Edit{What: what, File: atoi(file), Of: column, To: value})
		return
	}
	b.ask(nil)
}

// partOf returns the part of the files to read first.
func partOf(opens string) int {
	switch {
	case opens == state.OpenEach:
		return 1
	case opens == state.OpenAll:
		return msg.AllParts
	}
	return atoi(strings.TrimPrefix(opens, state.OpenOnly))
}

// next returns the part to read next if each becomes a draft, or 0.
func (b *bringer) next() int {
	s := b.lab.s.Bringing
	if at := s.Told.Part; s.Opens() == state.OpenEach && at > 0 && at < s.Known() {
		return at + 1
	}
	return 0
}

// open opens the imported scenario. It is parsed in parts with pauses: a long trace takes seconds.
func (b *bringer) open() {
	l := b.lab
	if s := l.s.Bringing; s == nil || !s.Ready || s.Busy {
		return
	}
	b.turn++
	turn, made := b.turn, b.made
	b.busy(true)
	l.loadAs(&b.reading, "", len(made), textOf(made), // the dialog shows the progress
		func(draft *scenario.Scenario, faults doc.Faults) {
			if turn == b.turn && l.s.Bringing != nil {
				b.put(draft, faults)
			}
		})
}

// busy sets whether the dialog shows progress.
func (b *bringer) busy(on bool) {
	now := *b.lab.s.Bringing
	now.Busy = on
	b.lab.do(state.SetBringing{To: &now})
}

// put opens the imported scenario as a draft with its import report.
func (b *bringer) put(draft *scenario.Scenario, faults doc.Faults) {
	l := b.lab
	s := l.s.Bringing
	if len(faults) > 0 {
		b.busy(false)
		l.do(state.Tell{Text: "What was read of " + strings.Join(s.Reads(), ", ") + " cannot be opened.",
			Detail: said(faults), Error: true})
		return
	}
	if m := s.Told.Mapping; m != "" {
		list := slices.DeleteFunc(b.mappings, func(known string) bool { return known == m })
		list = append([]string{m}, list...)
		list = list[:min(len(list), mostMappings)]
		l.host.Call("remember", "mappings", string(doc.Canonical(list)))
	}
	report, made := string(doc.Canonical(s.Told.Report)), b.made
	files, next := b.files, b.next()
	b.end()
	read := s.Reads()
	names := strings.Join(read, ", ")
	if len(read) > 2 { // the list of a cluster's files would cover the picture
		names = read[0] + " and " + strconv.Itoa(len(read)-1) + " more"
	}
	l.do(state.Show{What: "dialog"})
	l.keep.putTelling(draft, "import "+read[0], false,
		state.Tell{Text: "Opened " + names + ".", Undo: true, Study: true})
	l.work.written(made)
	if draft.Farm != nil && waittime.Asks(&draft.Farm.Problem) { // a queue was imported for its waiting times
		l.do(state.Show{What: "answers", To: state.InQueue}, state.Show{What: "phone", To: "answers"})
	}
	l.keep.of(l.s.Sheet).brought = report
	l.keep.reported(report)
	if next > 0 {
		b.part(files, state.OpenEach, next)
	}
}

// judgeable reports whether the current draft can judge schedules.
func (b *bringer) judgeable() bool {
	s := &b.lab.s
	return s.Draft.Farm != nil && s.Problem != nil && s.Problem.Farm != nil && s.ProblemOf == s.Posed
}

// judge checks the file as a schedule of the current farm, and compares it with the shown answer.
func (b *bringer) judge() {
	l := b.lab
	if l.s.Bringing == nil || len(b.files) != 1 || b.cancel != nil || !b.judgeable() {
		return
	}
	b.turn++
	b.judges = false
	turn, draft, problem := b.turn, l.s.Draft, l.s.Problem
	now := *l.s.Bringing
	now.Busy, now.Unjudged = true, ""
	l.do(state.SetBringing{To: &now})
	b.cancel = l.workers.Judge(scenario.Canonical(problem), b.files[0],
		func(told msg.ScheduleTold, answer *scenario.Answer, t *compute.Trouble) {
			l.turn(func() {
				if turn != b.turn || l.s.Bringing == nil {
					return
				}
				b.cancel = nil
				if t != nil {
					still := *l.s.Bringing
					still.Busy, still.Unjudged = false, t.Text
					l.do(state.SetBringing{To: &still})
					b.again()
					return
				}
				b.end()
				ours := state.BesideSide{}
				if a := l.s.Focused(); a != nil {
					ours.Run = a.Place
				}
				theirs := state.BesideSide{Title: "its farm", Draft: draft, Problem: problem,
					Answer: answer, Given: &state.Given{Notes: told.Notes, Found: told.Found}}
				l.do(state.Show{What: "dialog"})
				l.beside.enter(state.SetBeside{Sides: [2]*state.BesideSide{&theirs, &ours}})
				l.follow()
			})
		})
}

// end discards the files and releases the worker.
func (b *bringer) end() {
	b.stop()
	b.files, b.made = nil, nil
	b.lab.workers.Brought()
	b.lab.do(state.SetBringing{})
}
