//go:build unix

package studies

import (
	"os"
	"syscall"
)

// Requests are the signals by which engines ask a task to end: Slurm's --signal,
// most often USR1, and the TERM that comes before a task is killed.
var Requests = []os.Signal{syscall.SIGTERM, syscall.SIGUSR1}
