/// Impure. Tests of users' manifests; they read files.
@NullMarked
package io.gpuaas.cluster.internal.template;

import org.jspecify.annotations.NullMarked;
