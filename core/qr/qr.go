// Package qr draws addresses as QR codes, for phones that read a link from a
// screen or from paper.
package qr

import (
	"errors"
	"strconv"
	"strings"

	goqr "github.com/piglig/go-qr"
)

// maxBytes is the capacity of the largest code (ISO/IEC 18004:2015, table 7).
const maxBytes = 2953

// margin is the width of the quiet zone in modules (ISO/IEC 18004:2015, 6.3.8).
const margin = 4

// SVG returns the smallest QR code for a text, with the best error correction
// that fits. It is dark on white in every theme, because readers expect that.
// The name is its accessible label. A text of more than 2,953 bytes is an
// error.
func SVG(text, name string) (string, error) {
	code, err := goqr.EncodeText(text, goqr.Low)
	if errors.Is(err, goqr.ErrDataTooLong) {
		return "", errors.New("a text of " + strconv.Itoa(len(text)) + " bytes is too long for a QR code, " +
			"which holds " + strconv.Itoa(maxBytes))
	}
	if err != nil {
		return "", err
	}
	side := strconv.Itoa(code.Size() + 2*margin)
	var path strings.Builder
	for y := range code.Size() {
		for x := 0; x < code.Size(); x++ {
			run := 0
			for x+run < code.Size() && code.Module(x+run, y) {
				run++
			}
			if run > 0 {
				length := strconv.Itoa(run)
				path.WriteString("M" + strconv.Itoa(x+margin) + " " + strconv.Itoa(y+margin))
				path.WriteString("h" + length + "v1h-" + length + "z")
				x += run
			}
		}
	}
	label := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(name)
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + " " + side + `" role="img" aria-label="` + label +
		`" shape-rendering="crispEdges"><rect width="` + side + `" height="` + side + `" fill="#fff"/><path d="` +
		path.String() + `" fill="#000"/></svg>`, nil
}
