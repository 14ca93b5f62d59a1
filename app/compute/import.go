package compute

import (
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// Import imports files of other programs. It calls done with the scenario that was made, nil if none could be made, or
// with the reason why the files could not be read.
func (p *Pool) Import(head msg.ImportHead, files []importer.File,
	done func(report msg.ImportReport, made []byte, why string)) (cancel func()) {
	return p.submit(&task{rank: rankQuick, request: msg.Request{Type: msg.Import,
		Document: msg.ImportRequest(head, files)},
		done: func(a msg.Answer) {
			if trouble := troubleOf(a); trouble != nil {
				done(msg.ImportReport{}, nil, trouble.Text)
				return
			}
			report, made, err := msg.ReadImported(a.Document)
			if err != nil {
				done(msg.ImportReport{}, nil, "The import cannot be shown: "+err.Error())
				return
			}
			done(report, made, "")
		}})
}

// Judge checks a schedule of another program against an explicit farm, given as text. The schedule comes back as an
// answer.
func (p *Pool) Judge(farm []byte, file importer.File,
	done func(report msg.ScheduleReport, answer *scenario.Answer, trouble *Trouble)) (cancel func()) {
	both := msg.ImportRequest(msg.ImportHead{}, []importer.File{{Name: "scenario", Data: farm}, file})
	return p.submit(&task{rank: rankQuick, request: msg.Request{Type: msg.Judge, Document: both},
		done: func(a msg.Answer) {
			if trouble := troubleOf(a); trouble != nil {
				done(msg.ScheduleReport{}, nil, trouble)
				return
			}
			report, text, err := msg.ReadJudged(a.Document)
			if err != nil {
				done(report, nil, &Trouble{Reason: msg.Internal,
					Text: "The judged schedule cannot be shown: " + err.Error()})
				return
			}
			answer, faults := scenario.ParseAnswer(text, "farm")
			if len(faults) > 0 {
				done(report, nil, &Trouble{Reason: msg.Internal, Text: "The judged schedule cannot be shown.",
					Faults: faults})
				return
			}
			done(report, &answer, nil)
		}})
}

// importing names the pool of the one worker that imports and exports files.
const importing = "files"

// Import is Pool.Import, run by the worker for files, which is loaded on demand.
func (k *Kinds) Import(head msg.ImportHead, files []importer.File,
	done func(report msg.ImportReport, made []byte, why string)) (cancel func()) {
	return k.files().Import(head, files, done)
}

// Export is Pool.Export by the same worker.
func (k *Kinds) Export(text []byte, about map[string]string,
	done func(written []byte, notes string, trouble *Trouble)) (cancel func()) {
	return k.files().Export(text, about, done)
}

// Judge is Pool.Judge by the same worker.
func (k *Kinds) Judge(farm []byte, file importer.File,
	done func(report msg.ScheduleReport, answer *scenario.Answer, trouble *Trouble)) (cancel func()) {
	return k.files().Judge(farm, file, done)
}

// EndImport ends the worker of imports until the next request, because a large file leaves it with much memory, which
// WebAssembly never returns.
func (k *Kinds) EndImport() {
	if p := k.pools[importing]; p != nil {
		p.Rest()
	}
}

func (k *Kinds) files() *Pool {
	if k.pools[importing] == nil {
		k.pools[importing] = k.open(importing)
	}
	return k.pools[importing]
}
