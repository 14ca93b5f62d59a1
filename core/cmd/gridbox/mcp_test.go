package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/mcpserver"
)

// opening begins a session.
const opening = `{"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-06-18",` +
	`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// serverAnswer is one line of the server's output.
type serverAnswer struct {
	ID     any
	Result struct {
		Content []struct{ Text string }
		IsError bool
		Tools   []struct {
			Name        string
			InputSchema map[string]any
		}
	}
	Error struct {
		Code    int
		Message string
	}
}

// runSession runs a session on lines and returns the answers by id. Answers without
// an id are counted by code.
func runSession(t *testing.T, in io.Reader) (byID map[string]serverAnswer, refused map[int]int) {
	t.Helper()
	out, got := &bytes.Buffer{}, &bytes.Buffer{}
	around := cli.Surroundings{In: in, Out: out, Err: got, Clock: func() float64 { return 0 }}
	if status := run(t.Context(), []string{"mcp"}, around); status != cli.Done {
		t.Fatalf("gridbox mcp: got exit %d, want %d; %s", status, cli.Done, got)
	}
	byID, refused = map[string]serverAnswer{}, map[int]int{}
	for line := range strings.Lines(out.String()) {
		var a serverAnswer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("output line %.200s is no answer: %v", line, err)
		}
		switch id := a.ID.(type) {
		case nil:
			refused[a.Error.Code]++
		case string:
			byID[id] = a
		case float64:
			byID[strconv.Itoa(int(id))] = a
		}
	}
	return byID, refused
}

// tool returns the line of a request for a tool.
func tool(id int, name string, arguments any) string {
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call",
		"params": map[string]any{"name": name, "arguments": arguments}})
	return string(text) + "\n"
}

// TestEveryToolAnswers calls each tool as a program would.
func TestEveryToolAnswers(t *testing.T) {
	const small = `{"format": "gridbox", "version": 1, "kind": "placement", "placement": {
		"clusters": [{"id": "a", "mips": 100}, {"id": "b", "mips": 50}], "jobs": [{"id": "j1", "mi": 100}]},
		"runs": [{"algorithm": "fastest"}], "study": {"replications": 1}}`
	var object any
	if err := json.Unmarshal([]byte(small), &object); err != nil {
		t.Fatal(err)
	}
	first, _ := runSession(t, strings.NewReader(opening+tool(1, "solve", map[string]any{"scenario": small})))
	result := first["1"].Result.Content[0].Text
	calls := []struct {
		name, want string
		arguments  map[string]any
	}{
		{"list", `"gridbox-list"`, map[string]any{}},
		{"generate", `"kind": "group"`, map[string]any{"preset": "gka-22", "seed": 3}},
		{"solve", `"gridbox-result"`, map[string]any{"scenario": object, "algorithms": []string{"fastest"}}},
		{"study", `"gridbox-study"`, map[string]any{"scenario": object}},
		{"explain", `"decision": "a"`, map[string]any{"scenario": object, "run": "0", "job": "j1"}},
		{"check", `"ok": true`, map[string]any{"scenario": object, "result": result}},
		{"import", `"farm"`, map[string]any{"files": []any{map[string]any{"name": "--help.swf",
			"text": "; MaxProcs: 4\n1 0 0 10 2 -1 -1 2 10 -1 1 1 1 1 1 1 -1 -1\n"}}}},
		{"score", `"gridbox-score"`, map[string]any{"policy": "price", "suite": "blind-buyers"}},
	}
	in := opening + `{"jsonrpc":"2.0","id":"tools","method":"tools/list"}` + "\n"
	for i, c := range calls {
		in += tool(i, c.name, c.arguments)
	}
	answers, _ := runSession(t, strings.NewReader(in))
	if tools := answers["tools"].Result.Tools; len(tools) != len(calls) {
		t.Errorf("got %d tools, want %d as the test calls", len(tools), len(calls))
	}
	for i, c := range calls {
		a := answers[strconv.Itoa(i)]
		if len(a.Result.Content) == 0 || a.Result.IsError || !strings.Contains(a.Result.Content[0].Text, c.want) {
			t.Errorf("tool %s: got %.600v, want a result with %q", c.name, a, c.want)
		}
	}
}

// TestBadMessagesDoNotEndASession sends invalid messages among requests, which
// are still answered.
func TestBadMessagesDoNotEndASession(t *testing.T) {
	in := opening + "this is no JSON\n\n" + `{"jsonrpc":"2.0"}` + "\n" + `[{"jsonrpc":"2.0","id":1,"method":"ping"}]` + "\n" +
		tool(2, "nothing", nil) + tool(3, "solve", map[string]any{"scenari": 1}) +
		tool(4, "solve", map[string]any{"scenario": "{"}) +
		`{"jsonrpc":"2.0","id":5,"method":"nothing"}` + "\n" + tool(6, "list", map[string]any{}) +
		`{"jsonrpc":"2.0","id":7,"method":"tools/c`
	answers, refused := runSession(t, strings.NewReader(in))
	if refused[-32700] != 2 || refused[-32600] != 2 {
		t.Errorf("lines that are no messages: got answers by code %v, want 2 of -32700 and 2 of -32600", refused)
	}
	if answers["2"].Error.Code != -32602 || answers["5"].Error.Code != -32601 {
		t.Errorf("unknown names: got errors %+v and %+v, want codes -32602 and -32601", answers["2"].Error,
			answers["5"].Error)
	}
	for _, id := range []string{"3", "4"} {
		if !answers[id].Result.IsError {
			t.Errorf("invalid call %s: got %+v, want an error result", id, answers[id])
		}
	}
	if text := answers["4"].Result.Content[0].Text; !strings.Contains(text, `"code":"document-invalid"`) {
		t.Errorf("call with an invalid scenario: got %s, want code document-invalid", text)
	}
	if answers["6"].Result.IsError || len(answers["6"].Result.Content) == 0 {
		t.Error("the request after invalid messages was not answered")
	}
}

