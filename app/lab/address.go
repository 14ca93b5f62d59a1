package lab

import (
	"strings"

	"gridbox/core/scenario"
)

// ReadAddress takes apart what stands behind the path in the page's address: the
// query and the fragment as browsers give them, with their signs. It takes
// anything; of a query that is none it says so.
func ReadAddress(search, hash string) Address {
	at := Address{Fragment: strings.TrimPrefix(hash, "#")}
	text := strings.TrimPrefix(search, "?")
	query, ok := scenario.Query(text)
	if !ok {
		at.Unread = text
	}
	at.Preset, at.View = query["preset"], query["view"]
	return at
}
