// Package early gives the page a turn in the middle of what Go does before main: whoever
// imports it, for nothing else, has one task of that cut in two. Go prepares packages in the
// order of their paths, after those that they import, so that this one comes after the
// standard library's and before most of ours.
package early

import "gridbox/app/turn"

func init() { turn.Take() }
