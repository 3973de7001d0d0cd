#!/usr/bin/env bash
# Well-kept tools that read docs/api/openapi.json as a stranger does, fetched once.
#   tools.sh python        folder of an environment with schemathesis and openapi-python-client
#   tools.sh java          folder with generator.jar and lib/, what the generated client needs
#   tools.sh typescript    folder with openapi-typescript, openapi-fetch and the compiler
# Exit status 3: it cannot be had here. They lie in GPUAAS_CONTRACT_CACHE.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly CACHE="${GPUAAS_CONTRACT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuaas-contract}"
readonly SECONDS_TO_FETCH="${GPUAAS_CONTRACT_SECONDS:-180}"
readonly GENERATOR=org.openapitools:openapi-generator-cli:7.16.0
readonly DEPENDENCY_PLUGIN=org.apache.maven.plugins:maven-dependency-plugin:3.9.0

missing() { echo "contract: $1" >&2; exit 3; }
fetch() { timeout "$SECONDS_TO_FETCH" "$@" >&2; }

python() {
  command -v python3 >/dev/null || missing "Python 3 is missing."
  python3 -m venv "$1" >&2 || missing "Python's venv is missing."
  fetch "$1/bin/pip" install --quiet --disable-pip-version-check \
    --requirement "$HERE/requirements.txt" || missing "The Python tools cannot be installed."
}

java() {
  command -v mvn >/dev/null || missing "Maven is missing."
  mkdir -p "$1"
  cp "$HERE/clients/java/pom.xml" "$1"
  cd "$1"
  fetch mvn -q --batch-mode -Dstyle.color=never "$DEPENDENCY_PLUGIN:copy" -Dartifact="$GENERATOR" \
    -DoutputDirectory=. -Dmdep.stripVersion=true || missing "The Java generator cannot be had."
  fetch mvn -q --batch-mode -Dstyle.color=never "$DEPENDENCY_PLUGIN:copy-dependencies" -DoutputDirectory=lib ||
    missing "The libraries of the Java client cannot be had."
  mv openapi-generator-cli.jar generator.jar
}

typescript() {
  command -v npm >/dev/null || missing "npm is missing."
  mkdir -p "$1"
  cp "$HERE/clients/typescript/package.json" "$1"
  cd "$1"
  fetch npm install --silent --no-audit --no-fund || missing "The npm tools cannot be installed."
}

# Made by the function of its name, once for each state of the files that say what is in it.
tool() {
  local folder
  folder="$CACHE/$1-$(cat "$HERE/tools.sh" "$HERE/$2" | sha256sum | cut -c1-16)"
  if [ ! -e "$folder/whole" ]; then
    rm -rf "$folder"
    mkdir -p "$CACHE"
    ("$1" "$folder")
    touch "$folder/whole"
  fi
  # On a line of its own, even where Maven has left the terminal's codes without an end of line.
  echo >&2
  echo "$folder"
}

case "${1:-}" in
  python) tool python requirements.txt ;;
  java) tool java clients/java/pom.xml ;;
  typescript) tool typescript clients/typescript/package.json ;;
  *) echo "usage: tools.sh python|java|typescript" >&2; exit 2 ;;
esac
