/// Pure. What each signal does to a job and its run, and on whose account a run holds its GPUs.
@NullMarked
package io.gpuaas.placement.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
