/// Impure. The edge to Slurm clusters, by slurmrestd.
@NullMarked
package io.gpuaas.cluster.internal.slurm;

import org.jspecify.annotations.NullMarked;
