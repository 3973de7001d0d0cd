/// Pure. Runs as jobs of Slurm: what is submitted, what its states mean, what is to be done next.
@NullMarked
package io.gpuaas.cluster.internal.slurmjob;

import org.jspecify.annotations.NullMarked;
