/// Impure: PostgreSQL.
@NullMarked
package io.gpuaas.quota.internal.service;

import org.jspecify.annotations.NullMarked;
