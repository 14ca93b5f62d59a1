// Package composer is the page on which an author builds a figure for another site: the controls that readers get,
// the parts that are shown, and the code to copy, with the live figure next to them.
//
// Requests of the page (Handle) change a Composer. It shows each part of the page as markup (Show) and sends the page's
// script a Notice of what else to do (Notify).
package composer

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/figure"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/param"
	"gridbox/core/scenario"
)

// Parts of the page.
const (
	partTitle    = "subject" // what the figure shows
	partChosen   = "chosen"  // what readers may change
	partFound    = "found"   // numbers that may be added
	partCode     = "code"    // the code to copy
	partMessages = "said"    // faults and confirmations
	partRuns     = "runs"    // the algorithms to begin with
)

// A Request is a request of the page.
type Request struct {
	Act   string `json:"act"`   // open, find, add, remove, move, edit, set
	Text  string `json:"text"`  // the text entered, the link or the document
	Path  string `json:"path"`  // of a control
	Field string `json:"field"` // that is edited or set
}

// A Notice lists changes that the page's script makes.
type Notice struct {
	Figure string            `json:"figure,omitempty"` // the address that the live figure has now
	Focus  string            `json:"focus,omitempty"`  // the id of what takes the focus
	Fields map[string]string `json:"fields,omitempty"` // values of the page's own fields
	Open   bool              `json:"open"`             // whether there is a scenario
}

// A Composer is a figure that is being built.
type Composer struct {
	Site   string // scheme, host and prefix, without a slash at the end
	Show   func(part string, view ui.Node)
	Notify func(Notice)
	Expand func(kind string, text []byte, done func(explicit []byte, trouble *compute.Trouble)) (cancel func())

	source         *scenario.Scenario
	fragment       string // of the scenario, with the number sign
	preset         string // id of the preset that equals the scenario, "" if none does
	finder         *param.Finder
	list           []param.Control
	faults         map[string]string // by path
	searchWords    []string          // that are searched for
	fields         map[string]string // heading, caption, show, theme, algorithm, job, steps, height
	form           string
	height         string // of the live figure, in pixels, so that a page keeps the place for it
	heights        string // the same at several widths, as the element's attribute has it
	answers        string // digest and version of its answers, "2554621e40d0359c,0.1.0"
	pictureAddress string // its picture as an address, for readers without scripts; "" if the author wants none
	expects        bool   // whether the figure reports if its answers equal these
	openCount      int    // counts the documents opened, so that late replies are recognised
}

// settable are the fields that an Handle may set, in the order of the code.
var settable = []string{"heading", "caption", "algorithm", "job", "steps", "show", "theme"}

// Handle carries out a request of the page, given as JSON.
func (c *Composer) Handle(text string) {
	var a Request
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return
	}
	switch {
	case a.Act == "open":
		c.Open(a.Text)
	case c.finder == nil:
	case a.Act == "find":
		c.searchWords = strings.Fields(strings.ToLower(a.Text))
		c.Show(partFound, c.availableNumbers())
	case a.Act == "add":
		c.add(a.Path)
	case a.Act == "remove":
		c.list = slices.DeleteFunc(c.list, func(x param.Control) bool { return x.Path == a.Path })
		delete(c.faults, a.Path)
		c.update(Notice{Focus: "find"})
		c.Show(partChosen, c.chosenControls())
	case a.Act == "move":
		c.move(a.Path, a.Text)
	case a.Act == "edit":
		c.edit(a.Path, a.Field, a.Text)
	case a.Act == "set" && a.Field == "form":
		c.form = a.Text
		c.Show(partCode, c.code())
	case a.Act == "set" && a.Field == "height":
		c.recordHeights(a.Text)
	case a.Act == "set" && a.Field == "answers":
		c.recordAnswers(a.Text)
	case a.Act == "set" && a.Field == "still":
		c.pictureAddress = ""
		if len(a.Text) <= maxStill && strings.HasPrefix(a.Text, "data:image/svg+xml,") &&
			!strings.ContainsAny(a.Text, "<>\"'&\n") {
			c.pictureAddress = a.Text
		}
		c.Show(partCode, c.code())
	case a.Act == "set" && a.Field == "expect":
		c.expects = a.Text != ""
		c.update(Notice{})
	case a.Act == "set" && slices.Contains(settable, a.Field):
		c.fields[a.Field] = strings.TrimSpace(a.Text)
		c.update(Notice{})
	}
}

// maxStill is the maximal length, in bytes, of the picture's address in an element.
const maxStill = 400_000

// recordAnswers records the digest and version of the live figure's answers.
func (c *Composer) recordAnswers(text string) {
	digest, by, _ := strings.Cut(text, ",")
	e, faults := scenario.ParseExpectation(scenario.Expectation{Digest: digest, Version: by}.Parameters())
	if e == nil || len(faults) > 0 || c.answers == text {
		return
	}
	if c.answers = e.Digest + "," + e.Version; c.expects {
		c.update(Notice{})
	}
}

