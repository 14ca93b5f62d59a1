package labtest

import (
	"strings"
	"testing"
)

// The rules reject the faults that they are for, and nothing else.
func TestRulesRefuse(t *testing.T) {
	for markup, want := range map[string]string{
		`<p>a <div>b</div></p>`:                                                       "not well formed",
		`<p>NaN s</p>`:                                                                `"NaN"`,
		`<p>Information about the nil</p>`:                                            "",
		`<button type="button"></button>`:                                             "nothing names",
		`<button style="color:red">a</button>`:                                        "style",
		`<button onclick="x()">a</button>`:                                            "onclick",
		`<button data-act="explode">a</button>`:                                       "nobody carries out",
		`<p tabindex="3">a</p>`:                                                       "tabindex 3",
		`<input type="text">`:                                                         "nothing names",
		`<label for="x">a</label><input type="text" id="x">`:                          "",
		`<button>a <select aria-label="b"></select></button>`:                         "lies in",
		`<div aria-hidden="true"><button>a</button></div>`:                            "not heard",
		`<progress aria-label="a" max="1" value="9"></progress>`:                      "not from",
		`<select aria-label="a" data-value="x"><option value="y">y</option></select>`: "shows",
		`<table><caption>c</caption><tbody><tr><td>1</td></tr><tr><td>1</td><td>2</td></tr></tbody>` +
			`</table>`: "a row of 2 cells",
		`<table><tbody><tr><td>1</td></tr></tbody>` +
			`</table>`: "without a caption",
		`<svg><path d="M0 0"/>` +
			`</svg>`: "without a name",
		`<svg aria-label="a"><g role="button" aria-label="b" tabindex="-1"></g>` +
			`</svg>`: "reached by the Tab key",
		`<svg aria-label="a"><g role="button" aria-label="b" tabindex="0"></g>` +
			`</svg>`: "",
	} {
		got := strings.Join(examine(markup).faults, "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("examine(%s): got faults %q, want %q", markup, got, want)
		}
	}
}
