package scenario

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gridbox/core/doc"
)

// valid validates a value against a schema by the keywords that our schemas
// use. An unknown keyword panics, so that none is used untested.
func valid(schema, v any) bool {
	if truth, ok := schema.(bool); ok {
		return truth
	}
	object, isObject := v.(map[string]any)
	list, isList := v.([]any)
	number, isNumber := v.(float64)
	text, isText := v.(string)
	for keyword, x := range schema.(map[string]any) {
		ok := true
		switch keyword {
		case "$schema", "title", "description":
		case "type":
			names, several := x.([]any)
			if !several {
				names = []any{x}
			}
			ok = slices.ContainsFunc(names, func(n any) bool { return isOf(n.(string), v) })
		case "const":
			ok = x == v
		case "enum":
			ok = slices.Contains(x.([]any), v)
		case "minimum":
			ok = !isNumber || number >= x.(float64)
		case "maximum":
			ok = !isNumber || number <= x.(float64)
		case "exclusiveMinimum":
			ok = !isNumber || number > x.(float64)
		case "exclusiveMaximum":
			ok = !isNumber || number < x.(float64)
		case "minLength":
			ok = !isText || utf8.RuneCountInString(text) >= int(x.(float64))
		case "maxLength":
			ok = !isText || utf8.RuneCountInString(text) <= int(x.(float64))
		case "pattern":
			ok = !isText || regexp.MustCompile(x.(string)).MatchString(text)
		case "items":
			ok = !isList || !slices.ContainsFunc(list, func(item any) bool { return !valid(x, item) })
		case "required":
			ok = !isObject || !slices.ContainsFunc(x.([]any),
				func(name any) bool { _, there := object[name.(string)]; return !there })
		case "properties":
			for name, inside := range x.(map[string]any) {
				if value, there := object[name]; there && !valid(inside, value) {
					ok = false
				}
			}
		case "additionalProperties":
			known, _ := schema.(map[string]any)["properties"].(map[string]any)
			for name, value := range object {
				if _, there := known[name]; !there && !valid(x, value) {
					ok = false
				}
			}
		case "anyOf":
			ok = slices.ContainsFunc(x.([]any), func(one any) bool { return valid(one, v) })
		case "oneOf":
			fit := 0
			for _, one := range x.([]any) {
				if valid(one, v) {
					fit++
				}
			}
			ok = fit == 1
		default:
			panic("keyword " + keyword)
		}
		if !ok {
			return false
		}
	}
	return true
}

func isOf(name string, v any) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	}
	return name == "object"
}

func decodeJSON(t testing.TB, text []byte) any {
	t.Helper()
	var v any
	if faults := doc.Decode(text, &v); faults != nil {
		t.Fatalf("Decode: got faults %v, want none\n%s", faults, text)
	}
	return v
}

// The schema accepts what Parse accepts.
func TestSchemaAcceptsDocuments(t *testing.T) {
	schema := decodeJSON(t, Schema())
	for name, text := range fixtures(t, "v1") {
		if !valid(schema, decodeJSON(t, text)) {
			t.Errorf("the schema refuses the fixture %s", name)
		}
	}
}

// For any single change to a document, the schema refuses it if and only if
// reading does.
func TestSchemaRefusesWhatReadingRefuses(t *testing.T) {
	schema := decodeJSON(t, Schema())
	spoilt := 0
	for name, text := range fixtures(t, "v1") {
		for _, value := range []any{nil, true, -1.0, 0.5, 1e300, "", "x", "a\nb", strings.Repeat("y", 101), []any{},
			[]any{"x"}, map[string]any{}, map[string]any{"odd": 1.0}} {
			document := decodeJSON(t, text)
			visitValues(document, func(path string, set func(any), old any) {
				set(value)
				changed := doc.Canonical(document)
				faults := doc.Decode(changed, &Scenario{})
				reads := len(faults) == 0 && headMakesSense(changed)
				if accepts := valid(schema, decodeJSON(t, changed)); accepts != reads {
					t.Errorf("%s, %s = %v: the schema accepts it: %t; reading has the faults %v", name, path, value,
						accepts, faults)
				}
				set(old)
				spoilt++
			})
		}
	}
	if spoilt < 500 {
		t.Errorf("got %d changed documents, want at least 500", spoilt)
	}
}

// headMakesSense reports whether a text obeys the rules of validation that the
// schema can express.
func headMakesSense(text []byte) bool {
	var s Scenario
	doc.Decode(text, &s)
	return s.Version == Version && partOf(s.Kind) != nil && s.Placement != nil
}

// visitValues visits every value inside v with a function that sets it.
func visitValues(v any, visit func(path string, set func(any), old any)) {
	switch v := v.(type) {
	case map[string]any:
		names := []string{}
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			visitValues(v[name], func(path string, set func(any), old any) { visit(name+"."+path, set, old) })
			visit(name, func(x any) { v[name] = x }, v[name])
		}
	case []any:
		for i := range v {
			visitValues(v[i], func(path string, set func(any), old any) {
				visit(fmt.Sprintf("%d.%s", i, path), set,
					old)
			})
			visit(fmt.Sprint(i), func(x any) { v[i] = x }, v[i])
		}
	}
}

func TestResultSchema(t *testing.T) {
	schema := decodeJSON(t, ResultSchema())
	const good = `{"format": "gridbox-result", "version": 1, "engine": "0.1.0", "scenario": "sha256:0", "kind": "placement",
		"runs": [{"algorithm": "rbhs", "options": {"weights": "sum"}, "feasible": true, "metrics": {"makespan": 2},
			"solution": {"assignments": [{"job": "j", "cluster": "c", "start": 0, "transferTime": 0, "runTime": 2, "finish": 2, "sources": []}]},
			"bound": {"metric": "makespan", "value": 2, "gap": 0}, "check": {"ok": true, "violations": []}, "digest": "sha256:0", "elapsedMs": 1}]}`
	if !valid(schema, decodeJSON(t, []byte(good))) {
		t.Error("the schema refuses a valid result")
	}
	if _, faults := ParseResult([]byte(good)); faults != nil {
		t.Error(faults)
	}
	for _, change := range [][2]string{{`"cluster": "c"`, `"claster": "c"`}, {`"feasible": true`, `"feasible": 1`},
		{`"makespan": 2}`, `"makespan": "2"}`}, {`"version": 1`, `"version": 2`}} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if valid(schema, decodeJSON(t, []byte(bad))) {
			t.Errorf("the schema accepts a result with %s", change[1])
		}
		if _, faults := ParseResult([]byte(bad)); faults == nil {
			t.Errorf("ParseResult accepts a result with %s", change[1])
		}
	}
}
