package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

const (
	page   = "<!DOCTYPE html><title>Home</title>"
	script = "console.log('a script that is long enough to be packed')"
)

// newSite writes a small site with one precompressed script. The compressed copies contain marks instead of packed
// bytes, so that a test sees which one was sent.
func newSite(t *testing.T, base string) *httptest.Server {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"index.html":           page,
		"404.html":             "nothing here",
		"docs/index.html":      "docs",
		"docs/a&b.html":        "odd name",
		"a/lab.1f2e3d4c.js":    script,
		"a/lab.1f2e3d4c.js.br": "BR",
		"a/lab.1f2e3d4c.js.gz": "GZ",
		"a/app.1f2e3d4c.wasm":  "\x00asm",
		"a/x.1f2e3d4c.woff2":   "font",
		"manifest.webmanifest": "{}",
		"icon.svg":             "<svg/>",
		"tool.mjs":             "export {}",
		"empty/sub/page.html":  "deep",
		".secret":              "hidden",
		"docs/.git/config":     "hidden",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.txt")
	if err := os.WriteFile(outside, []byte("outside"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	site, err := Open(dir, base)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site)
	t.Cleanup(func() { server.Close(); site.Close() })
	return server
}

// sendRequest sends one request without following redirects or decoding.
func sendRequest(t *testing.T, server *httptest.Server, method, target string, head ...string) (*http.Response,
	string) {
	t.Helper()
	request, err := http.NewRequest(method, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Set as opaque text, so that dots and escapes reach the server as typed.
	request.URL.Opaque = target
	for i := 0; i+1 < len(head); i += 2 {
		request.Header.Set(head[i], head[i+1])
	}
	response, err := (&http.Transport{DisableCompression: true}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestStatusAndBody(t *testing.T) {
	server := newSite(t, "/some/prefix")
	for _, c := range []struct {
		target, body, location string
		status                 int
	}{
		{"/some/prefix/", page, "", 200},
		{"/some/prefix", "", "/some/prefix/", 301},
		{"/some/prefix?x=1", "", "/some/prefix/?x=1", 301},
		{"/some/prefix/docs", "", "/some/prefix/docs/", 301},
		{"/some/prefix/docs?q=%22", "", "/some/prefix/docs/?q=%22", 301},
		{"/some/prefix/docs/", "docs", "", 200},
		{"/some/prefix/docs/index.html", "docs", "", 200},
		{"/some/prefix/docs/a&b.html", "odd name", "", 200},
		{"/some/prefix/empty/", "nothing here", "", 404},
		{"/some/prefix/empty", "nothing here", "", 404},
		{"/some/prefix/no", "nothing here", "", 404},
		{"/", "nothing here", "", 404},
		{"/some/prefixes/", "nothing here", "", 404},
		{"/index.html", "nothing here", "", 404},
		{"/some/prefix/index.html/", "nothing here", "", 404},
	} {
		response, body := sendRequest(t, server, "GET", c.target)
		if response.StatusCode != c.status || response.Header.Get("Location") != c.location ||
			(c.status != 301 && body != c.body) {
			t.Errorf("GET %s: got %d %q to %q, want %d %q to %q",
				c.target, response.StatusCode, body, response.Header.Get("Location"), c.status, c.body, c.location)
		}
	}
}

func TestNothingOutsideIsServed(t *testing.T) {
	server := newSite(t, "")
	for _, target := range []string{
		"/../secret", "/docs/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
		"/docs/..%5c..%5cx",
		"/.secret", "/docs/.git/config", "/link.txt", "/docs//index.html", "/./index.html", "/index.html%00.js",
		"/a/lab.1f2e3d4c.js.br",
	} {
		response, body := sendRequest(t, server, "GET", target)
		if response.StatusCode != 404 || body != "nothing here" {
			t.Errorf("GET %s: got %d %q, want the 404 page", target, response.StatusCode, body)
		}
	}
}

// TestRedirectsStayHere requests paths with two slashes at the start: sent back as a location,
// they would lead to another host.
func TestRedirectsStayHere(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "docs", "index.html"), []byte("docs"), 0o644); err != nil {
		t.Fatal(err)
	}
	site, err := Open(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	for _, path := range []string{"//docs", "//docs/", "///docs", "//example.org/%2e%2e", "/\\docs"} {
		request := httptest.NewRequest("GET", "/", nil)
		request.URL.Path = path
		recorder := httptest.NewRecorder()
		site.ServeHTTP(recorder, request)
		if recorder.Code != 404 || recorder.Header().Get("Location") != "" {
			t.Errorf("GET %s: got %d to %q, want 404", path, recorder.Code, recorder.Header().Get("Location"))
		}
	}
}

func TestTypesAndCaching(t *testing.T) {
	server := newSite(t, "")
	const forever, never = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct{ target, mime, cache string }{
		{"/", "text/html; charset=utf-8", never},
		{"/a/app.1f2e3d4c.wasm", "application/wasm", forever},
		{"/a/lab.1f2e3d4c.js", "text/javascript; charset=utf-8", forever},
		{"/a/x.1f2e3d4c.woff2", "font/woff2", forever},
		{"/tool.mjs", "text/javascript; charset=utf-8", never},
		{"/manifest.webmanifest", "application/manifest+json", never},
		{"/icon.svg", "image/svg+xml", never},
		{"/no", "text/html; charset=utf-8", never},
	} {
		response, _ := sendRequest(t, server, "GET", c.target)
		if got := response.Header.Get("Content-Type"); got != c.mime {
			t.Errorf("%s: got type %q, want %q", c.target, got, c.mime)
		}
		if got := response.Header.Get("Cache-Control"); got != c.cache {
			t.Errorf("%s: got cache %q, want %q", c.target, got, c.cache)
		}
		if response.Header.Get("X-Content-Type-Options") != "nosniff" || response.Header.Get("Last-Modified") != "" {
			t.Errorf("%s: got headers %v, want nosniff and no Last-Modified", c.target, response.Header)
		}
	}
}

func TestCodings(t *testing.T) {
	server := newSite(t, "")
	for _, c := range []struct{ accept, coding, body string }{
		{"", "", script},
		{"gzip, deflate, br", "br", "BR"},
		{"gzip", "gzip", "GZ"},
		{"GZIP;q=0.5", "gzip", "GZ"},
		{"br;q=0.1, gzip;q=0.9", "gzip", "GZ"},
		{"br;q=0, gzip", "gzip", "GZ"},
		{"*", "br", "BR"},
		{"*;q=0.5, br;q=0", "gzip", "GZ"},
		{"identity;q=1, br;q=0.5", "", script},
		{"identity;q=0, gzip;q=0.2", "gzip", "GZ"},
		{"zstd", "", script},
		{"br;q=nonsense", "", script},
	} {
		response, body := sendRequest(t, server, "GET", "/a/lab.1f2e3d4c.js", "Accept-Encoding", c.accept)
		if got := response.Header.Get("Content-Encoding"); got != c.coding || body != c.body {
			t.Errorf("Accept-Encoding %q: got %q %q, want %q %q", c.accept, got, body, c.coding, c.body)
		}
		if response.Header.Get("Vary") != "Accept-Encoding" || response.ContentLength != int64(len(c.body)) {
			t.Errorf("Accept-Encoding %q: got Vary %q, length %d; want Accept-Encoding, %d",
				c.accept, response.Header.Get("Vary"), response.ContentLength, len(c.body))
		}
	}
	if response, _ := sendRequest(t, server, "GET", "/a/lab.1f2e3d4c.js", "Accept-Encoding",
		"*;q=0"); response.StatusCode != 406 {
		t.Errorf("everything refused: got %d, want 406", response.StatusCode)
	}
	if response, _ := sendRequest(t, server, "GET", "/icon.svg", "Accept-Encoding",
		"br"); response.Header.Get("Vary") != "" {
		t.Error("a file without compressed copies has a Vary header")
	}
}

func TestTagsRangesAndHead(t *testing.T) {
	server := newSite(t, "")
	const target = "/a/lab.1f2e3d4c.js"
	plain, _ := sendRequest(t, server, "GET", target)
	packed, _ := sendRequest(t, server, "GET", target, "Accept-Encoding", "br")
	if plain.Header.Get("ETag") == "" || plain.Header.Get("ETag") == packed.Header.Get("ETag") {
		t.Errorf("got tags %q and %q, want two different ones for two codings",
			plain.Header.Get("ETag"), packed.Header.Get("ETag"))
	}
	if again, body := sendRequest(t, server, "GET", target, "Accept-Encoding", "br", "If-None-Match",
		packed.Header.Get("ETag")); again.StatusCode != 304 || body != "" {
		t.Errorf("known tag: got %d %q, want 304", again.StatusCode, body)
	}
	part, body := sendRequest(t, server, "GET", target, "Range", "bytes=0-6", "Accept-Encoding", "br")
	if part.StatusCode != 206 || body != script[:7] || part.Header.Get("Content-Encoding") != "" {
		t.Errorf("range: got %d %q, coding %q; want 206 %q without a coding",
			part.StatusCode, body, part.Header.Get("Content-Encoding"), script[:7])
	}
	if beyond, _ := sendRequest(t, server, "GET", target, "Range", "bytes=9999-"); beyond.StatusCode != 416 {
		t.Errorf("range beyond the end: got %d, want 416", beyond.StatusCode)
	}
	head, body := sendRequest(t, server, "HEAD", target, "Accept-Encoding", "gzip")
	if head.StatusCode != 200 || body != "" || head.ContentLength != 2 {
		t.Errorf("HEAD: got %d %q length %d, want 200 without body, length 2",
			head.StatusCode, body, head.ContentLength)
	}
	if missing, body := sendRequest(t, server, "HEAD", "/no"); missing.StatusCode != 404 || body != "" {
		t.Errorf("HEAD of a missing file: got %d %q, want 404 without body", missing.StatusCode, body)
	}
	if post, _ := sendRequest(t, server, "POST", "/"); post.StatusCode != 405 ||
		post.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf(`POST: got %d, Allow %q; want 405, "GET, HEAD"`, post.StatusCode, post.Header.Get("Allow"))
	}
}

// TestChangedFileGetsANewTag writes a file of the same length again.
func TestChangedFileGetsANewTag(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.txt")
	tag := func(content string) string {
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		site, err := Open(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer site.Close()
		recorder := httptest.NewRecorder()
		site.ServeHTTP(recorder, httptest.NewRequest("GET", "/x.txt", nil))
		return recorder.Header().Get("ETag")
	}
	if one, two := tag("one"), tag("two"); one == two {
		t.Errorf("two contents have the same tag %s", one)
	}
}

func TestListenRefusesOtherAddresses(t *testing.T) {
	for _, host := range []string{"0.0.0.0", "", "192.168.0.1", "::", "example.org"} {
		if listener, err := listen(host, 0); err == nil {
			listener.Close()
			t.Errorf("listen(%q): got no error", host)
		}
	}
	first, err := listen("127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := listen("127.0.0.1", 0)
	if err != nil {
		t.Fatalf("listen with port 8080 taken: got error %v, want another port", err)
	}
	second.Close()
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "no"), ""); err == nil {
		t.Error("Open of a missing folder: got no error")
	}
	for _, base := range []string{"prefix", "/a//b", "/a/../b"} {
		if _, err := Open(t.TempDir(), base); err == nil {
			t.Errorf("Open with base %q: got no error", base)
		}
	}
}

// TestRealCompressionRoundTrip checks that a gzip copy made elsewhere arrives unchanged.
func TestRealCompressionRoundTrip(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, script)
	w.Close()
	os.WriteFile(filepath.Join(dir, "x.js"), []byte(script), 0o644)
	os.WriteFile(filepath.Join(dir, "x.js.gz"), packed.Bytes(), 0o644)
	site, err := Open(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	server := httptest.NewServer(site)
	defer server.Close()
	response, err := http.Get(server.URL + "/x.js")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != script || !response.Uncompressed {
		t.Errorf("got %q, error %v, uncompressed %v; want the script, uncompressed", body, err, response.Uncompressed)
	}
}
