package lab

import (
	"bytes"
	"slices"
	"strings"

	"gridbox/app/state"
	"gridbox/core/bring"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/wasm/msg"
)

// A bringer has files of other programs read by the worker for it, asks what they
// leave open, and opens what came of them as a draft.
type bringer struct {
	lab      *Lab
	files    []bring.File
	head     msg.BringHead
	cancel   func()
	turn     int // of asking; what an earlier one says comes too late
	made     []byte
	queue    []*bring.Edit // changes that wait for the one before; nil reads again
	mappings []string      // of tables, as they were settled before, the last one first
}

// mostMappings is how many are remembered.
const mostMappings = 20

// Files opens files that were chosen or dropped together. Those of Gridbox open
// at once; others are read by a worker, and a dialog asks what they leave open.
// Remembered is the mappings as this browser keeps them.
func (l *Lab) Files(files []bring.File, remembered string) {
	others := slices.DeleteFunc(slices.Clone(files), func(f bring.File) bool { return ours(f.Data) })
	for _, f := range files {
		if ours(f.Data) {
			l.openFile(f.Name, string(f.Data), "")
		}
	}
	if len(others) > 0 {
		l.bringer.begin(others, remembered)
	}
	l.follow()
}

// ours tells whether a file is a document of Gridbox, with or without faults.
func ours(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	head := text[:min(len(text), 64<<10)]
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"gridbox`))
}

func (b *bringer) begin(files []bring.File, remembered string) {
	l := b.lab
	if !l.live {
		return
	}
	b.stop()
	b.files, b.head, b.made = files, msg.BringHead{Set: map[string]string{}}, nil
	b.mappings = nil
	doc.Decode([]byte(remembered), &b.mappings)
	b.head.Known = b.mappings
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	l.do(state.Dismiss{}, state.SetBringing{To: &state.Bringing{Names: names}}, state.Show{What: "dialog", To: "bring"})
	b.ask(nil)
}

// ask has the files read as the head says.
func (b *bringer) ask(edit *bring.Edit) {
	l := b.lab
	if l.s.Bringing == nil || len(b.files) == 0 {
		return
	}
	if b.cancel != nil { // a change is made to what comes of the one before
		b.queue = append(b.queue, edit)
		return
	}
	b.turn++
	turn, head := b.turn, b.head
	head.Edit = edit
	now := *l.s.Bringing
	now.Busy, now.As = true, head.As
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
	if len(b.queue) > 0 {
		edit := b.queue[0]
		b.queue = b.queue[1:]
		b.ask(edit)
	}
}

// stop leaves what is being read.
func (b *bringer) stop() {
	if b.cancel != nil {
		b.cancel()
	}
	b.turn++
	b.cancel, b.queue = nil, nil
}

// follow forgets files whose dialog was left.
func (b *bringer) follow() {
	if b.lab.s.Bringing != nil && b.lab.s.Look.Dialog != "bring" {
		b.end()
	}
}

// say takes an answer of the dialog.
func (b *bringer) say(what, of, value string) {
	switch name, isAnswer := strings.CutPrefix(what, "set."); {
	case isAnswer:
		b.head.Set[name] = value
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
		b.ask(&bring.Edit{What: what, File: atoi(file), Of: column, To: value})
		return
	}
	b.ask(nil)
}

// open makes a draft of what came of the files, and keeps with it how.
func (b *bringer) open() {
	l := b.lab
	s := l.s.Bringing
	if s == nil || !s.Ready || s.Busy {
		return
	}
	draft, faults := catalog.Parse(b.made)
	if len(faults) > 0 {
		l.do(state.Tell{Text: "What was read of " + strings.Join(s.Names, ", ") + " cannot be opened.",
			Detail: said(faults), Error: true})
		return
	}
	if m := s.Told.Mapping; m != "" {
		list := slices.DeleteFunc(b.mappings, func(known string) bool { return known == m })
		list = append([]string{m}, list...)
		list = list[:min(len(list), mostMappings)]
		l.host.Call("remember", "mappings", string(doc.Canonical(list)))
	}
	report := string(doc.Canonical(s.Told.Report))
	b.end()
	l.do(state.Show{What: "dialog"}, state.Tell{Text: "Opened " + strings.Join(s.Names, ", ") + ".", Undo: true})
	l.keep.put(draft, "bring in "+s.Names[0], false)
	l.keep.of(l.s.Sheet).brought = report
	l.keep.reported(report)
}

// end forgets the files, and lets the worker go.
func (b *bringer) end() {
	b.stop()
	b.files, b.made = nil, nil
	b.lab.do(state.SetBringing{})
}
