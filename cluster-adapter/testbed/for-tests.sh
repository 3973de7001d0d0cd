#!/usr/bin/env bash
# Starts and stops the test bed around the build's tests.
#   for-tests.sh start DIR | stop DIR
# DIR/kubeconfig is there when it runs; else DIR/missing says why, and the tests are skipped with that reason.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly OPERATORS=jobset,lws,trainer,kuberay,coscheduling,kueue,native
readonly LONGEST_SECONDS=3600
readonly DIR="$(mkdir -p "$2" && cd "$2" && pwd)"

start_slurm() {
  local failed=0
  mkdir -p "$DIR/slurm"
  "$HERE/slurm/slurm.sh" start "$DIR/slurm" 2>"$DIR/slurm.log" || failed=$?
  if [ "$failed" -eq 3 ]; then
    sed 's/^testbed: //' "$DIR/slurm.log" >"$DIR/slurm/missing"
  elif [ "$failed" -ne 0 ]; then
    cat "$DIR/slurm.log" >&2
    return 1
  fi
}

start() {
  stop
  rm -rf -- "${DIR:?}"/*
  start_slurm
  start_kubernetes
}

start_kubernetes() {
  local failed=0
  "$HERE/testbed.sh" build ${OPERATORS//,/ } 2>"$DIR/build.log" || failed=$?
  if [ "$failed" -eq 3 ]; then
    sed 's/^testbed: //' "$DIR/build.log" >"$DIR/missing"
    return
  elif [ "$failed" -ne 0 ]; then
    tail -n 20 "$DIR/build.log" >&2
    return 1
  fi
  setsid timeout "$LONGEST_SECONDS" "$HERE/testbed.sh" up --dir "$DIR/state" --with "$OPERATORS" \
    >"$DIR/up.log" 2>&1 </dev/null &
  echo $! >"$DIR/pid"
  until grep -q '^KUBECONFIG=' "$DIR/up.log"; do
    kill -0 "$(cat "$DIR/pid")" 2>/dev/null || { tail -n 5 "$DIR/up.log" >&2; return 1; }
    sleep 0.2
  done
  cp "$(sed -n 's/^KUBECONFIG=//p' "$DIR/up.log")" "$DIR/kubeconfig"
}

stop() {
  [ ! -r "$DIR/slurm/pids" ] || "$HERE/slurm/slurm.sh" stop "$DIR/slurm"
  if [ -r "$DIR/pid" ]; then
    kill -- "-$(cat "$DIR/pid")" 2>/dev/null || true
    rm -f "$DIR/pid"
  fi
}

case "$1" in
  start) start ;;
  stop) stop ;;
  *) echo "usage: for-tests.sh start DIR | stop DIR" >&2; exit 2 ;;
esac
