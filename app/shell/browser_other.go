//go:build !js

package shell

import "errors"

// The laboratory lives in a browser only; natively it is prerendered and
// tested.

func newPool() (pool, error) { return nil, errors.New("shell: there are no workers outside a browser") }

func openLibrary() library { return nil }
