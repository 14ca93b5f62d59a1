//go:build unix

package studies

import (
	"os"
	"syscall"
)

// Requests are the signals by which schedulers ask a task to end: that of Slurm's --signal,
// usually USR1, and the TERM before a task is killed.
var Requests = []os.Signal{syscall.SIGTERM, syscall.SIGUSR1}
