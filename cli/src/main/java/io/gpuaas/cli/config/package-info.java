/// Impure: configuration of the server as files.
@NullMarked
package io.gpuaas.cli.config;

import org.jspecify.annotations.NullMarked;
