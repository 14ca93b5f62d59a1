package svg

// What all pictures with marks have in common.

// Open opens a picture of a size; classes are those besides its own.
func (m *Builder) Open(classes string, width, height float64) {
	m.Raw(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture `, classes, `" viewBox="0 0 `)
	m.Number(width)
	m.Raw(" ")
	m.Number(height)
	m.Raw(`"`)
}

// Button makes an element one that acts: it has a name, says whether it is
// selected and can take the focus. One of a picture is a stop of the Tab key.
func (m *Builder) Button(label string, selected, stop bool) {
	m.Raw(` role="button"`)
	m.Attr("aria-label", label)
	if selected {
		m.Raw(` aria-pressed="true"`)
	}
	if stop {
		m.Raw(` tabindex="0"`)
	} else {
		m.Raw(` tabindex="-1"`)
	}
}
