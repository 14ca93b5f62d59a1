package policy

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFormatValue(t *testing.T) {
	for text, want := range map[string]string{
		`null`: `null`, `true`: `true`, `-1.5`: `-1.5`, `"a\"b"`: `"a\"b"`, `[]`: `[]`, `{}`: `{}`,
		`{"b": [1, "x", null], "a": {}}`:     `{"a":{},"b":[1,"x",null]}`,
		`"` + strings.Repeat("ö", 200) + `"`: `"` + strings.Repeat("ö", 58) + "…",
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := FormatValue(value); got != want {
			t.Errorf("FormatValue(%s): got %s, want %s", text, got, want)
		}
	}
	if FormatValue(NonData("NaN")) != "NaN" || FormatValue(3) == "" {
		t.Errorf("FormatValue: got %q for NaN and %q for a number, want \"NaN\" and a text",
			FormatValue(NonData("NaN")), FormatValue(3))
	}
	var deep any
	for range 100000 {
		deep = []any{deep, deep}
	}
	if got := FormatValue(deep); len([]rune(got)) != maxShown {
		t.Errorf("FormatValue of a deep list: got %q, want %d characters", got, maxShown)
	}
}
