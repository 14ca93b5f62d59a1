// Package kube reads the nodes and pods of a Kubernetes cluster, as kubectl get
// nodes and kubectl get pods write them, in JSON or YAML. They become the
// machines and jobs of a farm. With the kind group, the nodes alone become a
// problem of choosing some of them, grouped by their zones.
//
// A pod requests processors and memory, but not a run time, so that is a
// question. Pods that run on every node (daemon sets) or that the scheduler
// does not control reduce the capacity of the machine.
package kube

import (
	"bytes"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/importer/yaml"
)

// Format is the output of kubectl.
var Format = &importer.Format{
	ID: "kubernetes", Title: "Kubernetes nodes and pods",
	About: "Nodes become machines and pods jobs; or nodes become nodes that fail in zones. Write the files with " +
		"kubectl get nodes -o json and kubectl get pods --all-namespaces -o json, or yaml.",
	Kinds: []string{"farm", "group"}, Questions: questions.Questions, Recognise: recognise, Read: read,
}

// questions holds the questions. It is separate from Format, whose reading function
// uses it.
var questions = importer.Format{Questions: []importer.Question{
	{Name: "duration", Label: "Run time", Unit: "s", Usual: "3600",
		About: "how long a pod that waits will run, and one that runs will go on"},
	{Name: "names", Label: "Names", Usual: "letters", Choices: []string{"letters", "keep"},
		About: "letters in place of the names of namespaces, or the names as they are"},
	{Name: "nodes", Label: "Nodes", Usual: "3", About: "how many nodes to choose, where they become groups"},
	{Name: "price", Label: "Price", Usual: "1", About: "of a node, where they become groups"},
	{Name: "zones", Label: "Availability of a zone", Usual: "0.999",
		About: "the chance that a zone is there, where nodes become groups"},
	{Name: "availability", Label: "Availability of a node", Usual: "0.99",
		About: "the chance that a node is there while its zone is, where nodes become groups"},
}}

// recognise returns the certainty from 0 to 100 that a file is output of kubectl,
// and the evidence.
func recognise(f importer.File) (certainty int, evidence string) {
	head := f.Data[:min(len(f.Data), 64<<10)]
	if !bytes.Contains(head, []byte("apiVersion")) {
		return 0, ""
	}
	of := func(kinds ...string) bool {
		for _, kind := range kinds {
			for _, way := range []string{`"kind": "` + kind + `"`, `"kind":"` + kind + `"`, "kind: " + kind} {
				if bytes.Contains(head, []byte(way)) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case of("Node", "Pod", "NodeList", "PodList"):
		return 95, "it has objects with an apiVersion and of the kinds Node or Pod"
	case of("List"):
		return 80, "it is a list of objects with an apiVersion"
	}
	return 0, ""
}

// read returns the scenario of all files together, a group if it is wanted and
// otherwise a farm. The scenario is nil if no node is usable.
func read(files []importer.File, w importer.Wishes) *importer.Result {
	made := &importer.Result{}
	c := cluster{report: &made.Report, wishes: w, ignored: map[string]int{}}
	for _, f := range files {
		for _, document := range c.open(f) {
			c.add(document)
		}
	}
	c.leaveOut()
	if w.Kind == "group" {
		made.Scenario = c.group()
	} else {
		made.Scenario = c.farm()
	}
	if s := made.Scenario; s != nil {
		s.Title, _, _ = strings.Cut(files[0].Name, ".")
	}
	return made
}

// A cluster is the content of the files.
type cluster struct {
	report  *importer.Report
	wishes  importer.Wishes
	nodes   []object
	pods    []object
	ignored map[string]int // counts of ignored kinds of objects
}

// An object is an object of Kubernetes.
type object map[string]any

// open returns the documents of a file, a single one of JSON.
func (c *cluster) open(f importer.File) []any {
	if text := bytes.TrimSpace(f.Data); len(text) > 0 && text[0] == '{' {
		var value any
		if faults := doc.DecodeLong(text, &value, nil, importer.MaxFile); len(faults) > 0 {
			c.report.AddFault(importer.Place{File: f.Name}, "is no whole JSON: "+faults[0].String())
			return nil
		}
		return []any{value}
	}
	documents, fault := yaml.Read(f.Data)
	if fault != nil {
		c.report.AddFault(importer.Place{File: f.Name, Line: fault.Line}, fault.Reason)
	}
	return documents
}

// add adds an object, or the objects of a list, to the cluster.
func (c *cluster) add(value any) {
	t, isObject := value.(map[string]any)
	if !isObject {
		return
	}
	switch kind := object(t).text("kind"); {
	case kind == "Node":
		c.nodes = append(c.nodes, t)
	case kind == "Pod":
		c.pods = append(c.pods, t)
	case strings.HasSuffix(kind, "List"):
		for _, item := range object(t).list("items") {
			if of, isObject := item.(map[string]any); isObject && of["kind"] == nil {
				of["kind"] = strings.TrimSuffix(kind, "List") // the items of a NodeList have no kind
			}
			if one, isObject := item.(map[string]any); isObject && !strings.HasSuffix(object(one).text("kind"),
				"List") {
				c.add(item)
			}
		}
	default:
		c.ignored[importer.Clean(kind)]++
	}
}

func (c *cluster) leaveOut() {
	n := 0
	for _, count := range c.ignored {
		n += count
	}
	c.report.AddLeftOut(n, "object", "of another kind than Node and Pod")
}

// valueAt returns the value at a path of names.
func (t object) valueAt(path ...string) any {
	var value any = map[string]any(t)
	for _, name := range path {
		m, isObject := value.(map[string]any)
		if !isObject {
			return nil
		}
		value = m[name]
	}
	return value
}

func (t object) text(path ...string) string { return scalarText(t.valueAt(path...)) }

func (t object) list(path ...string) []any {
	list, _ := t.valueAt(path...).([]any)
	return list
}

func (t object) object(path ...string) object {
	m, _ := t.valueAt(path...).(map[string]any)
	return m
}

// scalarText returns a value as text; YAML values are text, those of JSON may be
// numbers.
func scalarText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return doc.Number(v)
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return ""
}
