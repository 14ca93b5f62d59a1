# shellcheck shell=bash
# The job files that gridbox writes, run by the engines that they are for: Slurm,
# started on loopback on this machine alone, and GNU parallel. What is started is
# ended by its number.

# A study of the windows' paper, of a size that tasks can be killed in the middle.
cluster_study() {
  cat <<'JSON'
{ "format": "gridbox", "version": 1, "kind": "window", "seed": 11, "title": "The windows of the paper, on a cluster",
  "window": { "generate": { "preset": "square-2018" } },
  "runs": [ { "algorithm": "min-cost" }, { "algorithm": "min-runtime" }, { "algorithm": "first-fit" } ],
  "study": { "replications": 2400, "metrics": ["cost", "start", "runtime"],
    "vary": [ { "path": "window.generate.budget", "values": [600, 700] } ] } }
JSON
}

# slurm_conf DIR: one node that is this machine, on loopback.
slurm_conf() {
  local host; host=$(hostname -s)
  cat <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$1/munge.socket
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmctldPort=$2
SlurmdPort=$3
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$1/state
SlurmdSpoolDir=$1/spool
SlurmctldPidFile=$1/ctld.pid
SlurmdPidFile=$1/d.pid
SlurmctldLogFile=$1/ctld.log
SlurmdLogFile=$1/d.log
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
KillWait=10
MinJobAge=300
JobRequeue=1
AccountingStorageType=accounting_storage/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
}

# free_port: one that nobody listens at now.
free_port() { node -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }

# until_true SECONDS COMMAND...: tries again until it succeeds.
until_true() {
  local until=$((SECONDS + $1)); shift
  until "$@"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.3
  done
}

# end_by FILE NAME: ends the process whose number stands in the file, if it is the one.
end_by() {
  local number
  [ -s "$1" ] || return 0
  number=$(cat "$1")
  if [ "$(cat "/proc/$number/comm" 2>/dev/null)" = "$2" ]; then kill "$number" 2>/dev/null || true; fi
}

slurm_up() {
  local dir=$1
  mkdir -p "$dir/state" "$dir/spool"
  # munged insists on who owns its key and the folders above its socket.
  install -d -o munge -g munge -m 755 "$dir/munge"
  head -c 1024 /dev/urandom > "$dir/munge/key"; chown munge: "$dir/munge/key"; chmod 400 "$dir/munge/key"
  sed -e "s|$dir/munge.socket|$dir/munge/socket|" <(slurm_conf "$dir" "$(free_port)" "$(free_port)") > "$dir/slurm.conf"
  su -s /bin/sh munge -c "munged --socket='$dir/munge/socket' --key-file='$dir/munge/key' --pid-file='$dir/munge/pid' \
    --log-file='$dir/munge/log' --seed-file='$dir/munge/seed'" 2>> "$dir/munged.err"
  export SLURM_CONF="$dir/slurm.conf"
  slurmctld -c
  slurmd
  until_true 30 node_idle
}
node_idle() { [ "$(sinfo -h -o %T 2>/dev/null | head -1)" = idle ]; }

slurm_down() {
  local dir=$1
  scancel --user=root 2>/dev/null || true
  until_true 15 queue_empty || true
  end_by "$dir/d.pid" slurmd
  end_by "$dir/ctld.pid" slurmctld
  end_by "$dir/munge/pid" munged
}
queue_empty() { [ -z "$(squeue -h 2>/dev/null)" ]; }

# parts DIR: how many parts lie there.
parts() { find "$1" -name 'part-*.json' 2>/dev/null | wc -l | tr -d ' '; }
some_parts() { [ "$(parts "$1")" -ge "$2" ]; }

# running_task: the number of a process of a task, if one runs.
running_task() { pgrep -f "^$1 study .*--out $2 " | head -1; }

# undivided DIR: the study on this machine alone, once.
undivided() {
  [ -s "$1/whole.json" ] || (cd "$1" && ./gridbox study study.json > whole.json)
}

