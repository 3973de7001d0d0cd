#!/usr/bin/env bash
# A Keycloak on loopback with realms of ours: a real OpenID Connect provider to sign in at.
#   keycloak.sh build                           fetches and prepares it (once, 180 MB and half a minute)
#   keycloak.sh up --port P --dir DIR --product URL
#                                               until its standard input ends; says KEYCLOAK=URL when it answers
# Its state is in memory: each start has the realms of this folder anew, their people with the same ids.
# Wants GPUAAS_REALM_PASSWORD (of all people) and GPUAAS_CLIENT_SECRET in the environment.
# Exit status 3: the distribution cannot be had. It lies in GPUAAS_KEYCLOAK_CACHE, by version.
set -euo pipefail

readonly VERSION=26.7.3
readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly CACHE="${GPUAAS_KEYCLOAK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuaas-keycloak}/$VERSION"
readonly PLUGIN=org.apache.maven.plugins:maven-dependency-plugin:3.8.1
readonly JAVA="${JAVA_HOME:+$JAVA_HOME/bin/}java"

say() { echo "[keycloak] $1" >&2; }
fail() { echo "keycloak: $1" >&2; exit "${2:-2}"; }

fetch() {
  command -v mvn >/dev/null || fail "Maven is missing." 3
  say "fetching Keycloak $VERSION (once, 180 MB)"
  (cd / && timeout "${GPUAAS_KEYCLOAK_SECONDS:-300}" mvn -q -B "$PLUGIN:unpack" -DoutputDirectory="$1" \
    -Dartifact="org.keycloak:keycloak-quarkus-dist:$VERSION:zip" >&2) || fail "Keycloak cannot be fetched." 3
}

# In a folder of its own first: a build that was killed leaves nothing that looks whole.
build() {
  local work
  [ ! -d "$CACHE" ] || return 0
  mkdir -p "$(dirname "$CACHE")"
  work="$(mktemp -d "$CACHE.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  fetch "$work"
  say "preparing it for quick starts (once)"
  chmod +x "$work/keycloak-$VERSION/bin/kc.sh"
  "$work/keycloak-$VERSION/bin/kc.sh" build --db=dev-mem --health-enabled=false --metrics-enabled=false \
    >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log" >&2; fail "Keycloak cannot be prepared."; }
  mv -T "$work/keycloak-$VERSION" "$CACHE" 2>/dev/null || [ -d "$CACHE" ]
  rm -rf "$work"
  trap - EXIT
}

# Its home: the cache's programs, but data of its own.
lay_out() {
  local dir="$1" product="$2" part
  rm -rf "$dir"
  mkdir -p "$dir/data/import"
  for part in bin conf lib providers themes; do ln -s "$CACHE/$part" "$dir/$part"; done
  (umask 077 && for part in "$HERE"/*-realm.json; do
    sed -e "s|@PRODUCT@|$product|g" -e "s|@PASSWORD@|$GPUAAS_REALM_PASSWORD|g" -e "s|@SECRET@|$GPUAAS_CLIENT_SECRET|g" \
      "$part" >"$dir/data/import/$(basename "$part")"
  done)
}

serve() {
  local dir="$1" port="$2"
  exec "$JAVA" -Xms128m -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Duser.language=en -Duser.country=US \
    --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \
    --add-opens=java.base/java.security=ALL-UNNAMED -Dkc.home.dir="$dir" -Djboss.server.config.dir="$dir/conf" \
    -Djava.util.logging.manager=org.jboss.logmanager.LogManager -cp "$dir/lib/quarkus-run.jar" \
    io.quarkus.bootstrap.runner.QuarkusEntryPoint --profile=prod start --optimized --import-realm --cache=local \
    --http-enabled=true --http-host=127.0.0.1 --http-port="$port" --hostname="http://127.0.0.1:$port"
}

up() {
  local dir="" port="" product="" input line
  while [ $# -gt 0 ]; do
    case "$1" in
      --dir) dir="$2" ;;
      --port) port="$2" ;;
      --product) product="$2" ;;
      *) fail "up knows --dir, --port and --product, not $1" ;;
    esac
    shift 2
  done
  [ -n "$dir" ] && [ -n "$port" ] && [ -n "$product" ] || fail "up needs --dir, --port and --product."
  build
  lay_out "$dir" "$product"
  exec {input}<&0
  # In a session of its own: the keyboard's interrupt reaches it through the caller only.
  setsid "$BASH" "$HERE/keycloak.sh" serve "$dir" "$port" </dev/null >"$dir/keycloak.log" 2>&1 &
  server=$!
  cat <&"$input" >/dev/null &
  reader=$!
  trap 'kill "$server" "$reader" 2>/dev/null || true' EXIT
  trap '' INT
  trap 'exit 143' TERM
  until grep -q 'Listening on:' "$dir/keycloak.log"; do
    kill -0 "$server" 2>/dev/null || { tail -n 20 "$dir/keycloak.log" >&2; fail "Keycloak did not start."; }
    kill -0 "$reader" 2>/dev/null || exit 0
    sleep 0.2
  done
  echo "KEYCLOAK=http://127.0.0.1:$port"
  wait -n "$server" "$reader" || true
}

command="${1:-}"
[ $# -eq 0 ] || shift
case "$command" in
  build) build ;;
  up) up "$@" ;;
  serve) serve "$@" ;;
  *) fail "usage: keycloak.sh build | up --port P --dir DIR --product URL" ;;
esac
