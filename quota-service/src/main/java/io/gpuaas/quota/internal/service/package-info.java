/// Impure: transactions. The services of the quota context on its store.
@NullMarked
package io.gpuaas.quota.internal.service;

import org.jspecify.annotations.NullMarked;
