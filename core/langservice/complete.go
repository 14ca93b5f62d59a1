package langservice

import (
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
)

// Offers are the completions at a place. They replace the text from Start to
// End; the letters from FilterStart on filter them. If Comma is not negative, a comma
// is missing at that byte.
type Offers struct {
	Start       int     `json:"start"`
	End         int     `json:"end"`
	FilterStart int     `json:"word"`
	Comma       int     `json:"comma"`
	Items       []Offer `json:"items"`
}

// An Offer is one completion.
type Offer struct {
	Label  string `json:"label"`            // text by which offers are filtered
	Detail string `json:"detail,omitempty"` // its type in a few words
	About  string `json:"about,omitempty"`  // a sentence or two
	Sort   string `json:"sort"`             // name, value, thing
	// Insert is the text. The parts between Blank and BlankEnd are placeholders to overwrite,
	// in this order.
	Insert string `json:"insert"`
	// More is set if there are completions for the first placeholder.
	More bool `json:"more,omitempty"`
}

// Delimiters of placeholders, which no document contains.
const (
	Blank    = "\x01"
	BlankEnd = "\x02"
)

// maxOffers is the maximum number of ids that are offered at a time.
const maxOffers = 200

// Complete returns the completions at byte offset at of the text. It returns
// none after a name, where a colon is expected.
func Complete(text []byte, at int) Offers {
	s := spotAt(text, min(max(at, 0), len(text)), false)
	o := Offers{Start: s.tok.Start, End: s.tok.End, FilterStart: s.tok.Start, Comma: -1}
	if s.inside && text[o.Start] == '"' {
		o.FilterStart++
		if text[o.End-1] != '"' || o.End == o.Start+1 || strings.ContainsAny(s.tok.Text(text), ":,{[") {
			o.End = min(at, o.End) // its end is missing, so the text after the cursor is something else
		}
	}
	if s.loose {
		o.Comma = s.precedingEnd
	}
	switch {
	case len(s.stack) == 0:
		o.Items = s.documents()
	case !s.inside && s.stack[len(s.stack)-1].due == aColon:
		return o // after a name; a colon is expected
	case s.name:
		o.Items = s.names(at)
	default:
		o.Items = s.values(at)
	}
	tail := ""
	if k := nextTokenKind(text, o.End); k == '"' || k == '{' || k == '[' || k == aWord {
		tail = "," // the next token needs a separator
	}
	for i := range o.Items {
		o.Items[i].Insert += tail
	}
	return o
}

// nextTokenKind returns the kind of the next token.
func nextTokenKind(text []byte, at int) byte {
	w := &walker{text: text, pos: at}
	return w.peek().kind
}

// documents returns a whole document for each kind, if the text has none.
func (s *spot) documents() (items []Offer) {
	if start, ok := root(s.text); ok && start < s.tok.Start {
		return nil
	}
	for _, k := range catalog.Kinds() {
		items = append(items, Offer{Label: k.ID, Detail: "document", About: k.Question, Sort: "thing", More: true,
			Insert: `{"format": "gridbox", "version": 1, "kind": "` + k.ID + `", "` + k.ID +
				`": {"generate": {"preset": "` + Blank + k.Presets[0].ID + BlankEnd + `"}}}`})
	}
	return items
}

// names returns the fields that the object does not have yet, the required ones
// first.
func (s *spot) names(at int) []Offer {
	steps := s.steps()
	if s.inside {
		steps = steps[:len(steps)-1]
	}
	around := s.expects(steps)
	var fields []doc.Field
	switch {
	case pattern(steps) == "runs.options":
		fields = s.options()
	case around.kind() == "object":
		fields = around.field.Inside
	case around.kind() == "map" && !around.elem:
		return s.refs(around.field, at, ": "+Blank+"1"+BlankEnd)
	}
	have := s.has()
	var items []Offer
	for _, must := range []bool{true, false} {
		for i := range fields {
			f := &fields[i]
			if f.Rule.Required == must && !have[f.Name] && s.fits(steps, f.Name) {
				items = append(items, s.field(f, append(steps[:len(steps):len(steps)], f.Name)))
			}
		}
	}
	return items
}

