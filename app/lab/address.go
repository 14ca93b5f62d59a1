package lab

import (
	"strings"

	"gridbox/core/scenario"
)

// ReadAddress splits the query and the fragment of the page's address, as browsers report them, with their signs. It
// accepts anything; if the query is malformed, Unread has it.
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
