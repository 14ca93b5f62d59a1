//go:build !unix

package studies

import (
	"os"
	"syscall"
)

// Requests are the signals that ask a task to end; this platform has no USR1.
var Requests = []os.Signal{syscall.SIGTERM}
