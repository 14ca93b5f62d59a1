#!/usr/bin/env bash
# A stand-in for HyperQueue's hq, because no package manager has it: `hq submit` with
# the options of 0.26 and no others, their values checked. It runs the tasks of an array
# one after another, in the environment of HyperQueue. The worker of the second task
# crashes once.
set -euo pipefail

usage_error() { printf 'hq: %s\n' "$*" >&2; exit 2; }
check_number() { [[ $2 =~ ^[1-9][0-9]*$ ]] || usage_error "--$1 takes a whole number, not $2"; }
check_duration() { [[ $2 =~ ^[0-9]+(ms|s|m|h|min|sec)$ ]] || usage_error "--$1 takes a time, not $2"; }

[ "${1:-}" = submit ] || usage_error "there is no command ${1:-}"
shift
array="" err="" wait="" crashes=5
while [ $# -gt 0 ]; do
  option=${1#--}
  case "$1" in
    --) shift; break ;;
    --wait) wait=yes; shift; continue ;;
    --progress|--stdin|--task-dir) shift; continue ;;
    --name|--max-fails|--resource|--weight|--pin|--cwd|--stdout|--priority|--stream|--job|--directives) ;;
    --time-request|--time-limit) check_duration "$option" "$2" ;;
    --cpus) check_number cpus "$2" ;;
    --crash-limit) check_number crash-limit "$2"; crashes=$2 ;;
    --stderr) err=$2 ;;
    --env) [[ $2 =~ ^[A-Za-z_][A-Za-z_0-9]*= ]] || usage_error "--env takes NAME=VALUE, not $2"; export "${2?}" ;;
    --array) [[ $2 =~ ^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$ ]] || usage_error "--array takes 3,17-19, not $2"; array=$2 ;;
    --*) usage_error "there is no option $1" ;;
    *) break ;;
  esac
  shift 2
done
[ $# -gt 0 ] || usage_error "a command is missing"
[ -n "$array" ] || usage_error "this stand-in supports only arrays"
[ -n "$wait" ] || usage_error "this stand-in requires --wait"

failed=0 turn=0
for id in $(tr , '\n' <<< "$array" | while IFS=- read -r a b; do seq "$a" "${b:-$a}"; done); do
  turn=$((turn + 1))
  run=(env HQ_JOB_ID=1 HQ_TASK_ID="$id" HQ_INSTANCE_ID=0 "$@")
  if [ "$turn" -eq 2 ] && [ "$crashes" -gt 1 ]; then
    timeout -s KILL 1 "${run[@]}" 2>> "${err//%\{TASK_ID\}/$id}" || true
  fi
  "${run[@]}" 2>> "${err//%\{TASK_ID\}/$id}" || failed=1
done
exit "$failed"
