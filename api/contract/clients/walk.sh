#!/usr/bin/env bash
# Makes a client of an OpenAPI file and walks with it: submit, wait, cost. One line comes of it.
#   walk.sh java|python|typescript OPENAPI_FILE TOOLS FOLDER PROJECT JOB
# TOOLS is the answer of ../tools.sh; server and token are in GPUAAS_URL and GPUAAS_TOKEN.
set -euo pipefail

readonly HERE="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)"
readonly LANGUAGE="$1" DESCRIPTION="$2" TOOLS="$3" FOLDER="$4"
shift 4
mkdir -p "$FOLDER"

# What a tool says matters only when it fails.
quietly() { "$@" >"$FOLDER/log" 2>&1 || { cat "$FOLDER/log"; exit 1; }; }

case "$LANGUAGE" in
  java)
    quietly "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -jar "$TOOLS/generator.jar" generate \
      -g java --library native -i "$DESCRIPTION" -o "$FOLDER" -p openApiNullable=false,useJakartaEe=true,containerDefaultToNull=true,useSingleRequestParameter=true \
      --global-property apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
    find "$FOLDER/src/main" -name '*.java' >"$FOLDER/sources"
    quietly "$JAVA_HOME/bin/javac" -J-XX:TieredStopAtLevel=1 -nowarn -proc:none \
      -d "$FOLDER/classes" -cp "$TOOLS/lib/*" @"$FOLDER/sources" "$HERE/java/Walk.java"
    exec "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -cp "$FOLDER/classes:$TOOLS/lib/*" Walk "$@"
    ;;
  python)
    export PATH="$TOOLS/bin:$PATH"
    quietly openapi-python-client generate --path "$DESCRIPTION" --meta none \
      --output-path "$FOLDER/gpuaas_client" --overwrite
    PYTHONPATH="$FOLDER" exec python "$HERE/python/walk.py" "$@"
    ;;
  typescript)
    cp "$HERE/typescript/walk.ts" "$TOOLS/package.json" "$FOLDER"
    ln -sfn "$TOOLS/node_modules" "$FOLDER/node_modules"
    cd "$FOLDER"
    quietly node node_modules/openapi-typescript/bin/cli.js "$DESCRIPTION" -o api.d.ts \
      --default-non-nullable=false
    quietly node node_modules/typescript/bin/tsc --strict --target es2022 --module nodenext \
      --skipLibCheck walk.ts
    exec node walk.js "$@"
    ;;
  *) echo "usage: walk.sh java|python|typescript OPENAPI_FILE TOOLS FOLDER PROJECT JOB" >&2; exit 2 ;;
esac
