package picture

// nothing says in a picture without anything what is not there yet, so that one
// that is saved or embedded does not look broken.
func (m *markup) nothing(width, height float64, what string) {
	m.raw(`<text class="gb-key gb-nothing" text-anchor="middle"`)
	m.num("x", width/2)
	m.num("y", height-14)
	m.raw(">")
	m.text(what)
	m.raw("</text>")
}
