package compute

import (
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// Bring imports files of other programs. It calls done with the scenario that was made, nil if none could be made, or
// with the reason why the files could not be read.
func (p *Pool) Bring(head msg.BringHead, files []importer.File,
	done func(report msg.BringReport, made []byte, why string)) (cancel func()) {
	return p.submit(&task{rank: rankQuick, ask: msg.Request{Type: msg.Bring, Document: msg.BringRequest(head, files)},
		done: func(a msg.Answer) {
			if trouble := troubleOf(a); trouble != nil {
				done(msg.BringReport{}, nil, trouble.Text)
				return
			}
			report, made, err := msg.ReadBrought(a.Document)
			if err != nil {
				done(msg.BringReport{}, nil, "The import cannot be shown: "+err.Error())
				return
			}
			done(report, made, "")
		}})
}

// Judge checks a schedule of another program against an explicit farm, given as text. The schedule comes back as an
// answer.
func (p *Pool) Judge(farm []byte, file importer.File,
	done func(report msg.ScheduleReport, answer *scenario.Answer, trouble *Trouble)) (cancel func()) {
	both := msg.BringRequest(msg.BringHead{}, []importer.File{{Name: "scenario", Data: farm}, file})
	return p.submit(&task{rank: rankQuick, ask: msg.Request{Type: msg.Judge, Document: both}, done: func(a msg.Answer) {
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

// bringing names the pool of the one worker that imports and exports files.
const bringing = "bring"

// Bring is Pool.Bring, run by the worker for files, which is loaded on demand.
func (k *Kinds) Bring(head msg.BringHead, files []importer.File,
	done func(report msg.BringReport, made []byte, why string)) (cancel func()) {
	return k.files().Bring(head, files, done)
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

// EndImport ends that worker until the next request, because a large file leaves it with much memory, which WebAssembly
// never returns.
func (k *Kinds) EndImport() {
	if p := k.pools[bringing]; p != nil {
		p.Rest()
	}
}

func (k *Kinds) files() *Pool {
	if k.pools[bringing] == nil {
		k.pools[bringing] = k.open(bringing)
	}
	return k.pools[bringing]
}
