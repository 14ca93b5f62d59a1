package picture

// What all pictures with marks have in common.

// svg opens a picture of a size; classes are those besides its own.
func (m *markup) svg(classes string, width, height float64) {
	m.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture `, classes, `" viewBox="0 0 `)
	m.number(width)
	m.raw(" ")
	m.number(height)
	m.raw(`"`)
}

// button makes an element one that acts: it has a name, says whether it is
// selected and can take the focus. One of a picture is a stop of the Tab key.
func (m *markup) button(label string, selected, stop bool) {
	m.raw(` role="button"`)
	m.attr("aria-label", label)
	if selected {
		m.raw(` aria-pressed="true"`)
	}
	if stop {
		m.raw(` tabindex="0"`)
	} else {
		m.raw(` tabindex="-1"`)
	}
}
