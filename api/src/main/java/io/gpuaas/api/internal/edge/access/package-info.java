/// Impure: who is calling: sessions, bearer tokens, the checks of every endpoint, users and roles.
@NullMarked
package io.gpuaas.api.internal.edge.access;

import org.jspecify.annotations.NullMarked;
