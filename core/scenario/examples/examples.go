// Package examples holds the scenarios that are shipped as files, for the
// command line, the site's gallery and the tests.
package examples

import "embed"

// Files holds the documents, by name: five-clusters.json.
//
//go:embed *.json
var Files embed.FS
