package lab

import (
	"net/url"
	"strings"
)

// ReadAddress takes apart what stands behind the path in the page's address: the
// query and the fragment as browsers give them, with their signs. It takes
// anything; of a query that is none it says so.
func ReadAddress(search, hash string) Address {
	at := Address{Fragment: strings.TrimPrefix(hash, "#")}
	text := strings.TrimPrefix(search, "?")
	query, err := url.ParseQuery(text)
	if err != nil {
		at.Unread = text
	}
	at.Preset, at.View = query.Get("preset"), query.Get("view")
	return at
}
