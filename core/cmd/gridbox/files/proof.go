package files

import (
	"errors"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/export"
	"gridbox/core/proof"
	"gridbox/core/scenario"
)

// proofs are the formats of proofs: each returns the text of the proof of an answer's bound and a remark about it.
var proofs = map[string]func(s *scenario.Scenario, a *scenario.Answer) (text []byte, note string, err error){
	"vipr": vipr,
	"opb": func(s *scenario.Scenario, a *scenario.Answer) ([]byte, string, error) {
		p, err := proof.Refute(s, a)
		if err != nil {
			return nil, "", err
		}
		return p.Formula, "The formula is of " + p.Claim + "; --as veripb writes the proof that there is none.", nil
	},
	"veripb": func(s *scenario.Scenario, a *scenario.Answer) ([]byte, string, error) {
		p, err := proof.Refute(s, a)
		if err != nil {
			return nil, "", err
		}
		return p.Proof, "The proof refutes " + p.Claim + "; --as opb writes the formula that it is about.", nil
	},
}

// vipr returns the proof of a placement's bound in the format VIPR, with a note that compares the
// proven bound with the answer's. It returns an error for other kinds and for problems too large.
func vipr(s *scenario.Scenario, a *scenario.Answer) (text []byte, note string, err error) {
	if s.Placement == nil {
		return nil, "", proof.ErrKind("vipr proves a bound of an answer of kind placement")
	}
	var multipliers []float64
	value := 0.0
	if b := a.Bound; b != nil {
		value = b.Value
		if b.Certificate != nil {
			multipliers = b.Certificate.Multipliers
		}
	}
	written, bound, err := proof.VIPR(&s.Placement.Problem, multipliers)
	if err != nil {
		return nil, "", err
	}
	proven, _ := bound.Float64()
	return written, "The proof shows a makespan of at least " + doc.Exact(proven) + " s; the bound of " + a.Label +
		" is " + doc.Exact(value) + " s.", nil
}

// proof writes the proof of the bound of an answer.
func (c *Call) proof(s *scenario.Scenario, as string, text []byte, studied bool) int {
	if studied {
		c.Say("gridbox export: " + as + " proves a bound of an answer, not of a study\n")
		return cli.Wrong
	}
	w := &export.Work{}
	if status := c.collectAnswers(s, w, export.Format{Single: true}, text, false); status != cli.Done {
		return status
	}
	if len(w.Answers) == 0 {
		c.Say("gridbox export: there is no answer\n")
		return cli.Wrong
	}
	written, note, err := proofs[as](w.Scenario, &w.Answers[0])
	if err != nil {
		c.Say("gridbox export: " + err.Error() + "\n")
		if errors.As(err, new(proof.ErrKind)) {
			return cli.Wrong
		}
		return cli.Failed
	}
	c.Say(note + "\n")
	if out, ok := c.Flag("out"); ok && out != "-" {
		return c.save(out, written)
	}
	return c.Write(written)
}
