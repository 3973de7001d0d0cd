/// Pure. The field's rules one by one, as small scenarios with what follows from them worked out by
/// hand; `docs/conformance.md` lists them.
@NullMarked
package io.gpuaas.simulator.rules;

import org.jspecify.annotations.NullMarked;
