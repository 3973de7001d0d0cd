#!/usr/bin/env bash
# Starts and stops the test bed around the build's tests.
#   for-tests.sh start DIR | stop DIR
# DIR/kubeconfig is there when it runs; else DIR/missing says why, and the tests are skipped with that reason. The same
# of single operators: DIR/state/operators/NAME or NAME.missing.
# What is not built yet is built, for at most GPUAAS_TESTBED_BUILD_SECONDS in all; the next build goes on from there.
# With GPUAAS_TESTBED=required a bed that cannot be built or does not start ends the build instead.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly OPERATORS=(jobset lws trainer kuberay coscheduling kueue)
readonly BUILD_SECONDS="${GPUAAS_TESTBED_BUILD_SECONDS:-1500}"
readonly LONGEST_SECONDS=3600
readonly WITHOUT_GO=3 TIME_IS_UP=124
readonly OFFLINE='dial tcp|no such host|i/o timeout|connection refused|TLS handshake timeout|lookup disabled by GOPROXY|reading https?:|unrecognized import path'
readonly SMALL='signal: killed|no space left|cannot allocate memory'
readonly DIR="$(mkdir -p "$2" && cd "$2" && pwd)"

# Whatever keeps the bed from running is said in the file $1, and the tests are skipped with it.
give_up() {
  tail -n 20 "$3" >&2
  [ "${GPUAAS_TESTBED:-}" != required ] || exit 1
  echo "$2: $(tail -n 1 "$3")" >"$1"
}

start_slurm() {
  local failed=0
  mkdir -p "$DIR/slurm"
  "$HERE/slurm/slurm.sh" start "$DIR/slurm" 2>"$DIR/slurm.log" || failed=$?
  if [ "$failed" -eq 3 ]; then
    sed 's/^testbed: //' "$DIR/slurm.log" >"$DIR/slurm/missing"
  elif [ "$failed" -ne 0 ]; then
    give_up "$DIR/slurm/missing" "Slurm does not start" "$DIR/slurm.log"
  fi
}

start() {
  stop
  rm -rf -- "${DIR:?}"/*
  mkdir -p "$DIR/state/operators"
  start_slurm
  start_kubernetes
}

# Builds one thing, the control plane if none is named. When that cannot be, the reason lies in the file $1.
build_or_say_why() {
  local missing="$1" log="$DIR/build.log" failed=0 left=$((BUILD_SECONDS - SECONDS))
  shift
  if [ "$left" -gt 0 ]; then
    timeout "$left" "$HERE/testbed.sh" build "$@" 2>"$log" || failed=$?
  else
    failed="$TIME_IS_UP"
  fi
  case "$failed" in
    0) return 0 ;;
    "$WITHOUT_GO") sed 's/^testbed: //' "$log" >"$missing" ;;
    "$TIME_IS_UP") echo "${*:-The control plane} was not built within $BUILD_SECONDS s; the next build goes on from there." >"$missing" ;;
    *)
      if grep -qE "$OFFLINE" "$log"; then
        echo "${*:-The control plane} could not be built without the network." >"$missing"
      elif grep -qE "$SMALL" "$log"; then
        echo "${*:-The control plane} could not be built: this machine is too small." >"$missing"
      else
        give_up "$missing" "${*:-The control plane} could not be built" "$log"
      fi
      ;;
  esac
  return 1
}

# The bed's scheduler with the profiles that operators are offered, beside its own.
write_profiles() {
  cat "$HERE/../../docs/clusters/scheduler-profiles.yaml" - >"$DIR/scheduler.yaml" <<CONFIG
- schedulerName: default-scheduler
clientConnection: {kubeconfig: $DIR/state/pki/scheduler.kubeconfig, qps: 500, burst: 1000}
leaderElection: {leaderElect: false}
CONFIG
}

start_kubernetes() {
  local name with=native
  build_or_say_why "$DIR/missing" || return 0
  for name in "${OPERATORS[@]}"; do
    if build_or_say_why "$DIR/state/operators/$name.missing" "$name"; then
      with+=",$name"
    fi
  done
  write_profiles
  setsid timeout "$LONGEST_SECONDS" "$HERE/testbed.sh" up --dir "$DIR/state" --with "$with" \
    --scheduler-config "$DIR/scheduler.yaml" >"$DIR/up.log" 2>&1 </dev/null &
  echo $! >"$DIR/pid"
  until grep -q '^KUBECONFIG=' "$DIR/up.log"; do
    if ! kill -0 "$(cat "$DIR/pid")" 2>/dev/null; then
      give_up "$DIR/missing" "The control plane does not start" "$DIR/up.log"
      return 0
    fi
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
