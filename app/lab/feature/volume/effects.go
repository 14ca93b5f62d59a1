package volume

import (
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/i18n"
)

// effects writes the library into a file and reads it from one.
type effects struct{ env feature.Env }

// export downloads the whole library as one file.
func (e effects) export() {
	from := e.env.Store()
	if from == nil {
		return
	}
	e.env.Do(state.Notify{Text: "The library is being written into a file."})
	e.env.Enqueue(func() func() {
		text, left, err := bound(from)
		name := "gridbox-library-" + time.Now().Format("2006-01-02") + ".json"
		return func() {
			e.env.Do(state.Dismiss{})
			if err != nil {
				e.env.Do(state.Notify{Text: i18n.T("The library cannot be read: {}", err.Error()), Error: true})
				return
			}
			e.env.Download(name, "application/json", string(text))
			if len(left) > 0 {
				e.env.Do(state.Notify{Text: "The file contains everything except this, which cannot be read:",
					Detail: left, Error: true})
			}
		}
	})
}

// open adds the contents of a library's file. It returns false for another file.
func (e effects) open(name string, text []byte) bool {
	if !library.IsVolume(text) {
		return false
	}
	to := e.env.Store()
	v, faults := library.ReadVolume(text)
	switch {
	case len(faults) > 0:
		e.env.Do(state.Notify{Text: i18n.T("{} is not a library that can be read. Nothing here has changed.", name),
			Detail: faults.Texts(), Error: true})
		return true
	case to == nil:
		e.env.Do(state.Notify{Text: "The library of this browser is not open yet. Try again in a moment.", Error: true})
		return true
	}
	e.env.Enqueue(func() func() {
		report, troubles := unbound(to, &v)
		return func() {
			e.env.Do(state.Notify{Text: report, Detail: troubles, Error: len(troubles) > 0},
				state.Show{Field: "dialog"}, state.Show{Field: "view", To: "library"})
			e.env.NotifyStored()
		}
	})
	return true
}
