/// Impure: JPA. The rows of the configuration in the schema `quota`, and how they become items.
@NullMarked
package io.gpuaas.quota.internal.store;

import org.jspecify.annotations.NullMarked;
