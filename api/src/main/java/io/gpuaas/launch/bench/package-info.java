/// Impure: starts a database and measures. Benchmarks that need the product's database.
@NullMarked
package io.gpuaas.launch.bench;

import org.jspecify.annotations.NullMarked;
