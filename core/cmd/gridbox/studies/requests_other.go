//go:build !unix

package studies

import (
	"os"
	"syscall"
)

// Requests are the signals that ask a task to end; there is no USR1 here.
var Requests = []os.Signal{syscall.SIGTERM}
