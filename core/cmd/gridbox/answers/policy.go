package answers

import (
	"os"
	"strconv"
	"time"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/policy"
)

// RunVerb returns the verb run.
func RunVerb() *cli.Verb {
	return &cli.Verb{Name: "run", Args: []string{"SCENARIO"},
		About: "add a policy from a file, solve, and compare it with the other runs",
		Details: "A file that ends in .js is a program, any other holds formulas. The policy is named after its\n" +
			"file and replaces a policy of that name in the scenario. Exit status 2 if the policy\n" +
			"cannot be read, 1 if a run failed or an answer did not pass the check.",
		Flags: []cli.Option{
			cli.Flag("policy", "FILE", "the policy; may be given again for more"),
			cli.Flag("option", "NAME=VALUE",
				"an option of the policies' runs, such as backfill=none; may be given again"),
			cli.Flag("watch", "", "run again whenever the scenario or a policy is saved, until Ctrl+C"),
			cli.Flag("json", "", "write the result document in place of tables"),
			cli.Flag("solution", "", "list every decision too"),
			cli.Flag("progress", "", "report progress even if standard error is not a terminal"),
			cli.InterpreterFlag,
		}, Run: verbFunc(runPolicies)}
}

// runPolicies solves a scenario with policies from files. With --watch it solves again whenever
// one of the files is saved.
func runPolicies(c *Call) int {
	if !c.HasFlag("policy") {
		c.Say("gridbox run: --policy FILE is missing\n")
		return cli.Wrong
	}
	saved := c.fileTimes()
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	for {
		status := cli.Wrong
		if with, ok := c.WithPolicies(s); ok {
			wanted, _ := c.SelectedRuns(with)
			status = c.solve(with, wanted, !c.HasFlag("json"))
		}
		if !c.HasFlag("watch") {
			return status
		}
		c.Flush(status)
		for again := false; !again; {
			c.Say("gridbox run: waiting until a file is saved; Ctrl+C ends it\n")
			if !c.awaitSaving(saved) {
				return cli.Done
			}
			saved, again = c.fileTimes(), true
			if c.Args[0] != "-" {
				s, again = c.ReadScenario(c.Args[0])
			}
		}
	}
}

// policyFault reports whether a run failed because its policy is invalid, so that other runs
// continue.
func policyFault(run selectedRun, err error) (doc.Faults, bool) {
	faults, ok := err.(doc.Faults)
	return faults, ok && run.Algorithm == policy.AlgorithmOwn
}

// fileTimes returns the modification times of the scenario and the policies.
func (c *Call) fileTimes() string {
	text := ""
	for _, name := range append([]string{c.Args[0]}, c.Flags["policy"]...) {
		if info, err := os.Stat(name); err == nil {
			text += strconv.FormatInt(info.ModTime().UnixNano(), 10) + " " + strconv.FormatInt(info.Size(), 10)
		}
		text += "\n"
	}
	return text
}

// watchInterval is the interval between checks of a file.
const watchInterval = 200 * time.Millisecond

// awaitSaving waits until a file changes. It reports false if the command ends first.
func (c *Call) awaitSaving(saved string) bool {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		select {
		case <-c.Ctx.Done():
			return false
		case <-ticker.C:
			if c.fileTimes() != saved {
				return true
			}
		}
	}
}
