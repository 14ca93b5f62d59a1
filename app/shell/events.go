package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/lab"
	"gridbox/core/importer"
)

// handlers are the few listeners of the page, all at its root: elements say by
// their attributes what they mean (see package ui), adapters by custom events.
var handlers = map[string]func(*lab.Lab, app.Event){
	"click": func(l *lab.Lab, e app.Event) {
		if el := closest(e.Get("target"), "[data-act]"); el.Truthy() && attribute(el, "disabled") == "" &&
			attribute(el, "aria-disabled") != "true" {
			more := e.Get("shiftKey").Truthy() || e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
			l.Clicked(attribute(el, "data-act"), attribute(el, "data-id"), attribute(el, "data-arg"), more)
		}
	},
	"change": func(l *lab.Lab, e app.Event) { l.Changed(input(e)) },
	"input":  func(l *lab.Lab, e app.Event) { l.Moved(input(e)) },
	"gbact": func(l *lab.Lab, e app.Event) {
		l.Gesture([]byte(app.Window().Get("JSON").Call("stringify", e.Get("detail")).String()))
	},
	"gbtext": func(l *lab.Lab, e app.Event) {
		if of := detail(e, "of"); of != "" {
			l.Source(of, detail(e, "text"), detail(e, "left") != "")
			return
		}
		l.Text(detail(e, "text"), detail(e, "left") != "")
	},
	"gbask": answer,
	"gbkey": func(l *lab.Lab, e app.Event) { l.Command(detail(e, "act"), detail(e, "id"), detail(e, "at")) },
	"gbcopied": func(l *lab.Lab, e app.Event) {
		l.CopiedOut(detail(e, "why"), detail(e, "cut") != "", detail(e, "tell") != "")
	},
	"gbpaste": func(l *lab.Lab, e app.Event) { l.Paste(detail(e, "text"), detail(e, "at"), detail(e, "why")) },
	"gbfile":  func(l *lab.Lab, e app.Event) { l.File(detail(e, "name"), detail(e, "text"), detail(e, "why")) },
	"gbfiles": func(l *lab.Lab, e app.Event) { l.Files(files(e), detail(e, "mappings")) },
	"gbshelf": func(l *lab.Lab, e app.Event) { shelf(l, e) },
	"gbpage":  func(l *lab.Lab, e app.Event) { l.Page(detail(e, "what"), detail(e, "to"), detail(e, "of")) },
}

// shelf hears what the library's adapter tells.
func shelf(l *lab.Lab, e app.Event) {
	d := e.Get("detail")
	number := func(name string) float64 {
		if v := d.Get(name); v.Truthy() {
			return v.Float()
		}
		return 0
	}
	switch detail(e, "what") {
	case "scrolled":
		l.Scrolled(int(number("top")), int(number("bottom")))
	case "room":
		l.Room(number("used"), number("granted"), detail(e, "lasting"))
	case "told":
		l.Told(detail(e, "did"), detail(e, "slot"))
	}
}

// files are those that an adapter hands over, byte for byte.
func files(e app.Event) (list []importer.File) {
	all := e.Get("detail").Get("files")
	for i := range all.Length() {
		f := all.Index(i)
		bytes := f.Get("bytes")
		data := make([]byte, bytes.Length())
		app.CopyBytesToGo(data, bytes)
		list = append(list, importer.File{Name: f.Get("name").String(), Data: data})
	}
	return list
}

// detail is a text that an adapter tells; one that is absent is empty. To ask a
// text whether it is truthy would bring all of it over once more.
func detail(e app.Event, name string) string {
	if v := e.Get("detail").Get(name); v.Type() == app.TypeString {
		return v.String()
	}
	return ""
}

// input is the field that an event is about.
func input(e app.Event) lab.Input {
	el := e.Get("target")
	in := lab.Input{Attribute: func(name string) string { return attribute(el, name) },
		Checked: el.Get("checked").Truthy()}
	if value := el.Get("value"); value.Type() == app.TypeString {
		in.Value = value.String()
	}
	return in
}

// closest finds the element around, or at, the target that matches.
func closest(target app.Value, selector string) app.Value {
	if !target.Truthy() || !target.Get("closest").Truthy() {
		return app.Null()
	}
	return target.Call("closest", selector)
}

// attribute reads an attribute; an absent one is empty.
func attribute(el app.Value, name string) string {
	if !el.Truthy() || !el.Get("getAttribute").Truthy() {
		return ""
	}
	v := el.Call("getAttribute", name)
	if !v.Truthy() {
		return ""
	}
	return v.String()
}
