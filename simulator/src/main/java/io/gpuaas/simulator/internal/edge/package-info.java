/// Impure: reads and writes text. Scenario documents in, results out; every fault of a document is
/// reported with its path.
@NullMarked
package io.gpuaas.simulator.internal.edge;

import org.jspecify.annotations.NullMarked;
