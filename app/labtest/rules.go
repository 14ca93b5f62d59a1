package labtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gridbox/app/lab/feature/features"
	"gridbox/core/catalog"
)

// facts are the ids that one part of the page defines and refers to, and its faults.
type facts struct {
	ids        []string // defined in it
	references []string // referred to
	faults     []string
}

// acts returns the values of data-act that the page handles (see package ui), including those of features.
var acts = sync.OnceValue(func() []string {
	list := strings.Fields(`add align answers arrange cancel cell commands copy copydraft copyrows
	copythings cutthings delete dialog dismiss disturb draft drawlists duplicatedraft
	duplicatethings example explicit export fault find firm focus form goto intext jump keeptried kind
	layout lecture look moveside new nextjob open out own-allow own-ask
	page pasterows pastethings pause phase phone play preset print readrows ready redo
	redraw replica replication reseed result retitle revert run run-add run-copy run-list
	run-options run-remove run-sight run-up save select selectall send set share side singlekeys
	step study studytab theme tool tour try trycopy turn undo vary
	watch write zoom`)
	for _, f := range features.All(nil) {
		for _, c := range f.Commands {
			list = append(list, c.Act)
		}
	}
	return list
})

// nonsense matches the traces of a wrong number or format in a text, as whole
// words; traces is the same for a fast search.
var (
	nonsense = regexp.MustCompile(`\b(NaN|Inf|undefined)\b|%!|<nil>|\bmap\[`)
	traces   = []string{"NaN", "Inf", "undefined", "%!", "nil", "map["}
)

