/// Pure. Tests of what is decided and said of runs.
@NullMarked
package io.gpuaas.cluster.internal.follow;

import org.jspecify.annotations.NullMarked;
