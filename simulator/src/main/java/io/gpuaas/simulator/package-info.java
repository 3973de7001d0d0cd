/// Impure: the `main` of `gpuaas simulate` reads files. The face of the simulator: scenarios, their
/// results, and the class that plays one.
@NullMarked
package io.gpuaas.simulator;

import org.jspecify.annotations.NullMarked;
