/// Impure: PostgreSQL.
@NullMarked
package io.gpuaas.placement.internal.service;

import org.jspecify.annotations.NullMarked;
