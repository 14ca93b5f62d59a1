// Package mcpserver offers the commands of gridbox as tools of the Model Context Protocol.
//
// A tool is one command with its documents in memory: it reads and writes no files. The result of
// a tool is the document that the command writes; a command that fails gives an error with the
// messages of the command, each {"code", "path", "message"}.
package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MaxLine is the longest message that is read, in bytes.
const MaxLine = 64 << 20

// A Command runs one command line, such as solve scenario.json, with files in memory. It returns what the
// command wrote, its messages, one JSON document a line, and its exit status.
type Command func(ctx context.Context, args []string, files map[string][]byte) (out, messages []byte, status int)

// Serve answers requests until the input ends or the context is cancelled.
func Serve(ctx context.Context, in io.Reader, out io.Writer, version string, command Command) error {
	s := mcp.NewServer(&mcp.Implementation{Name: "gridbox", Title: "Gridbox", Version: version}, &mcp.ServerOptions{
		Instructions: "Gridbox runs scheduling algorithms on documents. Begin with list for what there is and with " +
			"generate for a scenario to change. Documents are JSON; a fault names the path of its field.",
	})
	addTools(s, command)
	return s.Run(ctx, &lines{in: in, out: out, limit: MaxLine})
}

// The arguments of the tools. A document is an object, or its text.
type (
	noInput       struct{}
	generateInput struct {
		Preset string `json:"preset" jsonschema:"id of a preset, as list names it"`
		Seed   uint64 `json:"seed,omitempty" jsonschema:"where the random streams start; 0 unless given"`
	}
	solveInput struct {
		Scenario   any      `json:"scenario" jsonschema:"the scenario, an object or its text"`
		Algorithms []string `json:"algorithms,omitempty" jsonschema:"ids of algorithms; the runs of the scenario unless given"`
	}
	studyInput struct {
		Scenario     any `json:"scenario" jsonschema:"the scenario with its field study, an object or its text"`
		Replications int `json:"replications,omitempty" jsonschema:"how often to draw it, in place of what it says"`
	}
	explainInput struct {
		Scenario any    `json:"scenario" jsonschema:"the scenario, an object or its text"`
		Run      string `json:"run" jsonschema:"the run: its place from 0, its label, or its name"`
		Job      string `json:"job,omitempty" jsonschema:"the job whose decision is explained, in kinds with jobs"`
	}
	checkInput struct {
		Scenario any `json:"scenario" jsonschema:"the scenario, an object or its text"`
		Result   any `json:"result" jsonschema:"a result document of solve or study, or the text of another program's schedule"`
	}
	file struct {
		Name string `json:"name" jsonschema:"name with its ending"`
		Text string `json:"text" jsonschema:"all of the file"`
	}
	importInput struct {
		Files  []file            `json:"files" jsonschema:"the files of another program"`
		Format string            `json:"format,omitempty" jsonschema:"the format, where the content does not tell it"`
		Kind   string            `json:"kind,omitempty" jsonschema:"the kind of problem, where a format can become several"`
		Set    map[string]string `json:"set,omitempty" jsonschema:"answers to questions of the report, by name"`
	}
	scoreInput struct {
		Policy   string `json:"policy" jsonschema:"the source of the policy"`
		Language string `json:"language,omitempty" jsonschema:"formula, which is usual, or javascript"`
		Suite    string `json:"suite" jsonschema:"id of a suite; the challenges of list"`
	}
)

