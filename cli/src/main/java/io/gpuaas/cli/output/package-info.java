/// Impure: answers as tables, JSON, YAML and CSV.
@NullMarked
package io.gpuaas.cli.output;

import org.jspecify.annotations.NullMarked;
