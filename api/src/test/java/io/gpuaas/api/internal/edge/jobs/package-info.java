/// Pure: what is told of jobs.
@NullMarked
package io.gpuaas.api.internal.edge.jobs;

import org.jspecify.annotations.NullMarked;
