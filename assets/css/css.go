// Package css provides the styles of pictures to programs that draw them without a browser.
package css

import _ "embed"

// Tokens are the colours and sizes that all styles use.
//
//go:embed tokens.css
var Tokens string

// Picture is the style sheet of the marks of pictures and charts.
//
//go:embed picture.css
var Picture string
