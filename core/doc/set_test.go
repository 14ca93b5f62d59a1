package doc

import (
	"strings"
	"testing"
)

func TestSet(t *testing.T) {
	plain := func() map[string]any {
		var d map[string]any
		Decode(
			[]byte(
				`{"seed": 1, "window": {"request": {"nodes": 7}, "nodes": [{"id": "a", "attributes": {"q r": 1}}]}}`),
			&d)
		return d
	}
	for _, c := range []struct{ path, want string }{
		{"seed", `{"seed":9,"window":{"nodes":[{"attributes":{"q r":1},"id":"a"}],"request":{"nodes":7}}}`},
		{"window.request.budget",
			`{"seed":1,"window":{"nodes":[{"attributes":{"q r":1},"id":"a"}],"request":{"budget":9,"nodes":7}}}`},
		{`window.nodes[0].attributes["q r"]`,
			`{"seed":1,"window":{"nodes":[{"attributes":{"q r":9},"id":"a"}],"request":{"nodes":7}}}`},
		{"window.nodes[id=a].price",
			`{"seed":1,"window":{"nodes":[{"attributes":{"q r":1},"id":"a","price":9}],"request":{"nodes":7}}}`},
		{"window.nodes[*].attributes", `{"seed":1,"window":{"nodes":[{"attributes":9,"id":"a"}],"request":{"nodes":7}}}`},
		{"window.nodes[0]", `{"seed":1,"window":{"nodes":[9],"request":{"nodes":7}}}`},
	} {
		d := plain()
		if why := Set(d, c.path, 9.0); why != "" || string(Canonical(d)) != c.want {
			t.Errorf("Set(%s): got fault %q and %s, want %s", c.path, why, Canonical(d), c.want)
		}
	}
	for path, want := range map[string]string{
		"":                                      "is not a path",
		"window..nodes":                         "is not a path",
		"window.reqest.nodes":                   "window has no reqest here; did you mean request?",
		"window.nodes[1].id":                    "window.nodes has 1 elements",
		"window.request[0]":                     "window.request is no list",
		"window.nodes.id":                       "window.nodes has no fields",
		"seed.low":                              "seed has no fields",
		"batch.horizon":                         "the document has no batch here",
		"window.nodes[id=b].id":                 "window.nodes has no element with the id b",
		"window.nodes[*].x.y":                   "window.nodes[*] has no x here",
		"window.nodes[]":                        "is not a path",
		"window.nodes[99999999999999999999].id": "window.nodes has 1 elements",
		"window.nodes[0].id.x.y":                "has no fields",
	} {
		d := plain()
		if why := Set(d, path, 9.0); !strings.Contains(why, want) {
			t.Errorf("Set(%s): got %q, want %q", path, why, want)
		}
		if string(Canonical(d)) != string(Canonical(plain())) {
			t.Errorf("Set(%s) is refused, but changes the document", path)
		}
	}
}
