/// Impure: tests of configuration as files.
@NullMarked
package io.gpuaas.cli.config;

import org.jspecify.annotations.NullMarked;
