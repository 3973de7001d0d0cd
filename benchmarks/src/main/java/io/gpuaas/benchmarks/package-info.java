/// Impure: measures time. The benchmarks of `gpuaas bench`, each with its target; they run the
/// production engines on made or published worlds.
@NullMarked
package io.gpuaas.benchmarks;

import org.jspecify.annotations.NullMarked;