// addTools adds all tools.
func addTools(s *mcp.Server, command Command) {
	add(s, command, "list", "List kinds, algorithms with their options, metrics, presets, papers and suites.",
		func(*noInput) call { return call{args: []string{"list"}} })
	add(s, command, "generate", "Print the explicit scenario of a preset.", func(in *generateInput) call {
		return call{args: []string{"generate", in.Preset, "--seed", strconv.FormatUint(in.Seed, 10)}}
	})
	add(s, command, "solve", "Run algorithms on a scenario and check every answer; the result document.",
		func(in *solveInput) call {
			c := call{args: []string{"solve", scenarioFile}}
			for _, id := range in.Algorithms {
				c.args = append(c.args, "--algorithm", id)
			}
			return c.withDocument(scenarioFile, in.Scenario)
		})
	add(s, command, "study", "Replicate and vary a scenario; the study document with means, intervals and pairs.",
		func(in *studyInput) call {
			c := call{args: []string{"study", scenarioFile}}
			if in.Replications > 0 {
				c.args = append(c.args, "--replications", strconv.Itoa(in.Replications))
			}
			return c.withDocument(scenarioFile, in.Scenario)
		})
	add(s, command, "explain", "Explain what a run decided: the numbers behind the decision and the recorded steps.",
		func(in *explainInput) call {
			c := call{args: []string{"explain", scenarioFile, "--run", in.Run}}
			if in.Job != "" {
				c.args = append(c.args, "--about", "job="+in.Job)
			}
			return c.withDocument(scenarioFile, in.Scenario)
		})
	add(s, command, "check", "Verify a result document, or another program's schedule, against its scenario.",
		func(in *checkInput) call {
			c := call{args: []string{"check", scenarioFile, resultFile}}
			return c.withDocument(scenarioFile, in.Scenario).withDocument(resultFile, in.Result)
		})
	add(s, command, "import", "Convert files of other programs to a scenario.", importCall)
	add(s, command, "score", "Measure a policy on a suite of 50 fixed instances.", func(in *scoreInput) call {
		name := "policy.txt"
		if in.Language == "javascript" {
			name = "policy.js"
		}
		return call{args: []string{"score", name, "--suite", in.Suite}}.withDocument(name, in.Policy)
	})
}

// The names of the documents in memory.
const (
	scenarioFile = "scenario.json"
	resultFile   = "result.json"
)

// importCall returns the command line call that imports the files of an import tool request.
func importCall(in *importInput) call {
	c := call{args: []string{"import"}}
	for i, f := range in.Files {
		name := strconv.Itoa(i) + "/" + f.Name // so that no name begins with a dash or occurs twice
		c.args = append(c.args, name)
		c = c.withDocument(name, f.Text)
	}
	if in.Format != "" {
		c.args = append(c.args, "--as", in.Format)
	}
	if in.Kind != "" {
		c.args = append(c.args, "--kind", in.Kind)
	}
	for name, value := range in.Set {
		c.args = append(c.args, "--set", name+"="+value)
	}
	return c
}

// A call is a command line with its files.
type call struct {
	args  []string
	files map[string][]byte
}

// withDocument adds a document: a text as it is, anything else as JSON.
func (c call) withDocument(name string, document any) call {
	if c.files == nil {
		c.files = map[string][]byte{}
	}
	text, ok := document.(string)
	if !ok {
		written, _ := json.Marshal(document)
		text = string(written)
	}
	c.files[name] = []byte(text)
	return c
}

// A failure is the result of a tool whose command failed.
type failure struct {
	Status   int               `json:"status"`
	Messages []json.RawMessage `json:"messages"`
}

// add adds a tool that runs a command.
func add[In any](s *mcp.Server, command Command, name, about string, of func(*In) call) {
	closed := false
	tool := &mcp.Tool{Name: name, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true,
		IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		c := of(&in)
		if c.files == nil {
			c.files = map[string][]byte{}
		}
		out, messages, status := command(ctx, append(c.args, "--json"), c.files)
		result := &mcp.CallToolResult{}
		if len(out) > 0 {
			result.Content = append(result.Content, &mcp.TextContent{Text: string(out)})
		}
		if status != 0 || len(out) == 0 {
			text, _ := json.Marshal(&failure{status, messageList(messages)})
			result.Content = append(result.Content, &mcp.TextContent{Text: string(text)})
			result.IsError = status != 0
		}
		return result, nil, nil
	})
}

// messageList returns the messages of a command, one a line.
func messageList(text []byte) []json.RawMessage {
	list := []json.RawMessage{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); json.Valid([]byte(line)) {
			list = append(list, json.RawMessage(line))
		}
	}
	return list
}
