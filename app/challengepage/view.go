package challengepage

import (
	"strconv"
	"strings"
	"time"

	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// The parts of the page that are filled from here.
const (
	partAttempt = "opened" // the attempt of a link
	partResult  = "came"   // the result of the last attempt
	partTable   = "table"  // the user's own attempts
)

func trouble(text string) ui.Node { return ui.El("p", ui.Class("trouble"), text) }

// progress shows the progress of a trial.
func (c *Contest) progress(t *trial) {
	of := 2 * len(t.scenarios)
	c.Show(partResult, ui.El("p", ui.El("progress", ui.A("max", strconv.Itoa(of)),
		ui.A("value", strconv.Itoa(of-t.remaining)),
		ui.A("aria-label", "Answers")), " "+strconv.Itoa(of-t.remaining)+" of "+strconv.Itoa(of)+" answers"))
}

// outcome returns the result of the user's own attempt.
func (c *Contest) outcome(t *trial, x *challenge.Challenge, kept error) ui.Node {
	parts := []ui.Node{headline(t.attempt.Score, x)}
	if kept != nil {
		parts = append(parts, trouble("The library keeps it only until this tab is closed: "+kept.Error()))
	}
	return ui.El("div", parts, instances(t, x), handing(t.attempt))
}

// headline returns a line with the score and the meaning of 100.
func headline(s float64, x *challenge.Challenge) ui.Node {
	if s == 0 {
		return ui.El("p", ui.El("b", "0. "), "At least one instance has no valid answer, although "+x.Target+
			" has one.")
	}
	return ui.El("p", ui.El("b", ui.Class("score"), doc.Decimal(s)),
		" in "+x.Title+", where 100 is the "+x.TargetText()+" and more is better.")
}

// verdict returns the result of running another user's attempt again.
func verdict(t *trial, x *challenge.Challenge, again float64) ui.Node {
	status := ui.El("p", ui.El("b", ui.Class("passed"), "Reproduced. "), "It scores "+doc.Decimal(again)+
		" here too, where 100 is the "+x.TargetText()+" and more is better.")
	if again != t.attempt.Score {
		status = ui.El("p", ui.Class("trouble"), ui.El("b", "Not reproduced. "), "Run again it scores "+
			doc.Decimal(again)+
			"; the link says "+doc.Decimal(t.attempt.Score)+".")
	}
	return ui.El("div", status, instances(t, x))
}

// instances compares target and policy, instance by instance; each opens in the laboratory.
func instances(t *trial, x *challenge.Challenge) ui.Node {
	number := func(a *scenario.Answer) string {
		if !a.Feasible {
			return "none"
		}
		if a.Check == nil || !a.Check.OK {
			return "fails the check"
		}
		return ui.Num(a.Metrics[x.Metric])
	}
	var rows []ui.Node
	for i, s := range t.scenarios {
		place := ui.El("span", strconv.Itoa(i+1))
		if link, err := scenario.Link(s); err == nil {
			place = ui.El("a", ui.A("data-lab", link), ui.A("aria-label", "Instance "+strconv.Itoa(i+1)+
				" in the laboratory"), strconv.Itoa(i+1))
		}
		rows = append(rows, ui.El("tr", ui.RowHead(place), ui.El("td", ui.Class("num"),
			number(&t.pairs[i].Target)), ui.El("td", ui.Class("num"), number(&t.pairs[i].Mine))))
	}
	unit := ""
	if x.Unit() != "" {
		unit = ", " + x.Unit()
	}
	return ui.El("div", ui.Class("scroll"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Instances"), ui.El("table",
			ui.El("thead", ui.El("tr", ui.ColHead("Instance"), ui.ColHead(x.Target+unit),
				ui.ColHead(t.attempt.Policy.ID+unit))), ui.El("tbody", rows)))
}

// handing returns the buttons that share an attempt: its link, or a note about
// its document if it is too long for a link.
func handing(a *challenge.Attempt) ui.Node {
	link, err := challenge.Link(a)
	if err != nil {
		return ui.El("p", ui.Class("note"), "It is kept below, and too long for a link; Save gives a file that "+
			"gridbox challenge verify reads.")
	}
	return ui.El("p", ui.Class("actions"), ui.El("button", ui.A("type", "button"), ui.A("data-copy", link),
		"Copy the link"), ui.El("span", ui.Class("note"), "Opening the link runs it again."))
}

// linkedAttempt returns another user's attempt that has not been run again yet.
func linkedAttempt(a *challenge.Attempt) ui.Node {
	x, _ := challenge.Find(a.Challenge)
	parts := []ui.Node{ui.El("h2", "An attempt from a link"),
		ui.El("p", ui.El("b", a.Policy.ID), " claims a score of ", ui.El("b", doc.Decimal(a.Score)), " in "+x.Title+
			", where 100 is the "+x.TargetText()+" and more is better.")}
	if !a.HasValidDigest() {
		return ui.El("div", parts, trouble("The link was changed after the attempt was made: its digest is another "+
			"one. Ask for it again."), source(a))
	}
	again := ui.El("button", ui.A("type", "button"), ui.Class("run"), ui.A("data-ask", "again"), "Run it again")
	if a.Policy.Language == policy.JavaScript {
		parts = append(parts, ui.El("p", "It is a program, and has not run. Read it if you like. It can use a "+
			"processor of this machine until you cancel it or its steps are used up; it cannot reach the network, "+
			"this page, your files, the clock, or anything else outside of its own memory."))
	}
	return ui.El("div", parts, source(a), ui.El("p", ui.Class("actions"), again, ui.El("button",
		ui.A("type", "button"), ui.A("data-ask", "take"), ui.A("data-key", ""), "Start from it")))
}

func source(a *challenge.Attempt) ui.Node {
	return ui.El("pre", ui.A("tabindex", "0"), ui.A("aria-label", "Source of "+a.Policy.ID),
		ui.El("code", a.Policy.Source))
}

// attempts returns the table of attempts in the library.
func attempts(kept []library.Attempt) ui.Node {
	if len(kept) == 0 {
		return ui.El("p", ui.Class("note"),
			"None yet. Attempts are kept in the library of this browser and are "+
				"included when it is saved as a file.")
	}
	var rows []ui.Node
	for _, k := range kept {
		a, faults := challenge.Read([]byte(k.Text))
		if len(faults) > 0 {
			continue // of a later Gridbox
		}
		rows = append(rows, row(a, k))
	}
	return ui.El("div", ui.Class("scroll"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Attempts"), ui.El("table",
			ui.El("thead", ui.El("tr", ui.ColHead("Challenge"), ui.ColHead("Score"), ui.ColHead("Policy"),
				ui.ColHead("Made"), ui.ColHead(ui.El("span", ui.Class("aside"), "Actions")))), ui.El("tbody", rows)))
}

// row returns one attempt of the table.
func row(a *challenge.Attempt, k library.Attempt) ui.Node {
	x, _ := challenge.Find(a.Challenge)
	key, of := store.AttemptKey(k), " of "+doc.Decimal(a.Score)+" in "+x.Title
	act := func(ask, text string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.A("data-ask", ask), ui.A("data-key", key),
			ui.A("aria-label", text+", the attempt"+of), text)
	}
	acts := []ui.Node{act("take", "Edit")}
	if link, err := challenge.Link(a); err == nil {
		acts = append(acts, ui.El("button", ui.A("type", "button"), ui.A("data-copy", link),
			ui.A("aria-label", "Copy the link of the attempt"+of), "Link"))
	}
	acts = append(acts, ui.El("button", ui.A("type", "button"), ui.A("data-save", string(doc.Pretty(a))),
		ui.A("data-name", a.Challenge+"-"+doc.Decimal(a.Score)+".json"),
		ui.A("aria-label", "Save the attempt"+of), "Save"),
		act("forget", "Remove"))
	message := doc.Decimal(a.Score)
	if !a.HasValidDigest() {
		message += " (changed)"
	}
	lines := strconv.Itoa(strings.Count(strings.TrimSpace(a.Policy.Source), "\n")+1) + " lines"
	if lines == "1 lines" {
		lines = "1 line"
	}
	language := map[string]string{policy.Formula: "formula", policy.JavaScript: "program"}[a.Policy.Language]
	return ui.El("tr", ui.RowHead(x.Title), ui.El("td", ui.Class("num"), message),
		ui.El("td", a.Policy.ID+", a "+language+" of "+lines),
		ui.El("td", time.UnixMilli(int64(k.At)).Format("2006-01-02 15:04")), ui.El("td", ui.Class("acts"), acts))
}
