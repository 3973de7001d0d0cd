/// Pure. Manifests of users as templates of jobs: what is read from them, what cannot be accepted,
/// and how our objects are laid over them.
@NullMarked
package io.gpuaas.cluster.internal.template;

import org.jspecify.annotations.NullMarked;
