package cluster

import (
	"strconv"
	"strings"
)

// rounds returns a shell script that runs a command and counts the missing
// parts, until none is missing or after three rounds. The command computes the
// parts in $left.
func rounds(command string) string {
	return `
mkdir -p "$OUT"
left=${1:-1-$PARTS}
for round in 1 2 3; do
` + command + `
  left=$("$GRIDBOX" merge "$OUT" --missing --of "$PARTS")
  [ -n "$left" ] || break
  echo "round $round left parts $left of $PARTS" >&2
done
`
}

// parallel returns a script for GNU parallel, on this machine or on several.
func (j *Job) parallel() string {
	b := &strings.Builder{}
	b.WriteString("#!/bin/bash\n")
	j.head(b)
	b.WriteString(`# Run it:   bash FILE
# What is there is never done again, so running it again goes on where it was.
# On several machines that share this folder and have the program at the same
# place:   HOSTS=one,two,three bash FILE
set -euo pipefail

`)
	j.setup(b)
	setting(b, "JOBS=${JOBS:-}", "tasks at once on a machine; as many as its cores hold unless given")
	setting(b, "HOSTS=${HOSTS:-:}", ": is this machine")
	b.WriteString(`if [ -z "$JOBS" ]; then JOBS=$(( $(nproc) / CORES )); [ "$JOBS" -gt 0 ] || JOBS=1; fi

# numbers 3,17-19: one a line
numbers() { tr , '\n' <<< "$1" | while IFS=- read -r a b; do seq "$a" "${b:-$a}"; done; }

# A task that is ended is given half a minute to keep what it has done.
` + strings.TrimPrefix(rounds(`  numbers "$left" |
    parallel --quote --sshlogin "$HOSTS" --workdir "$PWD" --jobs "$JOBS" --retries 3 --joblog "+$OUT/log.txt" \
      --termseq TERM,30000,KILL,100 \
      "$GRIDBOX" `+j.study(`"$STUDY"`)+` --shard "{}/$PARTS" --out "$OUT" --cores "$CORES" || true`), "\n") + `
` + merge)
	return b.String()
}

// hyperqueue returns a script for HyperQueue.
func (j *Job) hyperqueue() string {
	b := &strings.Builder{}
	b.WriteString("#!/bin/bash\n")
	j.head(b)
	b.WriteString(`# Run it where hq reaches its server, with workers started:   bash FILE
# What is there is never done again, so running it again goes on where it was.
set -euo pipefail

`)
	j.setup(b)
	b.WriteString(`export GRIDBOX STUDY OUT PARTS CORES
` + rounds(`  # A task that crashes with its worker is started again by HyperQueue itself.
  # shellcheck disable=SC2016
  hq submit --wait --name `+j.name()+` --array "$left" --cpus "$CORES" --crash-limit 5 \
    --time-request `+strconv.Itoa(j.limit())+`m --stdout none --stderr "$OUT/%{TASK_ID}.txt" \
    --env GRIDBOX="$GRIDBOX" --env STUDY="$STUDY" --env OUT="$OUT" --env PARTS="$PARTS" --env CORES="$CORES" -- \
    bash -c `+quoteShell(`exec "$GRIDBOX" `+j.study(`"$STUDY"`)+` --shard "$HQ_TASK_ID/$PARTS" --out "$OUT" --cores "$CORES"`)+
		` || true`) + `
` + merge)
	return b.String()
}
