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
  "study": { "replications": 1600, "metrics": ["cost", "start", "runtime"],
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
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
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
  # Only ever in the cluster of this run: the machine may belong to another.
  if [ "${SLURM_CONF:-}" = "$dir/slurm.conf" ]; then
    scancel --user=root 2>/dev/null || true
    until_true 15 queue_empty || true
  fi
  end_by "$dir/d.pid" slurmd
  end_by "$dir/ctld.pid" slurmctld
  end_by "$dir/munge/pid" munged
}
queue_empty() { [ -z "$(squeue -h 2>/dev/null)" ]; }

# parts DIR: how many parts lie there.
parts() { find "$1" -name 'part-*.json' 2>/dev/null | wc -l | tr -d ' '; }
some_parts() { [ "$(parts "$1")" -ge "$2" ]; }

# running_task: the number of a process of a task, if one runs.
running_task() { pgrep -f "^$1 study .*--out $2 " | head -1 || true; }

# kill_one PROGRAM OUT: a task in its middle, as a machine that dies would.
kill_one() { until_true 60 killed_one "$@" || fail "no task could be killed while it ran"; }
killed_one() {
  local victim; victim=$(running_task "$@")
  [ -n "$victim" ] && kill -KILL "$victim" 2>/dev/null && say "killed process $victim"
}

# undivided DIR: the study on this machine alone, once.
undivided() {
  [ -s "$1/whole.json" ] || (cd "$1" && ./gridbox study study.json > whole.json)
}

