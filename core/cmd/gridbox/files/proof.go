package files

import (
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/export"
	"gridbox/core/proof"
	"gridbox/core/scenario"
)

// proof writes the proof of a placement's bound in the format VIPR.
func (c *Call) proof(s *scenario.Scenario, text []byte, studied bool) int {
	if s.Placement == nil || studied {
		c.Say("gridbox export: vipr proves a bound of an answer of kind placement\n")
		return cli.Wrong
	}
	w := &export.Work{}
	if status := c.gather(s, w, export.Format{Single: true}, text, false); status != cli.Done {
		return status
	}
	var multipliers []float64
	value := 0.0
	if b := w.Answers[0].Bound; b != nil {
		value = b.Value
		if b.Certificate != nil {
			multipliers = b.Certificate.Multipliers
		}
	}
	written, bound, err := proof.VIPR(&w.Scenario.Placement.Problem, multipliers)
	if err != nil {
		c.Say("gridbox export: " + err.Error() + "\n")
		return cli.Failed
	}
	proven, _ := bound.Float64()
	c.Say("The proof shows a makespan of at least " + doc.Exact(proven) + " s; the bound of " +
		w.Answers[0].Label + " is " + doc.Exact(value) + " s.\n")
	if out, ok := c.Flag("out"); ok && out != "-" {
		return c.save(out, written)
	}
	return c.Write(written)
}
