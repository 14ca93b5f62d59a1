# shellcheck shell=bash
# Tests of the job files of gridbox with their engines: Slurm, started on loopback
# on this machine alone, and GNU parallel. Every started process is ended by its id.

# cluster_study: prints a study of the windows' paper, large enough to kill tasks while they run.
cluster_study() {
  cat <<'JSON'
{ "format": "gridbox", "version": 1, "kind": "window", "seed": 11, "title": "The windows of the paper, on a cluster",
  "window": { "generate": { "preset": "square-2018" } },
  "runs": [ { "algorithm": "min-cost" }, { "algorithm": "min-runtime" }, { "algorithm": "first-fit" } ],
  "study": { "replications": 1600, "metrics": ["cost", "start", "runtime"],
    "vary": [ { "path": "window.generate.budget", "values": [600, 700] } ] } }
JSON
}

# slurm_conf DIR CTLD_PORT D_PORT: prints a configuration with this machine as the only node, on loopback.
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
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
}

# free_port: prints a free port of loopback.
free_port() { node -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }

# until_true SECONDS COMMAND...: repeats a command until it succeeds. It fails after the seconds.
until_true() {
  local until=$((SECONDS + $1)); shift
  until "$@"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.3
  done
}

# end_process FILE NAME: ends the process whose id is in the file, if it has the name.
end_process() {
  local number
  [ -s "$1" ] || return 0
  number=$(cat "$1")
  if [ "$(cat "/proc/$number/comm" 2>/dev/null)" = "$2" ]; then kill "$number" 2>/dev/null || true; fi
}

