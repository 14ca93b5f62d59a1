// Package formats lists every format that can be brought in. It is a room of its
// own so that a program that brings in nothing holds none of them.
package formats

import (
	"gridbox/core/bring"
	"gridbox/core/bring/table"
)

// All gives the formats, in the order in which they are offered.
func All() []*bring.Format {
	return []*bring.Format{table.Format}
}
