#!/usr/bin/env bash
# Well-kept tools that read docs/api/openapi.json as strangers do, fetched once.
#   tools.sh venv        folder of a Python environment with schemathesis and openapi-python-client
#   tools.sh generator   the jar of openapi-generator
# Exit status 3: it cannot be had here. They lie in GPUAAS_CONTRACT_CACHE.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly CACHE="${GPUAAS_CONTRACT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuaas-contract}"
readonly SECONDS_TO_FETCH="${GPUAAS_CONTRACT_SECONDS:-180}"
readonly GENERATOR=7.16.0
readonly PLUGIN=org.apache.maven.plugins:maven-dependency-plugin:3.8.1

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

generator() {
  local jar="$CACHE/openapi-generator-cli-$GENERATOR.jar"
  if [ ! -e "$jar" ]; then
    command -v mvn >/dev/null || missing "Maven is missing."
    mkdir -p "$CACHE"
    (cd / && timeout "$SECONDS_TO_FETCH" mvn -q -B "$PLUGIN:copy" -DoutputDirectory="$CACHE" \
      -Dartifact="org.openapitools:openapi-generator-cli:$GENERATOR:jar" >&2) || missing "The generator cannot be fetched."
  fi
  echo "$jar"
}

case "${1:-}" in
  venv | generator) "$1" ;;
  *) echo "usage: tools.sh venv | generator" >&2; exit 2 ;;
esac
