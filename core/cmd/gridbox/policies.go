package main

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"gridbox/core/catalog"
	"gridbox/core/cmd/interpreter/located"
	"gridbox/core/policy"
	"gridbox/core/program"
	"gridbox/core/scenario"
)

var (
	policyFlag = option{"policy", "FILE", "run an algorithm of your own too: a program in JavaScript (.js), or a " +
		"formula; may be given again for more"}
	interpreterFlag = option{"interpreter", "FILE", "the interpreter of programs; it is found where ./build.sh deps " +
		"puts it"}
)

// addPolicies puts the files that --policy names into the scenario, each with a
// run of its own behind those of the scenario.
func (c *call) addPolicies(s *scenario.Scenario) bool {
	if len(c.flags["policy"]) == 0 {
		return true
	}
	if !c.on("algorithm") && !c.on("run") {
		s.Runs = catalog.Runs(s)
	}
	for _, file := range c.flags["policy"] {
		text, ok := c.read(file)
		if !ok {
			return false
		}
		p := scenario.Policy{ID: freshID(s, file), Language: policy.Formula, Source: string(text)}
		if p.Title = filepath.Base(file); strings.HasSuffix(file, ".js") || strings.HasSuffix(file, ".mjs") {
			p.Language = policy.JavaScript
		}
		s.Policies = append(s.Policies, p)
		s.Runs = append(s.Runs, scenario.Run{Algorithm: policy.Own, Label: p.Title,
			Options: map[string]any{"policy": p.ID}})
	}
	return c.blame("", catalog.Check(s))
}

// freshID names a policy after its file, by a name that no other policy has.
func freshID(s *scenario.Scenario, file string) string {
	name := filepath.Base(file)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	for n := 1; ; n++ {
		id := name
		if n > 1 {
			id += "-" + strconv.Itoa(n)
		}
		taken := false
		for i := range s.Policies {
			taken = taken || s.Policies[i].ID == id
		}
		if !taken {
			return id
		}
	}
}

// programs runs policies in JavaScript; the interpreter is looked for when the first starts.
func (c *call) programs() policy.Interpreter {
	asked := ""
	if given := c.flags["interpreter"]; len(given) > 0 {
		asked = given[len(given)-1]
	}
	return &late{open: sync.OnceValues(func() (program.Host, error) { return located.Open(asked) })}
}

type late struct{ open func() (program.Host, error) }

func (l *late) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	host, err := l.open()
	if err != nil {
		return nil, err
	}
	return program.Interpreter{Host: host}.Start(ctx, kind, source, seed)
}
