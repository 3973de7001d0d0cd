/// Pure. Tests of runs as jobs of Slurm.
@NullMarked
package io.gpuaas.cluster.internal.slurmjob;

import org.jspecify.annotations.NullMarked;
