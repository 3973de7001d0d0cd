/// Pure. Plays a scenario on its own clock with the production engines, and checks each step.
@NullMarked
package io.gpuaas.simulator.internal.engine;

import org.jspecify.annotations.NullMarked;
