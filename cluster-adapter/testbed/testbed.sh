#!/usr/bin/env bash
# The test bed: a real Kubernetes control plane with fake kubelets, and real operators, on this machine.
#   testbed.sh build [OPERATOR…|all]  builds what is missing; later calls find it in the cache
#   testbed.sh up [--nodes N] [--gpus N] [--with OPERATOR,…] [--dir DIR] [--port P] [--until-eof]
#                                     until it is told to end; --until-eof: or standard input ends
#   testbed.sh kubectl …
# Operators: jobset lws kuberay trainer kueue coscheduling; `native` turns on gangs of kube-scheduler itself.
# Needs Go 1.26 or newer; exit status 3 says that it is missing. Binaries lie in GPUAAS_TESTBED_CACHE, by content.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly CACHE_ROOT="${GPUAAS_TESTBED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuaas-testbed}"
readonly VERSION=v1.37.2
readonly OPERATORS=(jobset lws kuberay trainer kueue coscheduling)
export CGO_ENABLED=0

say() { echo "[testbed] $1" >&2; }
fail() { echo "testbed: $1" >&2; exit "${2:-2}"; }

# While the API server waits for etcd, its client tells of each try, and cannot be told to be quiet.
without_tries() { grep --line-buffered -v '"logger":"etcd-client"' >&2 || true; }

require_go() {
  command -v go >/dev/null || fail "Go is missing: install Go 1.26 or newer." 3
  local version
  version="$(go env GOVERSION)"
  [ "$(printf '%s\n' go1.26 "$version" | sort -V | head -1)" = go1.26 ] || fail "Go is $version: install 1.26 or newer." 3
}

# Same sources, same folder.
cache_of() { (cd "$HERE" && eval cat "$*" | sha256sum | cut -c1-16); }

build_bed() {
  local key folder info=k8s.io/component-base/version
  key="$(cache_of './*.go' go.mod go.sum)"
  folder="$CACHE_ROOT/bed-$key"
  if [ ! -x "$folder/testbed" ]; then
    say "building the control plane (once; cold about 20 minutes of processor time)"
    mkdir -p "$folder"
    (cd "$HERE" && go build -p="${GPUAAS_TESTBED_JOBS:-2}" -o "$folder/testbed.new" -ldflags "-X $info.gitVersion=$VERSION \
      -X $info.gitMajor=1 -X $info.gitMinor=37 -X $info.gitTreeState=clean \
      -X $info.gitCommit=$(printf '0%.0s' {1..40}) -X $info.buildDate=2026-01-01T00:00:00Z" .)
    mv "$folder/testbed.new" "$folder/testbed"
  fi
  echo "$folder/testbed"
}

# name: module folder, package, module, its CRDs and webhooks
operator_source() {
  case "$1" in
    jobset) echo "jobset-lws-kuberay sigs.k8s.io/jobset sigs.k8s.io/jobset config/components/crd/bases config/components/webhook/manifests.yaml" ;;
    lws) echo "jobset-lws-kuberay sigs.k8s.io/lws/cmd sigs.k8s.io/lws config/crd/bases config/webhook/manifests.yaml" ;;
    kuberay) echo "jobset-lws-kuberay github.com/ray-project/kuberay/ray-operator github.com/ray-project/kuberay/ray-operator config/crd/bases" ;;
    trainer) echo "kueue-trainer github.com/kubeflow/trainer/v2/cmd/trainer-controller-manager github.com/kubeflow/trainer/v2 manifests/base/crds manifests/base/webhook/manifests.yaml" ;;
    kueue) echo "kueue-trainer sigs.k8s.io/kueue/cmd/kueue sigs.k8s.io/kueue config/components/crd/bases config/components/webhook/manifests.yaml" ;;
    coscheduling) echo "scheduler-plugins sigs.k8s.io/scheduler-plugins/cmd/scheduler sigs.k8s.io/scheduler-plugins manifests/coscheduling/crd.yaml" ;;
    *) fail "There is no operator $1: choose from jobset, lws, kuberay, trainer, kueue, coscheduling, native." ;;
  esac
}

operators_folder() {
  echo "$CACHE_ROOT/operators-$(cache_of 'operators/*/go.mod')"
}

build_operator() {
  local name="$1" folder source module package path root manifest
  [ "$name" != native ] || return 0
  folder="$(operators_folder)"
  [ -x "$folder/$name" ] && [ -d "$folder/$name.d" ] && return
  read -r -a source <<<"$(operator_source "$name")"
  module="${source[0]}" package="${source[1]}" path="${source[2]}"
  say "building $name (once)"
  mkdir -p "$folder/$name.d"
  (cd "$HERE/operators/$module" && go build -mod=mod -p="${GPUAAS_TESTBED_JOBS:-2}" -o "$folder/$name.new" "$package")
  root="$(cd "$HERE/operators/$module" && go list -mod=mod -m -f '{{.Dir}}' "$path")"
  for manifest in "${source[@]:3}"; do
    if [ -d "$root/$manifest" ]; then
      cp "$root/$manifest"/*.yaml "$folder/$name.d/"
    else
      cp "$root/$manifest" "$folder/$name.d/"
    fi
  done
  rm -f "$folder/$name.d/kustomization.yaml"
  chmod -R u+w "$folder/$name.d"
  mv "$folder/$name.new" "$folder/$name"
}

up() {
  local with="" arguments=() bed name until_eof=""
  while [ $# -gt 0 ]; do
    case "$1" in
      --with) with="$2"; shift 2 ;;
      --with=*) with="${1#*=}"; shift ;;
      --until-eof) until_eof=yes; shift ;;
      *) arguments+=("$1"); shift ;;
    esac
  done
  bed="$(build_bed)"
  for name in ${with//,/ }; do
    build_operator "$name"
    if [ "$name" = native ]; then
      arguments+=(--feature-gates GenericWorkload=true --runtime-config scheduling.k8s.io/v1beta1=true)
    fi
  done
  arguments+=(--with "$with" --operators "$(operators_folder)")
  [ -n "$until_eof" ] || exec "$bed" up "${arguments[@]}" 2> >(without_tries)
  up_until_eof "$bed" "${arguments[@]}"
}

# For a caller that may be killed: the bed goes with it. In a session of its own, so that the keyboard's
# interrupt reaches it through the caller only, who may still need it to end in order.
up_until_eof() {
  local input bed="$1" ended=0
  shift
  exec {input}<&0
  setsid "$bed" up "$@" </dev/null 2> >(without_tries) &
  bed_pid=$!
  cat <&"$input" >/dev/null &
  cat_pid=$!
  trap 'kill "$bed_pid" "$cat_pid" 2>/dev/null || true' EXIT
  trap '' INT
  trap 'exit 143' TERM
  wait -n "$bed_pid" "$cat_pid" || ended=$?
  kill "$bed_pid" "$cat_pid" 2>/dev/null || true
  wait "$bed_pid" 2>/dev/null || true
  return "$ended"
}

command="${1:-}"
[ $# -eq 0 ] || shift
case "$command" in
  build)
    require_go
    build_bed >/dev/null
    [ "${1:-}" != all ] || set -- "${OPERATORS[@]}"
    for name in "$@"; do build_operator "$name"; done
    ;;
  up) require_go; up "$@" ;;
  kubectl) require_go; exec "$(build_bed)" kubectl "$@" ;;
  *) fail "usage: testbed.sh build [OPERATOR…] | up [options] | kubectl …" ;;
esac
