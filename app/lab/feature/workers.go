package feature

import (
	"gridbox/app/compute"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// Workers compute; compute.Kinds is the implementation. Callbacks come from any goroutine. Each request calls done
// exactly once, also after cancel.
type Workers interface {
	Warm(kind string)
	Allow(digests []string)
	Expand(kind string, text []byte, done func(explicit []byte, t *compute.Trouble)) (cancel func())
	Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
		done func(answer *scenario.Answer, t *compute.Trouble)) (cancel func())
	Explain(kind string, text []byte, run scenario.Run, about map[string]string,
		done func(why compute.Explanation, t *compute.Trouble)) (cancel func())
	Export(text []byte, about map[string]string,
		done func(written []byte, notes string, t *compute.Trouble)) (cancel func())
	Tally(text []byte, large bool, about map[string]string, done func(reply []byte, t *compute.Trouble)) (cancel func())
	Study(kind string, o compute.Order, paused bool) Study
	Search(kind string, c compute.SearchOrder) Search
	Match(kind string, m compute.Match) (cancel func())
	Pick(kind string, pick msg.MatchPick, text []byte,
		done func(made []byte, t *compute.Trouble)) (cancel func())
	// Import imports files of other programs; why is the reason if they could
	// not be read.
	Import(head msg.ImportHead, files []importer.File,
		done func(report msg.ImportReport, made []byte, why string)) (cancel func())
	// EndImport ends an import, so that its worker may end.
	EndImport()
	// Judge checks a schedule of another program against an explicit farm.
	Judge(farm []byte, file importer.File,
		done func(report msg.ScheduleReport, answer *scenario.Answer, t *compute.Trouble)) (cancel func())
}

// A Study is a running study, in a page a compute.Study.
type Study interface {
	Pause()
	Resume()
	Cancel()
	SetView(about map[string]string)
	Evaluate(about map[string]string, done func(reply []byte, t *compute.Trouble))
}

// A Search is a running search, in a page a compute.Search.
type Search interface {
	Pause()
	Resume()
	Cancel()
}