# on_slurm DIR: the array is disturbed in every way, and comes to the same bytes.
on_slurm() {
  local dir=$1 host
  host=$(hostname -s)
  (
    cd "$dir" || exit
    # shellcheck disable=SC2030
    export GRIDBOX="$dir/gridbox" OUT=parts RESULT=result.json PARTS=10
    ./gridbox study study.json --script slurm --chunk 2s > job.sh
    bash job.sh
    until_true 60 some_parts parts 1 || fail "no task of the array has done anything"
    # A task is killed as a node that dies kills it, another by the engine, and
    # the node is drained while others run.
    kill_one "$dir/gridbox" parts
    until_true 60 cancelled_one || fail "no task could be cancelled while it ran"
    scontrol update "nodename=$host" state=drain reason=tested
    say "drained; waiting for what runs"
    until_true 60 nothing_runs || fail "a drained node does not come to rest"
    say "missing meanwhile: $(./gridbox merge parts --missing --of "$PARTS" 2>/dev/null)"
    [ ! -s result.json ] || fail "the merge ran before its array was over"
    scontrol update "nodename=$host" state=resume
    until_true 240 result_there || { squeue; cat parts/logs/* | tail -40; fail "the dependent merge never wrote the study"; }
    cmp result.json whole.json || fail "Slurm's study differs from the undivided one"
  )
}
cancelled_one() {
  local id; id=$(squeue -h -t R -o %A | head -1)
  [ -n "$id" ] && scancel "$id" && say "cancelled job $id"
}
# Not by test, which is a verb here.
result_there() { [ -s result.json ]; }
nothing_runs() { [ -z "$(squeue -h -t R,CG 2>/dev/null)" ]; }

# on_parallel DIR: the same by GNU parallel, some of the parts by programs for
# other processors.
on_parallel() {
  (
    cd "$1" || exit
    # shellcheck disable=SC2030,SC2031
    export GRIDBOX="$1/gridbox" OUT=hosts RESULT=hosts.json PARTS=10 JOBS=2
    ./gridbox study study.json --script parallel --chunk 2s > hosts.sh
    local part; mkdir -p hosts # read-only parts mount it
    if ./gridbox-386 version > version.txt 2> /dev/null; then
      for part in 1 2 3 4; do ./gridbox-386 study study.json --shard "$part/$PARTS" --out hosts --cores 2; done
    else
      say "this kernel runs no programs of 32 bits, so no part is made by one"
    fi
    # Nothing can be written but the folder, and there are no variables, no HOME among
    # them. Where namespaces are not allowed, the part is left to the others.
    # shellcheck disable=SC2016
    unshare --mount bash -c 'mount --bind hosts hosts && mount -o remount,ro,bind / && ! touch unwritable 2>/dev/null &&
      exec env -i ./gridbox study study.json --shard "$1" --out hosts --cores 1' - "51/$((10 * PARTS))" ||
      say "no part could be made on a read-only file system here"
    if has qemu-aarch64; then
      qemu-aarch64 ./gridbox-arm64 study study.json --shard "41/$((10 * PARTS))" --out hosts --cores 1
    else
      say "no qemu-aarch64 here, so no part is made for arm64"
    fi
    # In a session of its own, which ends whole if this one fails.
    setsid bash hosts.sh 2> hosts.log & local script=$!
    # shellcheck disable=SC2064
    trap "kill -- -$script 2>/dev/null || true" EXIT
    until_true 60 some_parts hosts 5 || fail "GNU parallel has done nothing"
    kill_one "$1/gridbox" hosts
    wait $script || { tail -20 hosts.log; fail "the script for GNU parallel failed"; }
    cmp hosts.json whole.json || fail "GNU parallel's study differs from the undivided one"
  )
}

# on_kubernetes DIR: the objects are valid by the schemas that Kubernetes publishes
# and by its types; and what is not, is refused.
on_kubernetes() {
  local wrong
  (cd site/kube && go build -o "$1/kube" .)
  "$1/gridbox" study "$1/study.json" --script kubernetes --unit 200ms --chunk 5m > "$1/objects.yaml"
  "$1/kube" < "$1/objects.yaml" >&2 || fail "Kubernetes would refuse its objects"
  for wrong in 's/completions:/completion:/' 's/parallelism: /parallelism: x/' 's/ReadWriteMany]/3]/' \
    's/mountPath:/mountpath:/' 's/operator: In/operator: Inn/' 's/restartPolicy: Never/restartPolicy: Always/'; do
    ! sed "$wrong" "$1/objects.yaml" | "$1/kube" > /dev/null 2>&1 || fail "what checks the objects lets $wrong pass"
  done
}

# on_hyperqueue DIR: the script runs with a stand-in for hq, which takes the
# options that the real one has and no others, and starts the tasks as it would.
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

# unfit: why no Slurm can be started here; nothing where one can.
unfit() {
  if [ "$(uname)" != Linux ]; then echo "Slurm runs on Linux"; return; fi
  if [ "$(id -u)" -ne 0 ]; then echo "only root may start its daemons"; return; fi
  [ -z "$(engines)" ] || [ -n "$(manager)" ] || echo "it is missing, and no package manager is known here that could install it"
}

# clustered: the same as a part of `test`, where it can be.
clustered() {
  local why; why=$(unfit)
  if [ -z "$why" ] && ! (obtain engines); then why="it could not be installed; see above"; fi
  if [ -z "$why" ]; then cluster; else say "SKIPPED: job files on a real Slurm, because $why"; fi
}

# swept DIR: what a run has left, however it ended.
swept() { slurm_down "$1"; rm -rf "$1"; }

cluster() { # run the job files on a real Slurm and GNU parallel, kill tasks, drain, and compare bytes
  need_tools
  local dir why; why=$(unfit)
  [ -z "$why" ] || fail "no Slurm is started here, because $why"
  obtain engines
  dir=$(mktemp -d /tmp/gridbox-cluster.XXXXXX)
  # shellcheck disable=SC2064
  trap "swept '$dir'" EXIT
  chmod 755 "$dir"
  CGO_ENABLED=0 go build -o "$dir/gridbox" ./core/cmd/gridbox
  CGO_ENABLED=0 GOARCH=386 go build -o "$dir/gridbox-386" ./core/cmd/gridbox
  CGO_ENABLED=0 GOARCH=arm64 go build -o "$dir/gridbox-arm64" ./core/cmd/gridbox
  cluster_study > "$dir/study.json"
  undivided "$dir"
  on_kubernetes "$dir"; say "Kubernetes: objects are valid by its published schemas"
  on_hyperqueue "$dir"; say "HyperQueue: a stand-in ran its array, the same bytes"
  slurm_up "$dir" || { tail "$dir"/*.log "$dir/munged.err"; fail "Slurm does not start"; }
  say "Slurm $(sinfo --version)"
  on_slurm "$dir"; say "Slurm: the same bytes"
  slurm_down "$dir"
  on_parallel "$dir"; say "GNU parallel: the same bytes"
  trap - EXIT; swept "$dir"
}
