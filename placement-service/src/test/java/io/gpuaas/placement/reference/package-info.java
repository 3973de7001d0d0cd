/// Pure. The rules of a cycle of heads once more, slow and obvious: nothing is kept up to date,
/// each figure is computed from what is held when it is asked for. Shares no code with the engine.
@NullMarked
package io.gpuaas.placement.reference;

import org.jspecify.annotations.NullMarked;
