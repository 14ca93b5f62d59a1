package main

import (
	"path"
	"strconv"
	"strings"
)

// suffixes maps a content coding to the suffix of precompressed files.
var suffixes = map[string]string{"br": ".br", "gzip": ".gz"}

// types maps a suffix to its media type. It does not use the system's tables, which differ: the
// page does not start if a wasm file or a module has a wrong type.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".ts":          "text/plain; charset=utf-8",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".ico":         "image/x-icon",
	".woff2":       "font/woff2",
	".xml":         "application/xml",
	".txt":         "text/plain; charset=utf-8",
	".md":          "text/markdown; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
}

func mimeType(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

// codings lists the precompressed codings of a file, the smallest first.
func (s *Site) codings(name string) []string {
	var found []string
	for _, coding := range []string{"br", "gzip"} {
		if _, err := s.root.Stat(name + suffixes[coding]); err == nil {
			found = append(found, coding)
		}
	}
	return found
}

// negotiate selects among the stored codings and the plain file, which is "", by the weights of
// Accept-Encoding (RFC 9110, section 12.5.3). Among equal weights the order of stored decides,
// and any coding precedes the plain file. ok is false if the request refuses all of them.
func negotiate(accept []string, stored []string) (coding string, ok bool) {
	weights, wildcard := parseAccept(strings.Join(accept, ","))
	best, plain := 0.0, 1.0
	for _, name := range stored {
		q, named := weights[name]
		if !named {
			q = max(wildcard, 0)
		}
		if q > best {
			coding, best = name, q
		}
	}
	if q, named := weights["identity"]; named {
		plain = q
	} else if wildcard == 0 {
		plain = 0
	}
	if best > 0 && (best >= plain || weights["identity"] == 0) {
		return coding, true
	}
	return "", plain > 0
}

// parseAccept parses the list of codings; wildcard is -1 if "*" is missing.
func parseAccept(list string) (weights map[string]float64, wildcard float64) {
	weights, wildcard = map[string]float64{}, -1
	for _, item := range strings.Split(list, ",") {
		name, rest, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		q := 1.0
		if value, found := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(rest), " ", ""), "q="); found {
			parsed, err := strconv.ParseFloat(value, 64)
			if err != nil || parsed < 0 || parsed > 1 {
				continue
			}
			q = parsed
		}
		if name == "*" {
			wildcard = q
		} else {
			weights[name] = q
		}
	}
	return weights, wildcard
}