// has returns the names in the object at the place, without the one at the
// cursor.
func (s *spot) has() map[string]bool {
	have := map[string]bool{}
	children(s.text, s.stack[len(s.stack)-1].start, func(c child) bool {
		if !s.inside || c.key != s.tok {
			have[unquote(s.text, c.key)] = true
		}
		return true
	})
	return have
}

// fits reports whether a field is allowed: a problem of another kind would be a
// fault.
func (s *spot) fits(steps []any, name string) bool {
	kind := s.kindID()
	_, problem := catalog.ByID(name)
	return len(steps) > 0 || !problem || name == kind || kind == ""
}

// field returns the completion for a field name, with a value to fill in unless
// the field has one already.
func (s *spot) field(f *doc.Field, steps []any) Offer {
	o := Offer{Label: f.Name, Detail: typeText(want{field: f}), About: sentence(f.About), Sort: "name",
		Insert: `"` + f.Name + `"`}
	if f.Rule.Required {
		o.Detail += ", required"
	} else if usual := s.usual(steps); usual != "" {
		o.Detail += ", else " + usual
	}
	if s.inside && (&walker{text: s.text}).colonAfter(s.tok.End) {
		return o // it has its value
	}
	value := s.blank(want{field: f}, steps, nil)
	o.Insert += ": " + value
	o.More = strings.Contains(value, Blank+BlankEnd) || len(s.catalogueOffers(steps)) > 0 || f.Kind == "choice" ||
		f.Tag.Get("ref") != ""
	return o
}

// blank returns an initial value with placeholders. Before is the previous
// element of the list, as a model for a new one.
func (s *spot) blank(w want, steps []any, before map[string]any) string {
	f, name := w.field, last(steps)
	if v, ok := before[f.Name]; ok && name == f.Name && !f.Rule.ID && f.Tag.Get("ref") == "" &&
		(f.Kind == "number" || f.Kind == "whole" || f.Kind == "choice") {
		return blank(string(doc.Canonical(v)))
	}
	usual := s.usual(steps)
	switch w.kind() {
	case "number", "whole":
		if usual == "" {
			usual = allowedNumber(&f.Rule)
		}
		return blank(usual)
	case "truth":
		return blank(yes(usual))
	case "choice":
		if usual == "" {
			usual = quote(f.Rule.Choices[0])
		}
		return `"` + blank(usual[1:len(usual)-1]) + `"`
	case "text":
		return `"` + blank(s.initialString(f, steps)) + `"`
	case "list":
		return "[" + blank("") + "]"
	case "map":
		return "{" + blank("") + "}"
	case "object":
		return s.object(f, steps, before)
	}
	return blank("")
}

// yes returns the truth value that is not the default.
func yes(usual string) string {
	if usual == "true" {
		return "false"
	}
	return "true"
}

// initialString returns an initial string: an unused id, or the first element's id.
func (s *spot) initialString(f *doc.Field, steps []any) string {
	if list, ok := owner(steps); ok && f.Rule.ID && f.Name == "id" {
		return s.free(list)
	}
	first := ""
	if ref := f.Tag.Get("ref"); ref != "" {
		s.eachElement(ref, func(id string, _ Span) bool {
			first = inner(id)
			return false
		})
	}
	return first
}

// owner returns the list of the problem that a path leads into.
func owner(steps []any) (list string, ok bool) {
	if len(steps) < 2 {
		return "", false
	}
	list, ok = steps[1].(string)
	return list, ok
}

