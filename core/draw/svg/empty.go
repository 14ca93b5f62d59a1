package svg

// Empty says in a picture without anything what is not there yet, so that one
// that is saved or embedded does not look broken.
func (m *Builder) Empty(width, height float64, what string) {
	m.Raw(`<text class="gb-key gb-nothing" text-anchor="middle"`)
	m.Num("x", width/2)
	m.Num("y", height-14)
	m.Raw(">")
	m.Text(what)
	m.Raw("</text>")
}
