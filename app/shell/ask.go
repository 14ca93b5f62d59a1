package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/lab"
)

// answer hears a question of the editor and hands the answer to the function that
// came with it.
func answer(l *lab.Lab, e app.Event) {
	asked := e.Get("detail")
	q := lab.Question{What: detail(e, "what"), Version: asked.Get("version").Int(), At: asked.Get("at").Int()}
	if text := asked.Get("bytes"); text.Truthy() {
		q.Text = make([]byte, text.Length())
		app.CopyBytesToGo(q.Text, text)
	}
	asked.Call("answer", string(l.Ask(q)))
}
