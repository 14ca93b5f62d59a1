//go:build !unix

package main

import (
	"os"
	"syscall"
)

// requests are the signals that ask a task to end; there is no USR1 here.
var requests = []os.Signal{syscall.SIGTERM}
