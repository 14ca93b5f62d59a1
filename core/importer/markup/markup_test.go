package markup

import (
	"strconv"
	"strings"
	"testing"

	"gridbox/core/realfiles"
)

// eventLine returns the events of a text as one line.
func eventLine(text string) (written string, fault *Fault) {
	fault = Walk([]byte(text), Listener{
		Start: func(e *Element) {
			written += "<" + e.Name + "@" + strconv.Itoa(e.Line)
			for _, a := range e.Attrs {
				written += " " + a.Name + "=" + a.Value
			}
			written += ">"
		},
		Text: func(text string) { written += "'" + text + "'" },
		End:  func(name string) { written += "</" + name + ">" },
	})
	return written, fault
}

func TestWalk(t *testing.T) {
	for _, c := range []struct{ text, want, reason string }{
		{"<a/>", "<a@1></a>", ""},
		{"\n<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM \"http://x/y.dtd\" [<!ENTITY b 'c>'>]>\n<a b='1' c = \"2\">\n" +
			"<!-- <d> -->x &lt;&#65;&#x42; &b;<y:e z:f='g'/></a>",
			"<a@4 b=1 c=2>'\nx <AB &b;'<e@5 f=g></e></a>", ""},
		{"<a><![CDATA[<b>&lt;]]></a>", "<a@1>'<b>&lt;'</a>", ""},
		{"<?xml version='1.1' encoding='ISO-8859-1'?><!-- a -- b --- --><a b='R&D'>c<!-- -- -->d</a>",
			"<a@1 b=R&D>'cd'</a>", ""},
		{"<a><![CDATA[ & <!-- &b; ]]><b/></a>", "<a@1>' & <!-- &b; '<b@1></b></a>", ""},
		{"<a>\n<!--\n<?\n--><?b\n?>\n<c/>\n<!-- ", "<a@1><c@6></c>", "ends inside of a comment"},
		{"<a><?b", "<a@1>", "an instruction"}, {"<a><![CDATA[ b", "<a@1>", "a text"},
		{"<a b='\x01'/>", "", "is no XML"},
		{"no tags", "", ""}, {"", "", ""},
		{"<a><b></a>", "<a@1><b@1>", "</a> ends what did not begin here"},
		{"<a>", "<a@1>", "ends inside of <a>"}, {"<a", "", "ends inside of <a>"},
		{"<a b", "", "ends inside of <a>"}, {"<a b>", "", "without a value"}, {"<a b=c>", "", "without quotes"},
		{"<a b='c>", "", "does not end"}, {"<>", "", "begins no tag"}, {"<!-- ", "", "ends inside of a comment"},
		{"<!DOCTYPE [<!ENTITY a 'b'>", "", "document type"}, {"</a>", "", "did not begin"}, {"<a></a", "<a@1>",
			"a tag"},
		{"<a b='&#0;&#xFFFFFFF;&;&amp'/>", "<a@1 b=&#0;&#xFFFFFFF;&;&amp></a>", ""},
	} {
		got, fault := eventLine(c.text)
		why := ""
		if fault != nil {
			why = fault.Reason
		}
		if got != c.want || !strings.Contains(why, c.reason) || (c.reason == "") != (why == "") {
			t.Errorf("%q tells %s (%s), want %s (%s)", c.text, got, why, c.want, c.reason)
		}
	}
}

// Entities that consist of entities are not replaced, and those that are nested
// too deeply are not followed.
func TestBombs(t *testing.T) {
	bomb := `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>`
	if got, fault := eventLine(bomb); got != "<a@1>'&c;'</a>" || fault != nil {
		t.Errorf("nested entities: got %s, fault %v; want them unchanged", got, fault)
	}
	if _, fault := eventLine(strings.Repeat("<a>", 1_000_000)); fault == nil || !strings.Contains(fault.Reason,
		"inside each other") {
		t.Errorf("a million nested tags: got fault %v, want a limit", fault)
	}
	wide := "<a" + strings.Repeat(" b='c'", 1_000_000) + "/>"
	n := 0
	Walk([]byte(wide), Listener{Start: func(e *Element) { n = len(e.Attrs) }})
	if n != 1_000_000 {
		t.Errorf("got %d attributes, want 1,000,000", n)
	}
}

func FuzzWalk(f *testing.F) {
	f.Add([]byte("<?xml?><!DOCTYPE a [<!ENTITY b 'c'>]><a b='&lt;'><!-- x --><c/>d<![CDATA[e]]></a>"))
	for _, pattern := range []string{"simgrid/*.xml", "topology/*.graphml"} {
		for _, seed := range realfiles.Seeds(f, pattern, 8000) {
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		depth, long := 0, 0
		fault := Walk(text, Listener{Start: func(e *Element) {
			depth++
			for _, a := range e.Attrs {
				long += len(a.Value)
			}
		}, End: func(string) { depth-- }, Text: func(s string) { long += len(s) }})
		if fault == nil && depth != 0 {
			t.Errorf("got depth %d at the end without a fault, want 0", depth)
		}
		if long > len(text) {
			t.Error("texts are longer than the file")
		}
	})
}
