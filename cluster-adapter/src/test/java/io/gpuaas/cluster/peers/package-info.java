/// Impure. Models of peers that cannot be run here: a small API server, and the controllers of KAI,
/// Volcano, the training operator and KubeRay as far as they change what we read back.
@NullMarked
package io.gpuaas.cluster.peers;

import org.jspecify.annotations.NullMarked;
