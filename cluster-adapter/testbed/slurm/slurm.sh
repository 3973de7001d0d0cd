#!/usr/bin/env bash
# A real Slurm of three nodes with eight fake GPUs each on this machine, and its slurmrestd with JWT.
#   slurm.sh start DIR | stop DIR        as root; needs Debian's packages
#   slurmctld slurmd slurmrestd slurm-client munge slurm-wlm-jwt-plugin
# DIR/url and DIR/token are there when it runs; exit status 3 says what is missing, 1 that it did not come up in time.
# Several may run at once: each takes ports that are free.
set -euo pipefail

readonly DIR="$(mkdir -p "$2" && cd "$2" && pwd)"
readonly LONGEST_SECONDS=60
readonly SOCKET_PATH_MAX=107

missing() { echo "testbed: $1" >&2; exit 3; }

check() {
  local program
  [ "$(id -u)" -eq 0 ] || missing "Slurm's daemons have to be started as root."
  for program in slurmctld slurmd slurmrestd scontrol munged setpriv; do
    command -v "$program" >/dev/null || missing "Slurm is not installed ($program): see the top of slurm.sh."
  done
}

is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Five ports in a row from BASE on that nobody uses; the lock keeps others who start at the same moment off them.
take_ports() {
  local port
  for ((BASE = 16820; BASE < 17820; BASE += 10)); do
    exec {lock}>"${TMPDIR:-/tmp}/gpuaas-slurm-$BASE.lock"
    if flock -n "$lock"; then
      for ((port = BASE; port < BASE + 5; port++)); do is_free "$port" || continue 2; done
      return
    fi
  done
  echo "testbed: Slurm finds no free ports from 16820 to 17820." >&2
  return 1
}

# Waits until a command holds; with what the daemons said last when it never does.
await() {
  local what="$1" end=$((SECONDS + LONGEST_SECONDS))
  shift
  until "$@"; do
    if [ "$SECONDS" -ge "$end" ]; then
      stop
      tail -qn 2 "$DIR"/log/* >&2 2>/dev/null || true
      echo "testbed: Slurm: $what was not there within $LONGEST_SECONDS s, see $DIR/log." >&2
      return 1
    fi
    sleep 0.2
  done
}

nodes_are_idle() { [ "$(timeout 5 sinfo -h -t idle -o %D 2>/dev/null)" = 3 ]; }

# Its own words, not just its port: it answers requests before it reaches the controller.
rest_answers() {
  curl -sf --max-time 5 -H "X-SLURM-USER-NAME: root" -H "X-SLURM-USER-TOKEN: $(cat "$DIR/token")" \
    "http://127.0.0.1:$BASE/slurm/v0.0.38/nodes" | grep -q '"n3"'
}

# A job of one task on every node has been there: the nodes' first job waits for what they set up.
has_run_a_job() {
  timeout 20 srun -N3 -n3 --immediate=15 -D / true >/dev/null 2>&1
}

write_configuration() {
  local host i
  host="$(hostname -s)"
  mkdir -p "$DIR"/{state,spool,log,dev,jobs}
  head -c 32 /dev/urandom >"$DIR/jwt.key"
  head -c 1024 /dev/urandom >"$DIR/munge.key"
  chmod 600 "$DIR/jwt.key" "$DIR/munge.key"
  # A GPU without a device file is thrown away: null devices do.
  for i in {0..7}; do mknod "$DIR/dev/gpu$i" c 1 3; done
  echo "NodeName=n[1-3] Name=gpu Type=h200 File=$DIR/dev/gpu[0-7]" >"$DIR/gres.conf"
  cat >"$DIR/slurm.conf" <<CONF
ClusterName=testbed
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$DIR/munge.socket
CredType=cred/munge
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$DIR/jwt.key
SlurmctldPort=$((BASE + 1))
StateSaveLocation=$DIR/state
SlurmdSpoolDir=$DIR/spool/%n
SlurmctldPidFile=$DIR/ctld.pid
SlurmdPidFile=$DIR/d-%n.pid
SlurmctldLogFile=$DIR/log/ctld.log
SlurmdLogFile=$DIR/log/d-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
KillWait=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
GresTypes=gpu
SlurmdParameters=config_overrides
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
JobRequeue=1
SchedulerParameters=bf_interval=1,sched_interval=1,batch_sched_delay=0,sched_min_interval=100000
$(for i in 1 2 3; do echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((BASE + 1 + i)) CPUs=16 RealMemory=64000 Gres=gpu:h200:8 Feature=n$i State=UNKNOWN"; done)
PartitionName=low Nodes=ALL Default=YES PriorityTier=1 MaxTime=INFINITE State=UP
PartitionName=high Nodes=ALL PriorityTier=10 MaxTime=INFINITE State=UP
CONF
}

run() {
  setsid "$@" >"$DIR/log/$(basename "$1").out" 2>&1 </dev/null &
  echo $! >>"$DIR/pids"
}

start() {
  check
  stop
  rm -rf -- "${DIR:?}"/*
  [ "${#DIR}" -le $((SOCKET_PATH_MAX - 13)) ] || missing "Slurm's sockets need a shorter path than $DIR."
  take_ports
  write_configuration
  export SLURM_CONF="$DIR/slurm.conf"
  run munged --foreground --force --socket="$DIR/munge.socket" --key-file="$DIR/munge.key" \
    --pid-file="$DIR/munge.pid" --log-file="$DIR/log/munge.log" --seed-file="$DIR/munge.seed"
  await "munged's socket" test -S "$DIR/munge.socket"
  run slurmctld -c -D
  for node in n1 n2 n3; do run slurmd -D -N "$node"; done
  run setpriv --reuid=65534 --regid=65534 --clear-groups env SLURM_JWT=daemon "SLURM_CONF=$SLURM_CONF" \
    slurmrestd -s openapi/v0.0.38 -a rest_auth/jwt "127.0.0.1:$BASE"
  await "its three nodes" nodes_are_idle
  timeout 10 scontrol token lifespan=36000 | sed 's/^SLURM_JWT=//' >"$DIR/token"
  await "slurmrestd's answer" rest_answers
  await "the end of a first job" has_run_a_job
  echo "http://127.0.0.1:$BASE" >"$DIR/url"
}

stop() {
  local pid
  [ -r "$DIR/pids" ] || return 0
  while read -r pid; do kill "$pid" 2>/dev/null || true; done <"$DIR/pids"
  rm -f "$DIR/pids"
  stop_steps
}

# Steps of jobs outlive the daemons that began them; each has this Slurm's configuration in its environment.
stop_steps() {
  local environment pid
  for environment in /proc/[0-9]*/environ; do
    pid="${environment//[^0-9]/}"
    [ "$pid" != "$$" ] && [ "$pid" != "$PPID" ] || continue
    if grep -qzxF "SLURM_CONF=$DIR/slurm.conf" "$environment" 2>/dev/null; then
      kill -KILL "$pid" 2>/dev/null || true
    fi
  done
}

case "$1" in
  start) start ;;
  stop) stop ;;
  *) echo "usage: slurm.sh start DIR | stop DIR" >&2; exit 2 ;;
esac
