package proof

import (
	"errors"

	"gridbox/core/scenario"
)

// refutations are of one kind each; they return nil for a scenario of another.
var refutations = []func(*scenario.Scenario, *scenario.Answer) (*Pseudo, error){placements, windowsOfGroups, windows}

// An ErrKind is the error of a bound of a kind that has no proof in a format.
type ErrKind string

func (e ErrKind) Error() string { return string(e) }

// Refute returns the pseudo-Boolean proof of the bound of an answer to an explicit scenario.
func Refute(s *scenario.Scenario, a *scenario.Answer) (*Pseudo, error) {
	if a.Bound == nil {
		return nil, errors.New("the answer has no bound")
	}
	for _, refutation := range refutations {
		if p, err := refutation(s, a); p != nil || err != nil {
			return p, err
		}
	}
	return nil, ErrKind("a bound of kind " + s.Kind + " has no pseudo-Boolean proof")
}

// multipliers returns those of the certificate of an answer's bound.
func multipliers(a *scenario.Answer) []float64 {
	if a.Bound.Certificate == nil {
		return nil
	}
	return a.Bound.Certificate.Multipliers
}