// object returns the JSON text of an object with the required fields of f. If
// before, the preceding entry of the list, is not nil, it also has the numbers
// that before has. If there is no such field, the text is a placeholder between
// braces.
func (s *spot) object(f *doc.Field, steps []any, before map[string]any) string {
	var parts []string
	for i := range f.Inside {
		if own := &f.Inside[i]; own.Rule.Required || before != nil && before[own.Name] != nil && own.Kind == "number" {
			at := append(steps[:len(steps):len(steps)], own.Name)
			parts = append(parts, `"`+own.Name+`": `+s.blank(want{field: own}, at, before))
		}
	}
	if parts == nil {
		return "{" + blank("") + "}"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func blank(text string) string { return Blank + text + BlankEnd }

func quote(text string) string { return string(doc.Canonical(text)) }

// inner returns a text as JSON without the quotes.
func inner(text string) string {
	q := quote(text)
	return q[1 : len(q)-1]
}

// allowedNumber returns a number that a rule allows: its lower bound, or one near it if
// that is excluded.
func allowedNumber(r *doc.Rule) string {
	for _, n := range []float64{r.Min, 1, 0.5, r.Min + 1, r.Max} {
		if r.Number(n) == "" {
			return doc.Number(n)
		}
	}
	return "0"
}

// values returns the completions for the value at the place. It returns nil if
// nothing is expected there or any value fits.
func (s *spot) values(at int) []Offer {
	steps := s.steps()
	if chosen := s.catalogueOffers(steps); chosen != nil {
		return chosen
	}
	w := s.expects(steps)
	if w.field == nil {
		return nil
	}
	if f := w.field; f.Tag.Get("ref") != "" && w.kind() == "text" {
		return s.refs(f, at, "")
	}
	switch w.kind() {
	case "choice":
		return s.choices(w.field, steps)
	case "truth":
		return []Offer{{Label: "true", Insert: "true", Sort: "value"}, {Label: "false", Insert: "false", Sort: "value"}}
	case "object":
		return []Offer{s.objectOffer(w, steps)}
	case "list", "map":
		bracket := s.blank(w, steps, nil)
		return []Offer{{Label: strings.NewReplacer(Blank, "", BlankEnd, "").Replace(bracket), Insert: bracket,
			Detail: typeText(w), About: sentence(w.field.About), Sort: "value", More: true}}
	case "number", "whole":
		if usual := s.usual(steps); usual != "" {
			return []Offer{{Label: usual, Insert: usual, Detail: "the usual value", Sort: "value"}}
		}
	}
	return nil
}

// objectOffer returns the completion for a whole object. An element of a list is
// modelled after the last one.
func (s *spot) objectOffer(w want, steps []any) Offer {
	o := Offer{Label: "{…}", Detail: typeText(w), About: sentence(w.field.About), Sort: "thing", More: true}
	var before map[string]any
	if i, ok := last(steps).(int); ok {
		o.Label = "new " + singular(w.field.Name)
		if i > 0 {
			before = s.element(i - 1)
		}
	}
	o.Insert = s.object(w.field, steps, before)
	return o
}

// element returns an element of the list at the place, nil if it cannot be
// read.
func (s *spot) element(i int) map[string]any {
	var value map[string]any
	children(s.text, s.stack[len(s.stack)-1].start, func(c child) bool {
		if c.index == i {
			var read map[string]any
			if len(doc.Decode(s.text[c.value.Start:c.value.End], &read)) == 0 {
				value = read
			}
		}
		return c.index < i
	})
	return value
}

// choices returns the words of a rule, with the descriptions of presets.
func (s *spot) choices(f *doc.Field, steps []any) (items []Offer) {
	usual := s.usual(steps)
	for _, word := range f.Rule.Choices {
		o := Offer{Label: word, Insert: quote(word), Sort: "value"}
		if k, ok := catalog.PresetKind(word); ok && f.Name == "preset" {
			i := slices.IndexFunc(k.Presets, func(p kind.Preset) bool { return p.ID == word })
			o.Detail, o.About = k.Presets[i].Title, sentence(k.Presets[i].About)
		} else if o.Insert == usual {
			o.Detail = "the usual value"
		}
		items = append(items, o)
	}
	return items
}

// catalogueOffers returns the completions from the catalogue: kinds, algorithms,
// metrics, and paths that a study may vary.
func (s *spot) catalogueOffers(steps []any) (items []Offer) {
	p := pattern(steps)
	if p == "kind" {
		for _, k := range catalog.Kinds() {
			items = append(items, wordOffer(k.ID, k.Name, k.Question))
		}
		return items
	}
	k, ok := s.kind()
	if !ok {
		return nil
	}
	switch p {
	case "runs.algorithm":
		for _, a := range k.Algorithms {
			items = append(items, wordOffer(a.ID, a.Name, a.About))
		}
	case "study.metrics", "study.stop.metric":
		for _, m := range k.Metrics {
			items = append(items, wordOffer(m.ID, m.Head(), m.About))
		}
		items = append(items, wordOffer("gap", "Gap", "how far the answer is from its bound"),
			wordOffer("elapsedMs", "Time, ms", "how long the run took; differs from machine to machine"))
	case "study.vary.path":
		items = s.variablePaths(&k)
	}
	return items
}

func wordOffer(id, detail, about string) Offer {
	return Offer{Label: id, Detail: detail, About: sentence(about), Insert: quote(id), Sort: "value"}
}

// variablePaths returns the paths of single numbers and words that the document may
// have: the generator's parameters, the fields of the request, the options of
// the runs.
func (s *spot) variablePaths(k *catalog.Kind) (items []Offer) {
	add := func(path string, f *doc.Field) {
		if f.Kind == "number" || f.Kind == "whole" || f.Kind == "choice" || f.Kind == "truth" {
			items = append(items, Offer{Label: path, Detail: typeText(want{field: f}), About: sentence(f.About),
				Insert: quote(path), Sort: "value"})
		}
	}
	problem := want{field: documentField()}.member(k.ID)
	for _, part := range []string{"generate", "request"} {
		if _, ok := Find(s.text, k.ID, part); !ok {
			continue
		}
		for i := range problem.member(part).field.Inside {
			f := &problem.member(part).field.Inside[i]
			add(k.ID+"."+part+"."+f.Name, f)
		}
	}
	runs, ok := Find(s.text, "runs")
	if !ok || s.text[runs.Start] != '[' {
		return items
	}
	children(s.text, runs.Start, func(c child) bool {
		if s.text[c.value.Start] != '{' {
			return true
		}
		run := spot{text: s.text, stack: []frame{{}, {list: true}, {start: c.value.Start}}}
		for _, f := range run.options() {
			add(doc.At("runs", c.index)+".options."+f.Name, &f)
		}
		return true
	})
	return items
}

// refs returns the ids that a field may refer to, except those in its list
// already. The letters before the cursor filter many.
func (s *spot) refs(f *doc.Field, at int, tail string) (items []Offer) {
	ref := f.Tag.Get("ref")
	if ref == "" {
		return nil
	}
	typed := ""
	if s.inside && at > s.tok.Start {
		typed = strings.ToLower(strings.Trim(string(s.text[s.tok.Start:at]), `"`))
	}
	have := map[string]bool{}
	if top := s.stack[len(s.stack)-1]; top.list || f.Kind == "map" {
		children(s.text, top.start, func(c child) bool {
			if own := max(c.key.End, 0); !s.inside || c.value != s.tok && c.key != s.tok {
				if have[unquote(s.text, c.value)] = true; own > 0 {
					have[unquote(s.text, c.key)] = true
				}
			}
			return true
		})
	}
	s.eachElement(ref, func(id string, where Span) bool {
		if !have[id] && strings.Contains(strings.ToLower(id), typed) {
			items = append(items, Offer{Label: id, Detail: singular(ref), About: excerpt(s.text, where),
				Insert: quote(id) + tail, Sort: "value"})
		}
		return len(items) < maxOffers
	})
	return items
}

// excerpt returns the beginning of an element's text on one line.
func excerpt(text []byte, s Span) string {
	const most = 160
	cut := min(s.End, s.Start+most)
	for cut < s.End && text[cut]&0xc0 == 0x80 {
		cut--
	}
	line := strings.Join(strings.Fields(string(text[s.Start:cut])), " ")
	if cut < s.End {
		line += " …"
	}
	return line
}
