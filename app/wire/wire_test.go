package wire

import (
	"reflect"
	"strings"
	"testing"

	"gridbox/app/ui"
	"gridbox/core/draw/scene"
)

func frame() Frame {
	button := ui.WithKey("k", ui.El("button", ui.A("type", "button"), ui.Flag("disabled", true), "Öffnen ",
		ui.El("b", "now")))
	return Frame{LastEvent: 300, Root: []ui.Attr{ui.Class("lab")},
		Views: []View{{Index: 0, Node: button}, {Index: 7, Node: ui.Raw("<svg></svg>")}, {Index: 19}}}
}

// A frame is read as it was written. An absent child list and an empty one are equal.
func TestReadReturnsWhatAppendWrote(t *testing.T) {
	want := frame()
	got, err := Read(want.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Views {
		if g, w := ui.HTML(got.Views[i].Node), ui.HTML(want.Views[i].Node); g != w ||
			got.Views[i].Node.Key != want.Views[i].Node.Key || got.Views[i].Index != want.Views[i].Index {
			t.Errorf("view %d: got %s, want %s", i, g, w)
		}
	}
	if got.LastEvent != want.LastEvent || !reflect.DeepEqual(got.Root, want.Root) {
		t.Errorf("got %d and root %v, want %d and %v", got.LastEvent, got.Root, want.LastEvent, want.Root)
	}
}

// A picture is sent as changes if the page shows one of its size at the same place with the same elements, and
// otherwise as a whole.
func TestPicturesComeAsChanges(t *testing.T) {
	drawn := func(class string, width float64) ui.Node {
		m := &scene.Builder{}
		m.Picture("gb-topology", width, 1)
		m.Open("g", class)
		m.Close()
		m.Close()
		return ui.Picture(m.Node())
	}
	was := ui.El("div", ui.El("p"), ui.WithKey("a", ui.El("div", drawn("gb-node", 9))))
	for name, c := range map[string]struct {
		now     ui.Node
		was     *ui.Node
		changes string
	}{
		"another class":    {ui.El("div", "x", ui.WithKey("a", ui.El("div", drawn("gb-link", 9)))), &was, `["insert",[],0,"<g`},
		"the same":         {ui.El("div", "x", ui.WithKey("a", ui.El("div", drawn("gb-node", 9)))), &was, `[]`},
		"another size":     {ui.El("div", "x", ui.WithKey("a", ui.El("div", drawn("gb-node", 8)))), &was, ""},
		"another key":      {ui.El("div", "x", ui.WithKey("b", ui.El("div", drawn("gb-node", 9)))), &was, ""},
		"another element":  {ui.El("div", "x", ui.WithKey("a", ui.El("p", drawn("gb-node", 9)))), &was, ""},
		"another place":    {ui.El("div", ui.WithKey("a", ui.El("div", drawn("gb-node", 9)))), &was, ""},
		"nothing is shown": {was, nil, ""},
	} {
		f := Frame{Views: []View{{Index: 3, Node: c.now, Was: c.was}}}
		got, err := Read(f.Append(nil))
		if err != nil {
			t.Fatalf("%s: Read: got error %v", name, err)
		}
		for _, n := range ui.Find(got.Views[0].Node, func(n ui.Node) bool { return len(n.Children) == 1 }) {
			d := n.Children[0].Drawing
			if d == nil {
				continue
			}
			if (d.Markup == "") != (c.changes != "") || !strings.Contains(d.Changes, c.changes) {
				t.Errorf("%s: got %+v, want %s", name, d, c.changes)
			}
		}
	}
}

// Every proper prefix of a frame is refused.
func TestReadRefusesAPrefix(t *testing.T) {
	f := frame()
	data := f.Append(nil)
	for n := range data {
		if _, err := Read(data[:n]); err == nil {
			t.Errorf("got no error for %d of %d bytes", n, len(data))
		}
	}
}

// Any bytes are refused or are a frame, without a panic or a large allocation.
func FuzzRead(f *testing.F) {
	first := frame()
	f.Add(first.Append(nil))
	f.Add([]byte{1, 255, 255, 255, 255, 7})
	f.Fuzz(func(t *testing.T, data []byte) { Read(data) })
}
