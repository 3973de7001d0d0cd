/// Pure. What the placement context publishes: the world, plans, jobs, and the port to clusters.
@NullMarked
package io.gpuaas.placement;

import org.jspecify.annotations.NullMarked;