// Open starts from a scenario: a link of the laboratory or of a figure, with
// its parameters, or a document.
func (c *Composer) Open(text string) {
	c.openCount++
	text = strings.TrimSpace(text)
	fragment, query := "", ""
	if i := strings.Index(text, "#s1."); i >= 0 && !strings.HasPrefix(text, "{") {
		fragment = text[i:]
		_, query, _ = strings.Cut(text[:i], "?")
	}
	var s *scenario.Scenario
	var faults doc.Faults
	switch {
	case fragment != "":
		s, faults = scenario.OpenLink(fragment)
		if len(faults) == 0 {
			faults = catalog.Check(s)
		}
	case text == "":
		text = figure.DefaultPreset
		fallthrough
	case !strings.HasPrefix(text, "{"):
		var seed *uint64
		text, query, seed = readPreset(text)
		kind, ok := catalog.PresetKind(text)
		if !ok {
			c.showMessage("This is neither a Gridbox link nor a preset nor a document.", true)
			return
		}
		s = figure.Preset(kind, text, seed)
	default:
		s, faults = catalog.Parse([]byte(text))
	}
	if s == nil || len(faults) > 0 {
		c.showMessage("The scenario cannot be opened: "+faults.Limit().Error(), true)
		return
	}
	c.begin(s, fragment, query)
}

// readPreset returns the preset that a text names, by its id or as the address of a
// figure without a scenario, and the query and seed of that address.
func readPreset(text string) (preset, query string, seed *uint64) {
	path, query, asked := strings.Cut(text, "?")
	_, page, shown := strings.Cut(path, "/figure/")
	if !asked && !shown {
		return text, "", nil
	}
	address, _ := figure.ReadAddress(query, "", cmp.Or(strings.Trim(page, "/"), figure.DefaultPreset))
	return address.Preset, query, address.Seed
}

// begin makes the scenario explicit and reads the figure's parameters from its
// link.
func (c *Composer) begin(s *scenario.Scenario, fragment, query string) {
	address, _ := figure.ReadAddress(query, fragment, figure.DefaultPreset)
	link, err := scenario.Link(s)
	if err != nil {
		c.showMessage("This scenario is too long for a link, and a figure's code holds one. "+
			"gridbox export --as html writes it as a page of its own.", true)
		return
	}
	turn := c.openCount
	c.showMessage("Reading …", false)
	c.Expand(s.Kind, scenario.Canonical(s), func(text []byte, trouble *compute.Trouble) {
		if c.openCount != turn {
			return
		}
		made, faults := catalog.Parse(text)
		if trouble != nil || made == nil || len(faults) > 0 {
			c.showMessage("The scenario could not be made explicit.", true)
			return
		}
		c.source, c.fragment, c.preset = s, link, presetOf(s)
		c.answers, c.pictureAddress, c.height, c.heights = "", "", "", ""
		if c.expects = address.Expect.Digest != ""; c.expects {
			c.answers = address.Expect.Digest + "," + address.Expect.Version
		}
		c.finder, c.list, c.faults, c.searchWords = param.Find(s, made), nil, map[string]string{}, nil
		c.fields = map[string]string{"heading": address.Heading, "caption": address.Caption, "algorithm": address.Run,
			"job": address.Job, "steps": address.Steps, "show": address.Show, "theme": address.Theme}
		if c.expects {
			c.fields["expect"] = "yes"
		}
		read, parts := param.Read(address.Controls)
		for _, x := range read {
			if why := c.finder.Settle(&x); why != "" {
				parts = append(parts, "the control of "+x.Path+" "+why)
				continue
			}
			c.list = append(c.list, x)
		}
		c.Show(partTitle, c.subject())
		c.Show(partRuns, c.runs())
		c.Show(partFound, c.availableNumbers())
		c.Show(partChosen, c.chosenControls())
		c.update(Notice{Fields: c.fields})
		if len(parts) > 0 {
			c.showMessage("Left out: "+strings.Join(parts, "; ")+".", true)
			return
		}
		c.showMessage("", false)
	})
}

// presetOf returns the id of the preset that equals a scenario, "" if none
// does.
func presetOf(s *scenario.Scenario) string {
	for _, kind := range catalog.Kinds() {
		for _, p := range kind.Presets {
			if kind.ID == s.Kind && scenario.Digest(figure.Preset(kind, p.ID, nil)) == scenario.Digest(s) {
				return p.ID
			}
		}
	}
	return ""
}

