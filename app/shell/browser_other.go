//go:build !js

package shell

import (
	"errors"

	"gridbox/app/lab"
)

// The laboratory lives in a browser only; natively it is prerendered and
// tested.

func workers() (lab.Workers, error) {
	return nil, errors.New("shell: there are no workers outside a browser")
}

func library() lab.Library { return nil }
