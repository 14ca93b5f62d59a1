package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Site serves the files of one folder. The folder is opened as an os.Root, so neither dot
// segments nor symbolic links lead out of it.
type Site struct {
	base string
	root *os.Root

	mu   sync.Mutex
	tags map[string]tag
}

// A tag caches the content hash of a file while its size and time are unchanged.
type tag struct {
	size int64
	time time.Time
	hash string
}

// Open returns a server of the folder dir under base, which is empty or starts with a slash. It returns an error if
// base is not a clean path or the folder cannot be opened.
func Open(dir, base string) (*Site, error) {
	base = strings.TrimRight(base, "/")
	if base != "" && (!strings.HasPrefix(base, "/") || path.Clean(base) != base) {
		return nil, fmt.Errorf("base %q: want a clean path such as /some/prefix", base)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("no built site: %w (./build.sh site makes one)", err)
	}
	return &Site{base: base, root: root, tags: map[string]tag{}}, nil
}

// Close closes the folder.
func (s *Site) Close() error { return s.root.Close() }

// ServeHTTP serves a file of the site below its base path. It answers other methods than GET and HEAD with 405, and
// paths outside of the base with the page for 404.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	rest, ok := strings.CutPrefix(r.URL.Path, s.base)
	switch {
	case !ok:
		s.notFound(w, r)
	case rest == "":
		redirect(w, r, s.base+"/")
	default:
		s.find(w, r, rest)
	}
}

// find serves the file at the path after the base, or the index.html of a folder. It redirects a folder without a
// trailing slash. Unclean paths, missing files and precompressed copies are answered with 404.
func (s *Site) find(w http.ResponseWriter, r *http.Request, rest string) {
	if !clean(rest) {
		s.notFound(w, r)
		return
	}
	name := strings.Trim(rest, "/")
	if strings.HasSuffix(rest, "/") {
		name = path.Join(name, "index.html")
	} else if info, err := s.root.Stat(name); err == nil && info.IsDir() {
		if _, err := s.root.Stat(name + "/index.html"); err != nil {
			s.notFound(w, r)
			return
		}
		redirect(w, r, s.base+"/"+name+"/")
		return
	}
	if info, err := s.root.Stat(name); err != nil || !info.Mode().IsRegular() || sidecar(name) {
		s.notFound(w, r)
		return
	}
	s.send(w, r, name, http.StatusOK)
}

// clean reports whether a path is one that browsers send. The path begins with a slash and has no hidden files, dot
// segments, double slashes, backslashes or NUL bytes.
func clean(rest string) bool {
	if !strings.HasPrefix(rest, "/") || strings.ContainsAny(rest, "\\\x00") {
		return false
	}
	trimmed := strings.TrimSuffix(rest[1:], "/")
	if trimmed == "" {
		return rest == "/"
	}
	for _, part := range strings.Split(trimmed, "/") {
		if part == "" || strings.HasPrefix(part, ".") {
			return false
		}
	}
	return true
}

// sidecar reports whether name is a precompressed file, which is served only in response to a
// request for the plain file.
func sidecar(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

func redirect(w http.ResponseWriter, r *http.Request, to string) {
	target := url.URL{Path: to, RawQuery: r.URL.RawQuery}
	w.Header().Set("Cache-Control", "no-cache")
	http.Redirect(w, r, target.String(), http.StatusMovedPermanently)
}

func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	if _, err := s.root.Stat("404.html"); err != nil {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	s.send(w, r, "404.html", http.StatusNotFound)
}

// hashedName matches names that contain the hash of the content.
var hashedName = regexp.MustCompile(`(^|/)a/[^/]+\.[0-9A-Za-z]{8,}\.[a-z0-9]+$`)

// send serves a file in the coding that negotiate selects. A request for a range gets the plain file. The status is
// 406 if no coding is acceptable, and 500 if the file cannot be read.
func (s *Site) send(w http.ResponseWriter, r *http.Request, name string, status int) {
	head := w.Header()
	head.Set("Content-Type", mimeType(name))
	head.Set("Cache-Control", "no-cache")
	if hashedName.MatchString(name) && status == http.StatusOK {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	// Pages of other origins import gridbox.js, which fetches programs. Other pages of the site
	// are not readable from other origins.
	if path.Ext(name) != ".html" {
		head.Set("Access-Control-Allow-Origin", "*")
	}
	stored := name
	if codings := s.codings(name); len(codings) > 0 {
		head.Add("Vary", "Accept-Encoding")
		// A range counts bytes of the plain file; a range of the coded bytes would be useless.
		coding, ok := "", true
		if r.Header.Get("Range") == "" {
			coding, ok = negotiate(r.Header.Values("Accept-Encoding"), codings)
		}
		if !ok {
			http.Error(w, "no acceptable coding", http.StatusNotAcceptable)
			return
		}
		if coding != "" {
			head.Set("Content-Encoding", coding)
			stored = name + suffixes[coding]
		}
	}
	file, err := s.root.Open(stored)
	if err != nil {
		http.Error(w, "cannot read the file", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		http.Error(w, "cannot read the file", http.StatusInternalServerError)
		return
	}
	if status != http.StatusOK {
		head.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
		w.WriteHeader(status)
		if r.Method == http.MethodGet {
			io.Copy(w, file)
		}
		return
	}
	if hash, err := s.hash(stored, file, info); err == nil {
		head.Set("ETag", `"`+hash+`"`)
	}
	if head.Get("Content-Encoding") != "" {
		// ServeContent does not set the length of content with a coding.
		head.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	}
	http.ServeContent(w, r, name, time.Time{}, file)
}

// hash returns the entity tag of a file; a compressed copy has its own. The tag is cached until the file's size or
// time changes. The file is at its start afterwards.
func (s *Site) hash(name string, file io.ReadSeeker, info fs.FileInfo) (string, error) {
	s.mu.Lock()
	known, ok := s.tags[name]
	s.mu.Unlock()
	if ok && known.size == info.Size() && known.time.Equal(info.ModTime()) {
		return known.hash, nil
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return "", err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	hash := hex.EncodeToString(digest.Sum(nil)[:12])
	s.mu.Lock()
	s.tags[name] = tag{info.Size(), info.ModTime(), hash}
	s.mu.Unlock()
	return hash, nil
}
