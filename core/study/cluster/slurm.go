package cluster

import (
	"strconv"
	"strings"
)

// slurm returns a script that submits itself: an array of tasks, and a job
// after it that merges their parts or submits the missing ones again.
func (j *Job) slurm() string {
	b := &strings.Builder{}
	b.WriteString("#!/bin/bash\n")
	j.head(b)
	b.WriteString(`# Run it where sbatch is:   bash FILE
# It submits an array of tasks, and a job that merges their parts when the array
# is over. What is there is never done again, so running it again goes on where
# it was. Some parts only:   bash FILE 3,17-19
#
#SBATCH --job-name=` + j.name() + `
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=` + strconv.Itoa(j.Cores) + `
#SBATCH --mem=` + strconv.Itoa(j.memory()) + `M
#SBATCH --time=` + strconv.Itoa(j.limit()) + `
# Two minutes before the limit a task receives a signal, keeps its work and is
# queued again.
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

`)
	j.setup(b)
	setting(b, "AT_ONCE=${AT_ONCE:-"+strconv.Itoa(maxConcurrency)+"}", "how many tasks run at once")
	setting(b, "ROUNDS=${ROUNDS:-3}", "how often what is missing is submitted again")
	b.WriteString(`export GRIDBOX STUDY OUT RESULT PARTS AT_ONCE ROUNDS

# submit ARRAY: the tasks, and what comes after them. Each knows where this file is,
# because Slurm runs a copy of it.
submit() {
  local tasks
  mkdir -p "$OUT/logs"
  tasks=$(sbatch --parsable --export=ALL,STEP=task --array="$1%$AT_ONCE" --output="$OUT/logs/%A-%a.txt" "$SCRIPT")
  tasks=${tasks%%;*}
  sbatch --parsable --export=ALL,STEP=merge --dependency="afterany:$tasks" --output="$OUT/logs/merge-%j.txt" "$SCRIPT" >/dev/null
  echo "submitted $1 of $PARTS parts as $tasks, and a merge after them" >&2
}

case "${STEP:-}" in
  "")
    SCRIPT=$(realpath "$0"); export SCRIPT
    submit "${1:-1-$PARTS}"
    ;;
  task)
    # In the background, so that this shell hears signals and passes them on.
    "$GRIDBOX" ` + j.study(`"$STUDY"`) + ` --shard "env/$PARTS" --out "$OUT" --cores "$CORES" &
    task=$!
    asked=""
    trap 'asked=time; kill -USR1 $task' USR1
    trap 'asked=end; kill -TERM $task' TERM
    while :; do
      status=0; wait $task || status=$?
      kill -0 $task 2>/dev/null || break
    done
    # Ended before its time, with what was done kept: it goes on when it is its turn.
    if [ "$status" -eq 3 ] && [ "$asked" = time ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
      scontrol requeue "$SLURM_JOB_ID"
    fi
    exit "$status"
    ;;
  merge)
    left=$("$GRIDBOX" merge "$OUT" --missing --of "$PARTS")
    if [ -n "$left" ] && [ "$ROUNDS" -gt 0 ]; then
      ROUNDS=$((ROUNDS - 1)) submit "$left"
      exit 0
    fi
    ` + strings.ReplaceAll(strings.TrimSuffix(merge, "\n"), "\n", "\n    ") + `
    ;;
esac
`)
	return b.String()
}
