/// Pure: tests of the time line.
@NullMarked
package io.gpuaas.simulator.internal.engine;

import org.jspecify.annotations.NullMarked;
