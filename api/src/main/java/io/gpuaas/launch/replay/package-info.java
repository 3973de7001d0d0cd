/// Impure. Drives a trace of real jobs through the public API of a product on virtual time.
@NullMarked
package io.gpuaas.launch.replay;

import org.jspecify.annotations.NullMarked;
