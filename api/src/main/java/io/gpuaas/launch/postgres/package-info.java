/// Impure: files and processes. The PostgreSQL server that the product brings with it.
@NullMarked
package io.gpuaas.launch.postgres;

import org.jspecify.annotations.NullMarked;
