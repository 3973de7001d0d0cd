/// Pure. What is to be done about a run on a Kubernetes cluster, and what is to be said of it, from
/// how its objects are now.
@NullMarked
package io.gpuaas.cluster.internal.follow;

import org.jspecify.annotations.NullMarked;