// terms are the terms that the page may look up in the glossary: its entries
// and the metrics of all kinds, as site/gen writes them.
var terms = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, k := range catalog.Kinds() {
		for _, m := range k.Metrics {
			known[k.ID+"."+m.ID] = true
		}
	}
	for folder := "."; ; folder = filepath.Join(folder, "..") {
		text, err := os.ReadFile(filepath.Join(folder, "site/docs/glossary.md"))
		if err != nil && len(folder) < 40 {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^- \*\*([^*]+)\*\*`).FindAllStringSubmatch(string(text), -1) {
			known[strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")] = true
		}
		return known
	}
})

// examine checks one part of the page.
func examine(markup string) facts {
	f := &facts{}
	root := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(markup), root)
	if err != nil {
		f.fault("%v", err)
	}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	f.nests(markup, root)
	for n := range root.Descendants() {
		switch n.Type {
		case html.TextNode:
			f.sense(n.Data)
		case html.ElementNode:
			f.element(n)
		}
	}
	return *f
}

func (f *facts) fault(format string, args ...any) {
	f.faults = append(f.faults, fmt.Sprintf(format, args...))
}

func (f *facts) sense(text string) {
	if !slices.ContainsFunc(traces, func(trace string) bool { return strings.Contains(text, trace) }) {
		return
	}
	if bad := nonsense.FindString(text); bad != "" {
		f.fault("%q in %q", bad, text)
	}
}

// nests compares the tags as written with those of an HTML parser: they differ where a browser would close, move or
// drop an element.
func (f *facts) nests(markup string, root *html.Node) {
	var written, read []string
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		tag := z.Token()
		name := strings.ToLower(tag.Data)
		switch {
		case kind == html.StartTagToken && !void[name]:
			written = append(written, "<"+name)
		case kind == html.StartTagToken, kind == html.SelfClosingTagToken:
			written = append(written, "<"+name, name+">")
		case kind == html.EndTagToken:
			written = append(written, name+">")
		}
		for i, a := range tag.Attr {
			if slices.ContainsFunc(tag.Attr[:i], func(b html.Attribute) bool { return a.Key == b.Key }) {
				f.fault("<%s> has %s twice", name, a.Key)
			}
		}
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := range n.ChildNodes() {
			if c.Type == html.ElementNode {
				name := strings.ToLower(c.Data)
				read = append(read, "<"+name)
				walk(c)
				read = append(read, name+">")
			}
		}
	}
	walk(root)
	for i := range written {
		if i >= len(read) || written[i] != read[i] {
			f.fault("not well formed around %s", strings.Join(written[max(0, i-4):min(len(written), i+3)], " "))
			return
		}
	}
	if len(read) != len(written) {
		f.fault("the parser adds %s", read[len(written)])
	}
}

var void = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "col": true, "wbr": true}

// namedTags and namedRoles are the elements that must have a name.
var (
	namedTags  = strings.Fields("button a select input textarea summary nav dialog")
	namedRoles = strings.Fields("button img tab tablist tabpanel region toolbar group complementary")
)

// element checks one element.
func (f *facts) element(n *html.Node) {
	for _, a := range n.Attr {
		f.attribute(n, a)
	}
	role, _ := attr(n, "role")
	named := slices.Contains(namedTags, n.Data) || slices.Contains(namedRoles, role)
	if _, shut := attr(n, "data-open"); named && !isHidden(n) && (!shut || n.FirstChild != nil) && f.name(n) == "" {
		f.fault("nothing names %s", outline(n))
	}
	switch n.Data {
	case "table":
		f.table(n)
	case "select":
		f.choice(n)
	case "input", "progress":
		f.scale(n)
	case "ul", "ol":
		for c := range n.ChildNodes() {
			if c.Type == html.ElementNode && c.Data != "li" {
				f.fault("%s in a list", outline(c))
			}
		}
	case "h1", "h2", "h3", "option", "caption", "label", "li":
		if nodeText(n) == "" {
			f.fault("empty %s", outline(n))
		}
	case "script", "style", "iframe":
		f.fault("%s, which the policy forbids", outline(n))
	case "svg":
		f.picture(n)
	}
	if role == "tablist" {
		f.tabs(n)
	}
	if stops(n) {
		for p := n.Parent; p != nil; p = p.Parent {
			switch {
			case slices.Contains([]string{"button", "a", "option"}, p.Data), is(p, "role", "button"):
				f.fault("%s lies in %s", outline(n), outline(p))
			case is(p, "aria-hidden", "true"):
				f.fault("%s can be reached but not heard", outline(n))
			}
		}
	}
}

// attribute checks one attribute of an element and records the ids that it declares or refers to.
func (f *facts) attribute(n *html.Node, a html.Attribute) {
	f.sense(a.Val)
	switch a.Key {
	case "style":
		f.fault("%s has a style, which the policy forbids", outline(n))
	case "id":
		f.ids = append(f.ids, a.Val)
		if a.Val == "" || strings.ContainsAny(a.Val, " \t\n") {
			f.fault("%s has an id that cannot be spoken of", outline(n))
		}
	case "for", "list", "aria-controls", "aria-labelledby", "aria-describedby":
		f.references = append(f.references, strings.Fields(a.Val)...)
		if a.Val == "" {
			f.fault("%s: %s names nothing", outline(n), a.Key)
		}
	case "tabindex":
		if a.Val != "0" && a.Val != "-1" {
			f.fault("%s: tabindex %s", outline(n), a.Val)
		}
	case "data-act":
		if !slices.Contains(acts(), a.Val) {
			f.fault("nobody carries out %q", a.Val)
		}
	case "data-term":
		if !terms()[a.Val] {
			f.fault("the glossary says nothing of %q", a.Val)
		}
	case "width", "height", "r", "rx":
		if v, err := strconv.ParseFloat(a.Val, 64); err == nil && v < 0 {
			f.fault("%s: %s %s", outline(n), a.Key, a.Val)
		}
	default:
		if strings.HasPrefix(a.Key, "on") {
			f.fault("%s has %s, which the policy forbids", outline(n), a.Key)
		}
	}
}

// table checks that every row is as wide as the head, and that the table has a
// name for screen readers.
func (f *facts) table(n *html.Node) {
	width := 0
	for row := range n.Descendants() {
		if row.Data != "tr" || row.Type != html.ElementNode {
			continue
		}
		cells := 0
		for c := range row.ChildNodes() {
			span := 1
			if v, ok := attr(c, "colspan"); ok {
				span, _ = strconv.Atoi(v)
			}
			cells += span
			if _, ok := attr(c, "scope"); c.Data == "th" && !ok && nodeText(c) != "" {
				f.fault("%q heads neither a row nor a column", nodeText(c))
			}
			if _, ok := attr(c, "scope"); c.Data == "th" && ok && f.name(c) == "" && nodeText(c) == "" {
				f.fault("a head without words in %s", nodeText(row))
			}
		}
		if width == 0 {
			width = cells
		}
		if cells != width {
			f.fault("a row of %d cells in a table of %d: %s", cells, width, nodeText(row))
		}
	}
	if !slices.ContainsFunc(slices.Collect(n.ChildNodes()), func(c *html.Node) bool { return c.Data == "caption" }) &&
		!is(n, "class", "keys") {
		f.fault("a table without a caption: %.60s", nodeText(n))
	}
}

// choice checks that the selected entry of a list is one of its options, and
// equals the value that the page restores.
func (f *facts) choice(n *html.Node) {
	var values, chosen []string
	for c := range n.ChildNodes() {
		v, _ := attr(c, "value")
		values = append(values, v)
		if _, ok := attr(c, "selected"); ok {
			chosen = append(chosen, v)
		}
	}
	value, _ := attr(n, "data-value")
	if value == "" {
		value = "–" // as ui.Unset is written
	}
	if len(chosen) > 1 || len(chosen) == 1 && chosen[0] != value || !slices.Contains(values, value) {
		f.fault("%s shows %q of %q with %q chosen", outline(n), value, values, chosen)
	}
}

// scale checks that a slider's value is on its scale, and that progress does
// not exceed its end.
func (f *facts) scale(n *html.Node) {
	number := func(key string, usual float64) float64 {
		if v, ok := attr(n, key); ok {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil {
				f.fault("%s: %s is %q", outline(n), key, v)
			}
			return x
		}
		return usual
	}
	if !is(n, "type", "range") && n.Data != "progress" {
		return
	}
	low, high := number("min", 0), number("max", 1)
	if v := number("value", low); low > v || v > high {
		f.fault("%s: %v is not from %v to %v", outline(n), v, low, high)
	}
}

// picture checks that a picture has a name or is hidden from screen readers.
// Each of its marks has a name and can get the focus, one of them by the Tab
// key.
func (f *facts) picture(n *html.Node) {
	_, labelled := attr(n, "aria-label")
	if !labelled && !isHidden(n) {
		f.fault("a picture without a name: %s", outline(n))
	}
	marks, reached := 0, false
	for m := range n.Descendants() {
		if m.Type != html.ElementNode || !is(m, "role", "button") {
			if _, ok := attr(m, "data-kind"); ok && !isHidden(m) && !is(n, "role", "img") {
				f.fault("the mark %s is no button", outline(m))
			}
			continue
		}
		marks++
		reached = reached || is(m, "tabindex", "0")
		if _, ok := attr(m, "tabindex"); !ok {
			f.fault("the mark %s cannot take the focus", outline(m))
		}
	}
	if marks > 0 && !reached {
		f.fault("no mark of %s is reached by the Tab key", outline(n))
	}
}

// tabs checks that one of the tabs is selected, and that only this one is a stop of the Tab key.
func (f *facts) tabs(n *html.Node) {
	chosen := 0
	for c := range n.ChildNodes() {
		if is(c, "aria-selected", "true") {
			chosen++
		}
		if is(c, "aria-selected", "true") != is(c, "tabindex", "0") {
			f.fault("the tab %s and the focus part", outline(c))
		}
	}
	if chosen != 1 {
		f.fault("%d tabs of %s are chosen", chosen, outline(n))
	}
}

// name returns the name of an element for a screen reader.
func (f *facts) name(n *html.Node) string {
	if v, ok := attr(n, "aria-label"); ok {
		return strings.TrimSpace(v)
	}
	if v, ok := attr(n, "aria-labelledby"); ok {
		return v
	}
	id, _ := attr(n, "id")
	top := n
	for top.Parent != nil {
		top = top.Parent
		if top.Data == "label" && n.Data != "option" {
			return nodeText(top)
		}
	}
	if n.Data == "select" || n.Data == "input" || n.Data == "textarea" {
		for l := range top.Descendants() {
			if l.Data == "label" && id != "" && is(l, "for", id) {
				return nodeText(l)
			}
		}
		return ""
	}
	return nodeText(n)
}
