/// Pure. Tests of the lives of jobs.
@NullMarked
package io.gpuaas.placement.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