func (c *Composer) showMessage(text string, wrong bool) {
	c.Show(partMessages, ui.El("p", ui.If(wrong, ui.Class("wrong")), text))
	if c.finder == nil {
		c.Notify(Notice{})
	}
}

// update writes the code again and updates the live figure if no field has a
// fault.
func (c *Composer) update(n Notice) {
	n.Open = true
	c.Show(partCode, c.code())
	if len(c.faults) == 0 {
		n.Figure = c.Address()
	}
	c.Notify(n)
}

// add appends a control for a path and moves the focus to its label. It does nothing if the path has a control. It
// shows a message if the figure has param.MaxControls controls, or if the path cannot be controlled.
func (c *Composer) add(path string) {
	if slices.ContainsFunc(c.list, func(x param.Control) bool { return x.Path == path }) {
		return
	}
	if len(c.list) == param.MaxControls {
		c.showMessage("A figure has at most "+strconv.Itoa(param.MaxControls)+" controls.", true)
		return
	}
	x, why := c.finder.Control(path)
	if why != "" {
		c.showMessage(path+" "+why+".", true)
		return
	}
	c.list = append(c.list, x)
	c.Show(partChosen, c.chosenControls())
	c.update(Notice{Focus: fieldID(len(c.list)-1, "label")})
}

// move moves a control one position up or down.
func (c *Composer) move(path, way string) {
	i := slices.IndexFunc(c.list, func(x param.Control) bool { return x.Path == path })
	j := i + 1
	if way == "up" {
		j = i - 1
	}
	if i < 0 || j < 0 || j >= len(c.list) {
		return
	}
	c.list[i], c.list[j] = c.list[j], c.list[i]
	c.Show(partChosen, c.chosenControls())
	c.update(Notice{Focus: fieldID(j, way)})
}

// edit sets a field of a control to the text entered. An invalid text is
// reported, and the figure does not change.
func (c *Composer) edit(path, field, text string) {
	i := slices.IndexFunc(c.list, func(x param.Control) bool { return x.Path == path })
	if i < 0 {
		return
	}
	x := c.list[i]
	why := ""
	if to := map[string]*float64{"from": &x.From, "to": &x.To, "step": &x.Step}[field]; to != nil {
		v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
		if *to = v; err != nil {
			why = "has " + strconv.Quote(text) + " where a number is needed"
		}
	}
	switch field {
	case "label":
		x.Label = doc.OneLine(strings.TrimSpace(text))
		if r := []rune(x.Label); len(r) > param.MaxLabel {
			x.Label = string(r[:param.MaxLabel])
		}
	case "values":
		read, faults := param.Read(param.Write([]param.Control{{Path: path}}) + ":" + text)
		if len(faults) > 0 || len(read) != 1 || read[0].HasRange() {
			why = "needs at least two values, separated by |"
			break
		}
		x.Values = read[0].Values
	}
	if why == "" {
		why = c.finder.Settle(&x)
	}
	if why != "" {
		c.faults[path] = why
	} else {
		delete(c.faults, path)
		c.list[i] = x
	}
	c.sayFaults()
	c.update(Notice{})
}

func (c *Composer) sayFaults() {
	var parts []string
	for i := range c.list {
		if why := c.faults[c.list[i].Path]; why != "" {
			parts = append(parts, c.list[i].Label+" "+why+".")
		}
	}
	c.showMessage(strings.Join(parts, " "), len(parts) > 0)
}

// query returns the figure's parameters as the query of an address.
func (c *Composer) query() url.Values {
	values := url.Values{}
	for _, name := range settable {
		if v := c.fields[name]; v != "" {
			values.Set(name, v)
		}
	}
	if len(c.list) > 0 {
		values.Set("controls", param.Write(c.list))
	}
	if c.expects && c.answers != "" {
		values.Set("expect", c.answers)
	}
	return values
}

// Address returns the address of the figure.
func (c *Composer) Address() string {
	address := c.Site + "/figure/"
	fragment := c.fragment
	if c.preset != "" {
		address, fragment = address+c.preset+"/", ""
	}
	if q := c.query().Encode(); q != "" {
		address += "?" + q
	}
	return address + fragment
}

// recordHeights records the height of the live figure and its heights at several widths, and shows the changed code. A
// malformed text or equal heights have no effect.
func (c *Composer) recordHeights(text string) {
	live, seen := readHeights(text)
	if live == 0 {
		return
	}
	height := strconv.Itoa(live)
	heights := cmp.Or(keep(seen), height)
	if height == c.height && heights == c.heights {
		return
	}
	c.height, c.heights = height, heights
	c.Show(partCode, c.code())
}

func (c *Composer) title() string {
	if c.source.Title != "" {
		return strings.Join(strings.Fields(c.source.Title), " ")
	}
	kind, _ := catalog.ByID(c.source.Kind)
	return kind.Name
}
