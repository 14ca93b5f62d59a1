package ui

// icons are drawn on a grid of 16 by 16 with strokes of the text's colour.
var icons = map[string]string{
	"select":      `<path d="M4 2.5v10l2.6-2.4 1.7 3.7 1.8-.8-1.7-3.6h3.5z"/>`,
	"cluster":     `<circle cx="8" cy="8" r="5"/><path d="M8 5.5v5M5.5 8h5"/>`,
	"connect":     `<circle cx="3.5" cy="12.5" r="2"/><circle cx="12.5" cy="3.5" r="2"/><path d="M5 11 11 5"/>`,
	"machine":     `<rect x="2.500" y="3" width="11" height="4" rx="1"/><rect x="2.500" y="9" width="11" height="4" rx="1"/><path d="M5 5h.01M5 11h.01" stroke-width="2"/>`,
	"replica":     `<ellipse cx="8" cy="4" rx="4.5" ry="1.8"/><path d="M3.5 4v8c0 1 2 1.8 4.5 1.8s4.5-.8 4.5-1.8V4M3.5 8c0 1 2 1.8 4.5 1.8s4.5-.8 4.5-1.8"/>`,
	"arrange":     `<circle cx="8" cy="3" r="1.5"/><circle cx="3" cy="12" r="1.5"/><circle cx="13" cy="12" r="1.5"/><path d="M7.2 4.4 3.8 10.6M8.8 4.4l3.4 6.2M4.5 12h7"/>`,
	"busy":        `<path d="M2 11.500h3M11 11.500h3M5 5h6v6.500H5zM5 8.500 8.500 5M6.500 11.500 11 7"/>`,
	"menu":        `<path d="M2.500 4h11M2.500 8h11M2.500 12h11"/>`,
	"expand":      `<path d="m4.500 6.500 3.500 3.500 3.500-3.500"/>`,
	"search":      `<circle cx="7" cy="7" r="4"/><path d="m10 10 3.500 3.500"/>`,
	"file":        `<path d="M4 2.500h5l3 3v8H4zM9 2.500v3h3"/>`,
	"book":        `<path d="M2.500 3.500h3.500a2 2 0 0 1 2 2v8a1.500 1.500 0 0 0-1.500-1.500h-4zM13.500 3.500H10a2 2 0 0 0-2 2v8a1.500 1.500 0 0 1 1.500-1.500h4z"/>`,
	"paste":       `<rect x="3.500" y="3.500" width="9" height="10" rx="1"/><path d="M6 3.500v-1h4v1"/>`,
	"undo":        `<path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7"/>`,
	"redo":        `<path d="m10 3 3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9"/>`,
	"delete":      `<path d="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9"/>`,
	"edit":        `<path d="M3 13l.7-3L10.500 3.200a1.300 1.300 0 0 1 1.800 0l.5.5a1.300 1.300 0 0 1 0 1.800L6 12.300z"/>`,
	"add":         `<path d="M8 3v10M3 8h10"/>`,
	"in":          `<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5M5 7h4M7 5v4"/>`,
	"out":         `<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5M5 7h4"/>`,
	"fit":         `<path d="M2.5 6v-3.500h3.500M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10"/>`,
	"up":          `<path d="M8 13.500v-10M4 7.500l4-4 4 4"/>`,
	"first":       `<path d="M4 3.500v9M12.500 3.500 6.500 8l6 4.500z"/>`,
	"back":        `<path d="M11 3.500 5 8l6 4.500z"/>`,
	"play":        `<path d="M5 3v10l8-5z" fill="currentColor"/>`,
	"pause":       `<path d="M5.500 3.500v9M10.500 3.500v9"/>`,
	"forward":     `<path d="m5 3.500 6 4.500-6 4.500z"/>`,
	"last":        `<path d="M12 3.500v9M3.500 3.500l6 4.500-6 4.500z"/>`,
	"swap":        `<path d="M3 5.5h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13"/>`,
	"close":       `<path d="m4 4 8 8M12 4l-8 8"/>`,
	"help":        `<path d="M5.700 6a2.300 2.300 0 1 1 3.500 2c-.8.500-1.200 1-1.200 1.800M8 12.300v.2"/>`,
	"light":       `<circle cx="8" cy="8" r="3"/><path d="M8 1.500v1.700M8 12.800v1.700M1.500 8h1.700M12.800 8h1.700M3.400 3.400l1.200 1.200M11.400 11.400l1.200 1.200M3.400 12.600l1.200-1.200M11.400 4.600l1.200-1.200"/>`,
	"dark":        `<path d="M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z"/>`,
	"dice":        `<rect x="2.500" y="2.500" width="11" height="11" rx="2"/><path d="M5.500 5.500h.01M10.500 5.500h.01M8 8h.01M5.500 10.500h.01M10.500 10.500h.01" stroke-width="2"/>`,
	"check":       `<path d="m3 8.500 3.200 3.200L13 5"/>`,
	"more":        `<path d="M3.500 8h.01M8 8h.01M12.500 8h.01" stroke-width="2.200"/>`,
	"several":     `<path d="M2.500 5V2.500H5M8 2.500h.5M11.500 2.500h2V5M13.500 8v.5M13.500 11.500v2h-2M8.500 13.500H8M5 13.500H2.500v-2M2.500 8.500V8"/><path d="m6 8.300 1.600 1.600L10.500 6.500"/>`,
	"alignleft":   `<path d="M2.500 2v12M5 4h8v3H5zM5 9.500h5v3H5z"/>`,
	"aligncentre": `<path d="M8 2v2M8 7v2.500M8 12.500V14M3.500 4h9v3h-9zM5 9.500h6v3H5z"/>`,
	"alignright":  `<path d="M13.500 2v12M3 4h8v3H3zM6 9.500h5v3H6z"/>`,
	"aligntop":    `<path d="M2 2.500h12M4 5v8h3V5zM9.500 5v5h3V5z"/>`,
	"alignmiddle": `<path d="M2 8h2M7 8h2.500M12.500 8H14M4 3.500v9h3v-9zM9.500 5v6h3V5z"/>`,
	"alignbottom": `<path d="M2 13.500h12M4 3v8h3V3zM9.500 6v5h3V6z"/>`,
	"across":      `<path d="M2.500 2v12M13.500 2v12M6.500 4.500h3v7h-3z"/>`,
	"down":        `<path d="M2 2.500h12M2 13.500h12M4.500 6.500h7v3h-7z"/>`,
	"grip":        `<path d="M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.500h.01M10 12.500h.01" stroke-width="2"/>`,
	"eye": `<path d="M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8z"/>` +
		`<circle cx="8" cy="8" r="2"/>`,
	"eye-off": `<path d="M6 3.800A6 6 0 0 1 8 3.500C12 3.500 14.500 8 14.500 8a11 11 0 0 1-1.700 2.200M10 12.200` +
		`A6 6 0 0 1 8 12.500C4 12.500 1.500 8 1.500 8a11 11 0 0 1 2-2.500M2.500 2.500l11 11"/>`,
	"duplicate": `<rect x="5.500" y="5.500" width="8" height="8" rx="1.500"/>` +
		`<path d="M10.500 5.500V4A1.500 1.500 0 0 0 9 2.500H4A1.500 1.500 0 0 0 2.500 4v5A1.500 1.500 0 0 0 4 10.500h1.500"/>`,
}

// Icon returns an icon hidden from screen readers; the element around it has
// the name.
func Icon(name string) Node {
	paths, ok := icons[name]
	if !ok {
		panic("ui: there is no icon " + name)
	}
	return Raw(
		`<svg class="sign" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.500" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">` + paths + `</svg>`)
}
