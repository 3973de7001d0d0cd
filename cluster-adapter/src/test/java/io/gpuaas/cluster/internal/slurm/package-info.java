/// Impure. Contract tests against a real Slurm of the test bed.
@NullMarked
package io.gpuaas.cluster.internal.slurm;

import org.jspecify.annotations.NullMarked;