# on_slurm DIR: the array is disturbed in every way, and comes to the same bytes.
on_slurm() {
  local dir=$1 host id victim
  host=$(hostname -s)
  (
    cd "$dir" || exit
    # shellcheck disable=SC2030
    export GRIDBOX="$dir/gridbox" OUT=parts RESULT=result.json PARTS=12
    ./gridbox study study.json --script slurm --chunk 2s > job.sh
    bash job.sh
    until_true 60 some_parts parts 1 || fail "no task of the array has done anything"
    # A task is killed as a node that dies kills it, another by the engine, and
    # the node is drained while others run.
    victim=$(running_task "$dir/gridbox" parts); [ -z "$victim" ] || { say "killing process $victim"; kill -KILL "$victim"; }
    id=$(squeue -h -t R -o %A | head -1); [ -z "$id" ] || { say "cancelling job $id"; scancel "$id"; }
    scontrol update "nodename=$host" state=drain reason=tested
    say "drained; waiting for what runs"
    until_true 60 nothing_runs || fail "a drained node does not come to rest"
    say "missing meanwhile: $(./gridbox merge parts --missing --of "$PARTS" 2>/dev/null)"
    [ ! -s result.json ] || fail "the merge ran before its array was over"
    scontrol update "nodename=$host" state=resume
    until_true 240 test -s result.json || { squeue; cat parts/logs/* | tail -40; fail "the dependent merge never wrote the study"; }
    cmp result.json whole.json || fail "Slurm's study differs from the undivided one"
  )
}
nothing_runs() { [ -z "$(squeue -h -t R,CG 2>/dev/null)" ]; }

# on_parallel DIR: the same by GNU parallel, half of the parts by a program for
# another processor.
on_parallel() {
  (
    cd "$1" || exit
    # shellcheck disable=SC2031
    export GRIDBOX="$1/gridbox" OUT=hosts RESULT=hosts.json PARTS=10 JOBS=2
    ./gridbox study study.json --script parallel --chunk 2s > hosts.sh
    GRIDBOX="$1/gridbox-386" bash hosts.sh 1-4 2> hosts.log && fail "a study that is not whole was merged"
    bash hosts.sh 2>> hosts.log & local script=$! victim
    until_true 60 some_parts hosts 6 || fail "GNU parallel has done nothing"
    victim=$(running_task "$1/gridbox" hosts); [ -z "$victim" ] || { say "killing process $victim"; kill -KILL "$victim"; }
    wait $script || { tail -20 hosts.log; fail "the script for GNU parallel failed"; }
    cmp hosts.json whole.json || fail "GNU parallel's study differs from the undivided one"
  )
}

cluster() { # run the job files on a real Slurm and GNU parallel, kill tasks, drain, and compare bytes
  need_tools
  if [ "$(uname)" != Linux ] || [ "$(id -u)" -ne 0 ]; then fail "Slurm is started on Linux by root only"; fi
  obtain engines
  local dir; dir=$(mktemp -d /tmp/gridbox-cluster.XXXXXX)
  chmod 755 "$dir"
  CGO_ENABLED=0 go build -trimpath -o "$dir/gridbox" ./core/cmd/gridbox
  CGO_ENABLED=0 GOARCH=386 go build -trimpath -o "$dir/gridbox-386" ./core/cmd/gridbox
  cluster_study > "$dir/study.json"
  undivided "$dir"
  # shellcheck disable=SC2064
  trap "slurm_down '$dir'" EXIT
  slurm_up "$dir" || { tail "$dir"/*.log "$dir/munged.err"; fail "Slurm does not start"; }
  say "Slurm $(sinfo --version)"
  on_slurm "$dir"; say "Slurm: the same bytes"
  slurm_down "$dir"; trap - EXIT
  on_parallel "$dir"; say "GNU parallel: the same bytes"
  rm -r "$dir"
}
