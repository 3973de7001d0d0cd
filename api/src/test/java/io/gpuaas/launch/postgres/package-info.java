/// Impure: starts servers. Tests of the PostgreSQL that the product brings with it.
@NullMarked
package io.gpuaas.launch.postgres;

import org.jspecify.annotations.NullMarked;
