#!/usr/bin/env bash
# A well-kept tool that reads docs/api/openapi.json as a stranger does, fetched once.
#   tools.sh venv        folder of a Python environment with schemathesis
# Exit status 3: it cannot be had here. They lie in GPUAAS_CONTRACT_CACHE.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly CACHE="${GPUAAS_CONTRACT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuaas-contract}"
readonly SECONDS_TO_FETCH="${GPUAAS_CONTRACT_SECONDS:-180}"

missing() { echo "contract: $1" >&2; exit 3; }

venv() {
  local folder
  folder="$CACHE/venv-$(sha256sum "$HERE/requirements.txt" | cut -c1-16)"
  if [ ! -e "$folder/whole" ]; then
    command -v python3 >/dev/null || missing "Python 3 is missing."
    rm -rf "$folder"
    mkdir -p "$CACHE"
    python3 -m venv "$folder" >&2 || missing "Python's venv is missing."
    timeout "$SECONDS_TO_FETCH" "$folder/bin/pip" install --quiet --disable-pip-version-check \
      --requirement "$HERE/requirements.txt" >&2 || missing "The Python tools cannot be installed."
    touch "$folder/whole"
  fi
  echo "$folder"
}

case "${1:-}" in
  venv) venv ;;
  *) echo "usage: tools.sh venv" >&2; exit 2 ;;
esac