// TestLongMessages sends a policy of 10 MB, which is refused by its limit, and a line above the limit of lines.
func TestLongMessages(t *testing.T) {
	policy := strings.Repeat("price + ", 10<<20/8)
	began := time.Now()
	score := tool(1, "score", map[string]any{"policy": policy, "suite": "blind-buyers"})
	in := io.MultiReader(strings.NewReader(opening+score),
		io.LimitReader(endlessOf('x'), mcpserver.MaxLine+10), strings.NewReader("\n"+tool(2, "list", map[string]any{})))
	answers, refused := runSession(t, in)
	if a := answers["1"]; !a.Result.IsError || !strings.Contains(a.Result.Content[0].Text, "is longer than") {
		t.Errorf("a policy of 10 MB: got %.300v, want an error that it is too long", a)
	}
	if refused[-32600] != 1 || answers["2"].Result.IsError {
		t.Errorf("a line over the limit: got refusals %v, then answer %.300v; want 1 of -32600, then a result",
			refused, answers["2"])
	}
	t.Log(time.Since(began))
}

type endlessOf byte

func (e endlessOf) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// TestToolsReadNoFiles checks that a tool cannot name a file of the machine.
func TestToolsReadNoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "scenario.json", "secret")
	answers, _ := runSession(t, strings.NewReader(opening+
		tool(1, "import", map[string]any{"files": []any{}, "set": map[string]string{"mapping": "scenario.json"}})+
		tool(2, "import", map[string]any{"files": []any{map[string]string{"name": "t.csv", "text": "job,slots\n1,2\n"}},
			"set": map[string]string{"mapping": "scenario.json"}})))
	for id, a := range answers {
		if text, _ := json.Marshal(a); strings.Contains(string(text), "secret") {
			t.Errorf("answer %s shows a file of the machine: %s", id, text)
		}
	}
	if !answers["2"].Result.IsError || !strings.Contains(answers["2"].Result.Content[0].Text, "file-missing") {
		t.Errorf("import with a file's name: got %+v, want the error file-missing", answers["2"])
	}
}
