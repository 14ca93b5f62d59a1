package scene

// Root opens a picture with further classes.
func (b *Builder) Root(classes string) {
	b.Open("svg", "")
	b.Attr("xmlns", "http://www.w3.org/2000/svg")
	b.Attr("class", "gb-picture "+classes)
}

// Picture opens a picture of a size.
func (b *Builder) Picture(classes string, width, height float64) {
	b.Root(classes)
	b.ViewBox(width, height)
}

// ViewBox adds the size of the picture.
func (b *Builder) ViewBox(width, height float64) {
	b.Value("viewBox", "0 0 ")
	b.Number(width)
	b.Append(" ")
	b.Number(height)
}

// Mark makes the element the mark of a thing.
func (b *Builder) Mark(kind, id string) {
	b.Attr("data-kind", kind)
	b.Attr("data-id", id)
}

// Button makes the element a button with a name and a pressed state. With stop it is the
// picture's stop of the Tab key.
func (b *Builder) Button(label string, selected, stop bool) {
	b.Attr("role", "button")
	b.Attr("aria-label", label)
	if selected {
		b.Attr("aria-pressed", "true")
	}
	if stop {
		b.Attr("tabindex", "0")
	} else {
		b.Attr("tabindex", "-1")
	}
}

// Empty writes the reason why a picture is empty, so that a saved or embedded one does not
// look broken.
func (b *Builder) Empty(width, height float64, what string) {
	b.Open("text", "gb-key gb-nothing")
	b.Attr("text-anchor", "middle")
	b.Num("x", width/2)
	b.Num("y", height-14)
	b.Text(what)
	b.Close()
}
