/// Impure. The benches, small, so that they still run when somebody wants their figures.
@NullMarked
package io.gpuaas.launch.bench;

import org.jspecify.annotations.NullMarked;
