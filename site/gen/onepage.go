package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/onepage"
)

// addOnePage writes the template of the single-file page, which core/onepage fills with a
// scenario: the program, its scripts, its styles and their licences. The site serves it as plain
// text, because it shows nothing without a scenario.
func (s *Site) addOnePage(binaries string) error {
	program, err := os.ReadFile(filepath.Join(binaries, "onepage.wasm"))
	if err != nil {
		return fmt.Errorf("%w (./build.sh wasm builds it)", err)
	}
	packed, err := gzipContent(program)
	if err != nil {
		return err
	}
	licenses, err := onePageLicenses()
	if err != nil {
		return err
	}
	// A script or style must not contain the end tag of its element.
	inside := [][]byte{s.moveOut("onepage.css"), s.files[s.assets["vugu.js"]], s.moveOut("onepage.js"),
		s.files[s.assets["worker.js"]], licenses}
	for _, text := range inside {
		for _, end := range []string{"</script", "</style", "<!--"} {
			if bytes.Contains(bytes.ToLower(text), []byte(end)) {
				return fmt.Errorf("a part of %s holds %q: %.80q", onepage.File, end, text)
			}
		}
	}
	style, scripts := inside[0], inside[1:3]
	var b bytes.Buffer
	line := func(parts ...string) { b.WriteString(strings.Join(parts, "") + "\n") }
	block := func(kind, id, text string) { line(`<script type="`, kind, `" id="`, id, `">`, text, "</script>") }
	line("<!DOCTYPE html>\n", `<html lang="en" data-still="onepage">`, "\n<head>\n", `<meta charset="utf-8">`)
	line(`<meta http-equiv="Content-Security-Policy" content="`, onePagePolicy(style, scripts), `">`)
	line(`<meta name="viewport" content="width=device-width, initial-scale=1">`)
	line("<title>", onepage.TitleMark, " · Gridbox</title>")
	line(`<meta name="generator" content="Gridbox `, catalog.Version, `">`)
	line(`<meta name="color-scheme" content="light dark">`, "\n", `<link rel="icon" href="data:,">`)
	line("<style>", string(style), "</style>\n</head>\n<body>")
	line(onepage.StillMark)
	line(`<p class="made">`, onepage.MadeMark, "</p>")
	line(onepage.DocumentsMark)
	block("text/plain", "gridbox-licenses", "\n"+string(licenses))
	block("text/plain", onepage.WorkerID, string(inside[3]))
	block("application/octet-stream", onepage.ProgramID, ascii85Text(packed))
	for _, script := range scripts {
		line("<script>", string(script), "</script>")
	}
	line("</body>\n</html>")
	return s.AddHashed(onepage.File, b.Bytes())
}

// onePagePolicy returns a Content-Security-Policy that allows only the inline scripts and styles
// with the given content and no fetches.
func onePagePolicy(style []byte, scripts [][]byte) string {
	hash := func(text []byte) string {
		sum := sha256.Sum256(text)
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	policy := "default-src 'none'; script-src 'wasm-unsafe-eval'"
	for _, script := range scripts {
		policy += hash(script)
	}
	return policy + "; style-src" + hash(style) + "; img-src data:; font-src data:; worker-src blob:; " +
		"base-uri 'none'; form-action 'none'"
}

// ascii85Text encodes bytes in Ascii85, as assets/js/ascii85.js decodes it: a sixteenth shorter
// than base64, with an unused letter in place of the character that would start an element.
func ascii85Text(content []byte) string {
	letters := make([]byte, ascii85.MaxEncodedLen(len(content)))
	return strings.ReplaceAll(string(letters[:ascii85.Encode(letters, content)]), "<", "v")
}

// gzipContent compresses without a name or a time, so that the output is reproducible.
func gzipContent(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// onePageLicenses returns the licences of the contents of the single-file page.
func onePageLicenses() ([]byte, error) {
	var out bytes.Buffer
	parts := []goModule{{"Gridbox", "."},
		{"@fontsource-variable/inter", filepath.Join("assets", "node_modules", "@fontsource-variable", "inter")}}
	modules, err := linkedModules("./wasm/onepage")
	if err != nil {
		return nil, err
	}
	for _, m := range append(parts, modules...) {
		if err := writeLicense(&out, m.path, m.dir); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
