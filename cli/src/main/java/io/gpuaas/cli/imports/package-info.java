/// Impure: configuration of other schedulers as files for `apply`.
@NullMarked
package io.gpuaas.cli.imports;

import org.jspecify.annotations.NullMarked;