# slurm_up DIR: starts Slurm with its data in the folder, and waits for an idle node.
slurm_up() {
  local dir=$1
  mkdir -p "$dir/state" "$dir/spool"
  # munged checks the owner of its key and of the folders above its socket.
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

# slurm_down DIR: cancels the jobs and ends the daemons of slurm_up.
slurm_down() {
  local dir=$1
  # Only in the cluster of this run: the machine may be part of another one.
  if [ "${SLURM_CONF:-}" = "$dir/slurm.conf" ]; then
    scancel --user=root 2>/dev/null || true
    until_true 15 queue_empty || true
  fi
  end_process "$dir/d.pid" slurmd
  end_process "$dir/ctld.pid" slurmctld
  end_process "$dir/munge/pid" munged
}
queue_empty() { [ -z "$(squeue -h 2>/dev/null)" ]; }

# count_parts DIR: prints the number of parts in a folder.
count_parts() { find "$1" -name 'part-*.json' 2>/dev/null | wc -l | tr -d ' '; }
has_parts() { [ "$(count_parts "$1")" -ge "$2" ]; }

# running_task PROGRAM OUT: prints the id of the process of a running task, if there is one.
running_task() { pgrep -f "^$1 study .*--out $2 " | head -1 || true; }

# kill_one_task PROGRAM OUT: kills a running task, as a failing machine does.
kill_one_task() { until_true 60 try_kill_task "$@" || fail "no task could be killed while it ran"; }
try_kill_task() {
  local victim; victim=$(running_task "$@")
  [ -n "$victim" ] && kill -KILL "$victim" 2>/dev/null && say "killed process $victim"
}

# run_undivided DIR: runs the study on this machine, once.
run_undivided() {
  [ -s "$1/whole.json" ] || (cd "$1" && ./gridbox study study.json > whole.json)
}

# on_slurm DIR: runs the study on Slurm, kills, cancels and drains, and compares the bytes.
on_slurm() {
  local dir=$1 host
  host=$(hostname -s)
  (
    cd "$dir" || exit
    # shellcheck disable=SC2030
    export GRIDBOX="$dir/gridbox" OUT=parts RESULT=result.json PARTS=10
    ./gridbox study study.json --script slurm --chunk 2s > job.sh
    bash job.sh
    until_true 60 has_parts parts 1 || fail "no task of the array has done anything"
    # One task is killed, another cancelled, and the node is drained while others run.
    kill_one_task "$dir/gridbox" parts
    until_true 60 cancel_one_task || fail "no task could be cancelled while it ran"
    scontrol update "nodename=$host" state=drain reason=tested
    say "drained; waiting for running tasks"
    until_true 60 is_idle || fail "tasks still run on a drained node"
    say "missing meanwhile: $(./gridbox merge parts --missing --of "$PARTS" 2>/dev/null)"
    [ ! -s result.json ] || fail "the merge ran before its array was over"
    scontrol update "nodename=$host" state=resume
    until_true 240 has_result || { squeue; cat parts/logs/* | tail -40; fail "the dependent merge never wrote the study"; }
    cmp result.json whole.json || fail "Slurm's study differs from the undivided one"
  )
}
cancel_one_task() {
  local id; id=$(squeue -h -t R -o %A | head -1)
  [ -n "$id" ] && scancel "$id" && say "cancelled job $id"
}
# has_result, is_idle: conditions for until_true, which cannot use `test`: build.sh has a verb of that name.
has_result() { [ -s result.json ]; }
is_idle() { [ -z "$(squeue -h -t R,CG 2>/dev/null)" ]; }

# on_parallel DIR: runs the study by GNU parallel, some parts by programs for other
# processors, and compares the bytes.
on_parallel() {
  (
    cd "$1" || exit
    # shellcheck disable=SC2030,SC2031
    export GRIDBOX="$1/gridbox" OUT=hosts RESULT=hosts.json PARTS=10 JOBS=2
    ./gridbox study study.json --script parallel --chunk 2s > hosts.sh
    local part; mkdir -p hosts # read-only parts mount it
    if ./gridbox-386 version > /dev/null 2>&1; then
      for part in 1 2 3 4; do ./gridbox-386 study study.json --shard "$part/$PARTS" --out hosts --cores 2; done
    else
      say "SKIPPED: a part by a program of 32 bits, which this kernel cannot run"
    fi
    # One part with only its folder writable and an empty environment. Without the
    # right to use namespaces, the other tasks make it.
    # shellcheck disable=SC2016
    unshare --mount bash -c 'mount --bind hosts hosts && mount -o remount,ro,bind / && ! touch unwritable 2>/dev/null &&
      exec env -i ./gridbox study study.json --shard "$1" --out hosts --cores 1' - "51/$((10 * PARTS))" ||
      say "SKIPPED: a part on a read-only file system"
    if has qemu-aarch64; then
      qemu-aarch64 ./gridbox-arm64 study study.json --shard "41/$((10 * PARTS))" --out hosts --cores 1
    else
      say "SKIPPED: a part on arm64, because qemu-aarch64 is missing"
    fi
    # In a session of its own, so that all of it can be ended.
    setsid bash hosts.sh 2> hosts.log & local script=$!
    # shellcheck disable=SC2064
    trap "kill -- -$script 2>/dev/null || true" EXIT
    until_true 60 has_parts hosts 5 || fail "GNU parallel has done nothing"
    kill_one_task "$1/gridbox" hosts
    wait $script || { tail -20 hosts.log; fail "the script for GNU parallel failed"; }
    cmp hosts.json whole.json || fail "GNU parallel's study differs from the undivided one"
  )
}

# on_kubernetes DIR: checks the objects against the schemas and types of Kubernetes,
# and that the checker refuses invalid ones.
on_kubernetes() {
  local wrong
  (cd site/kube && go build -o "$1/kube" .)
  "$1/gridbox" study "$1/study.json" --script kubernetes --unit 200ms --chunk 5m > "$1/objects.yaml"
  "$1/kube" < "$1/objects.yaml" >&2 || fail "Kubernetes would refuse its objects"
  for wrong in 's/completions:/completion:/' 's/parallelism: /parallelism: x/' 's/ReadWriteMany]/3]/' \
    's/mountPath:/mountpath:/' 's/operator: In/operator: Inn/' 's/restartPolicy: Never/restartPolicy: Always/'; do
    ! sed "$wrong" "$1/objects.yaml" | "$1/kube" > /dev/null 2>&1 || fail "the checker accepts objects after $wrong"
  done
}

# on_hyperqueue DIR: runs the script with a stand-in for hq, which accepts only the
# options of the real one.
on_hyperqueue() {
  (
    cd "$1" || exit
    mkdir -p bin; cp "$OLDPWD/site/build/hq.sh" bin/hq; chmod +x bin/hq
    # shellcheck disable=SC2031
    export PATH="$1/bin:$PATH" GRIDBOX="$1/gridbox" OUT=queued RESULT=queued.json PARTS=10
    ./gridbox study study.json --script hyperqueue --chunk 2s > queued.sh
    if has shellcheck; then shellcheck queued.sh; fi
    bash queued.sh 2> queued.log || { tail -20 queued.log; fail "the script for HyperQueue failed"; }
    cmp queued.json whole.json || fail "HyperQueue's study differs from the undivided one"
  )
}

# slurm_obstacle: prints the reason why Slurm cannot be started; nothing if it can.
slurm_obstacle() {
  if [ "$(uname)" != Linux ]; then echo "Slurm runs on Linux"; return; fi
  if [ "$(id -u)" -ne 0 ]; then echo "only root may start its daemons"; return; fi
  [ -z "$(missing_engines)" ] || [ -n "$(package_manager)" ] || echo "it is missing, and no supported package manager can install it"
}

# check_cluster: runs `cluster` as a part of `test`, or reports why it is skipped.
check_cluster() {
  local why; why=$(slurm_obstacle)
  if [ -z "$why" ] && ! (install_missing missing_engines); then why="it could not be installed; see above"; fi
  if [ -z "$why" ]; then cluster; else say "SKIPPED: job files on a real Slurm, because $why"; fi
}

# remove_run DIR: ends the daemons of a run and removes its folder.
remove_run() { slurm_down "$1"; rm -rf "$1"; }

cluster() { # run the job files on a real Slurm and GNU parallel, kill tasks, drain, and compare bytes
  need_tools
  local dir why; why=$(slurm_obstacle)
  [ -z "$why" ] || fail "no Slurm is started here, because $why"
  install_missing missing_engines
  dir=$(mktemp -d /tmp/gridbox-cluster.XXXXXX)
  # shellcheck disable=SC2064
  trap "remove_run '$dir'" EXIT
  chmod 755 "$dir"
  CGO_ENABLED=0 go build -o "$dir/gridbox" ./core/cmd/gridbox
  CGO_ENABLED=0 GOARCH=386 go build -o "$dir/gridbox-386" ./core/cmd/gridbox
  CGO_ENABLED=0 GOARCH=arm64 go build -o "$dir/gridbox-arm64" ./core/cmd/gridbox
  cluster_study > "$dir/study.json"
  run_undivided "$dir"
  on_kubernetes "$dir"; say "Kubernetes: objects are valid by its published schemas"
  on_hyperqueue "$dir"; say "HyperQueue: a stand-in ran its array, the same bytes"
  slurm_up "$dir" || { tail "$dir"/*.log "$dir/munged.err"; fail "Slurm does not start"; }
  say "Slurm $(sinfo --version)"
  on_slurm "$dir"; say "Slurm: the same bytes"
  slurm_down "$dir"
  on_parallel "$dir"; say "GNU parallel: the same bytes"
  trap - EXIT; remove_run "$dir"
}
