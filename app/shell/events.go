//go:build js && wasm

package shell

import (
	"syscall/js"

	"gridbox/app/lab"
	"gridbox/app/lab/feature"
	"gridbox/core/importer"
)

// events has the handlers of the messages of the page's script by type. The attributes of an element define the
// meaning of a click or a change (see package ui). Adapters send custom events, whose details arrive unchanged.
var events = map[string]func(*lab.Lab, js.Value){
	"click": func(l *lab.Lab, d js.Value) {
		l.Click(text(d, "act"), text(d, "id"), text(d, "arg"), d.Get("more").Truthy())
	},
	"change": func(l *lab.Lab, d js.Value) { l.Change(input(d)) },
	"input":  func(l *lab.Lab, d js.Value) { l.Input(input(d)) },
	"gbact":  func(l *lab.Lab, d js.Value) { l.Gesture([]byte(text(d, "report"))) },
	"gbtext": func(l *lab.Lab, d js.Value) {
		if of := text(d, "of"); of != "" {
			l.Source(of, text(d, "text"), text(d, "left") != "")
			return
		}
		l.Text(text(d, "text"), text(d, "left") != "")
	},
	"gbask": answer,
	"gbkey": func(l *lab.Lab, d js.Value) { l.Command(text(d, "act"), text(d, "id"), text(d, "at")) },
	"gbcopied": func(l *lab.Lab, d js.Value) {
		l.FinishCopy(text(d, "why"), text(d, "cut") != "", text(d, "notice") != "")
	},
	"gbpaste": func(l *lab.Lab, d js.Value) { l.Paste(text(d, "text"), text(d, "at"), text(d, "why")) },
	"gbfile":  func(l *lab.Lab, d js.Value) { l.File(text(d, "name"), text(d, "text"), text(d, "why")) },
	"gbfiles": func(l *lab.Lab, d js.Value) { l.Files(files(d), text(d, "mappings")) },
	"gbshelf": shelf,
	"gbpage":  func(l *lab.Lab, d js.Value) { l.Page(text(d, "what"), text(d, "to"), text(d, "of")) },
	"leaving": func(l *lab.Lab, _ js.Value) { l.Leaving() },
}

// answer answers a question of the editor, with the number of the question.
func answer(l *lab.Lab, d js.Value) {
	q := lab.Question{Kind: text(d, "what"), Version: int(number(d, "version")), At: int(number(d, "at"))}
	if d.Get("bytes").Truthy() {
		q.Text = copyBytes(d.Get("bytes"))
	}
	post(map[string]any{"answer": d.Get("asked"), "content": string(l.AnswerQuestion(q))})
}

// shelf handles the messages of the library's adapter.
func shelf(l *lab.Lab, d js.Value) {
	switch text(d, "what") {
	case "scrolled":
		l.Scroll(int(number(d, "top")), int(number(d, "bottom")))
	case "room":
		l.RecordStorage(number(d, "used"), number(d, "granted"), text(d, "lasting"))
	case "tab":
		l.TabChanged(text(d, "did"), text(d, "slot"))
	}
}

// files returns the files that an adapter sends, byte for byte.
func files(d js.Value) (list []importer.File) {
	all := d.Get("files")
	for i := range all.Length() {
		f := all.Index(i)
		list = append(list, importer.File{Name: f.Get("name").String(), Data: copyBytes(f.Get("bytes"))})
	}
	return list
}

// copyBytes returns the bytes of a Uint8Array.
func copyBytes(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

// text returns a text of a detail, "" if it is absent.
func text(d js.Value, name string) string {
	if v := d.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// number returns a number of a detail, 0 if it is absent.
func number(d js.Value, name string) float64 {
	if v := d.Get(name); v.Type() == js.TypeNumber {
		return v.Float()
	}
	return 0
}

// input returns the field of an event.
func input(d js.Value) feature.Input {
	attributes := d.Get("attributes")
	return feature.Input{Attribute: func(name string) string { return text(attributes, name) },
		Checked: d.Get("checked").Truthy(), Value: text(d, "value")}
}
