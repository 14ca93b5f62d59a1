package composer

import (
	"cmp"
	"strings"

	"gridbox/core/cite"
	"gridbox/core/param"
)

// A Form is a text to be copied.
type Form struct{ ID, Name, About, Text string }

// Forms lists the code in every form.
func (c *Composer) Forms() []Form {
	title := c.fields["heading"]
	if title == "" {
		title = c.title()
	}
	address := c.Address()
	return []Form{
		{"element", "Element", "with the site's script, which sets the figure's height", c.element()},
		{"frame", "Frame", "for any page that allows frames, without a script",
			`<iframe src="` + cite.Escape(address) + `" title="` + cite.Escape(title) +
				`" width="100%" height="` + cmp.Or(c.height, "620") +
				`" loading="lazy"></iframe>`},
		{"markdown", "Markdown", "a line that links to the figure", "[" + cite.Markdown(title) + "](" + address + ")"},
		{"link", "Link", "the figure alone, in its own tab", address},
	}
}

// element returns the HTML to paste into a page: the script tag and the gridbox-figure element. It omits attributes
// with empty values. A preset takes the place of the scenario's fragment.
func (c *Composer) element() string {
	var b strings.Builder
	b.WriteString(`<script src="` + cite.Escape(c.Site) + `/embed.js" defer></script>` + "\n\n<gridbox-figure")
	attribute := func(name, value string) {
		if value != "" {
			b.WriteString("\n  " + name + `="` + cite.Escape(value) + `"`)
		}
	}
	attribute("preset", c.preset)
	if c.preset == "" {
		attribute("scenario", c.fragment)
	}
	for _, name := range settable {
		attribute(name, c.fields[name])
	}
	attribute("controls", param.Write(c.list))
	if c.expects {
		attribute("expect", c.answers)
	}
	attribute("height", c.heights)
	b.WriteString(">\n" + c.fallbackMarkup() + "\n</gridbox-figure>")
	return b.String()
}

// maxAddressLength is the length up to which an address is printed in full.
const maxAddressLength = 200

// fallbackMarkup returns the markup for readers without scripts: a link to the figure,
// or its picture with the caption and an address that can be read on paper.
func (c *Composer) fallbackMarkup() string {
	address, title := cite.Escape(c.Address()), cite.Escape(cmp.Or(c.fields["heading"], c.title()))
	if c.pictureAddress == "" {
		return "  <a href=\"" + address + "\">" + title + "</a>"
	}
	printed := c.Address()
	if len(printed) > maxAddressLength {
		printed = c.Site + "/"
	}
	caption := ""
	if text := cmp.Or(c.fields["caption"], cite.Caption(c.source)); text != "" {
		caption = cite.Escape(text) + " "
	}
	return "  <figure>\n    <a href=\"" + address + "\"><img src=\"" + c.pictureAddress + "\" alt=\"" + title +
		"\"></a>\n    <figcaption>" + caption + "<a href=\"" + address + "\">" + cite.Escape(printed) +
		"</a></figcaption>\n  </figure>"
}
