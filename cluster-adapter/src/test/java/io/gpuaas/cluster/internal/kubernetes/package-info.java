/// Impure. Contract tests against real clusters of the test bed.
@NullMarked
package io.gpuaas.cluster.internal.kubernetes;

import org.jspecify.annotations.NullMarked;
