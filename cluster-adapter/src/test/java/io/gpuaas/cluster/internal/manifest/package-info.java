/// Impure. Tests of what is rendered; they read golden files.
@NullMarked
package io.gpuaas.cluster.internal.manifest;

import org.jspecify.annotations.NullMarked;
