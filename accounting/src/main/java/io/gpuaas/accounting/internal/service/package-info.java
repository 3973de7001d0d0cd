/// Impure: transactions. Follows the usage events and answers what is published in the root.
@NullMarked
package io.gpuaas.accounting.internal.service;

import org.jspecify.annotations.NullMarked;
