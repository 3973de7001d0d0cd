/// Impure: the command line against a small server of its own.
@NullMarked
package io.gpuaas.cli;

import org.jspecify.annotations.NullMarked;
