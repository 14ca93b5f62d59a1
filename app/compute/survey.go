package compute

import "gridbox/core/doc"

// A Scope is the size of a study.
type Scope struct {
	Replications int // over all points
	Metrics      []string
}

// Scope requests the size of a study before it begins.
func (k *Kinds) Scope(text []byte, done func(scope Scope, trouble *Trouble)) (cancel func()) {
	return k.Tally(text, false, map[string]string{"as": "plan"}, func(reply []byte, trouble *Trouble) {
		var o struct {
			Metrics      []string `json:"metrics"`
			Points       [][]any  `json:"points"`
			Replications int      `json:"replications"`
		}
		if trouble == nil {
			doc.Decode(reply, &o) // the other members of an outline are not needed here
		}
		done(Scope{len(o.Points) * o.Replications, o.Metrics}, trouble)
	})
}

// Survey measures a study of size replications without keeping the results.
// Seen receives the study document of one metric now and then and at the end,
// with the number of replications done; ended is called after the last, or with
// the reason why the study stopped.
func (k *Kinds) Survey(kind string, text []byte, metric string, size int, seen func(view []byte, done int),
	ended func(trouble *Trouble)) (cancel func()) {
	done := 0
	about := map[string]string{"as": "view", "metric": metric, "point": "0"}
	return k.Study(kind, Order{Text: text, Size: size, About: about,
		Chunk: func(_ Chunk, n int) { done = n },
		View: func(view []byte) bool {
			seen(view, done)
			return false
		},
		End: ended}, false).Cancel
}
