/// Impure. Submitting jobs, the scheduling loop, applying plans, and dispatch. The only place of
/// this module that opens transactions.
@NullMarked
package io.gpuaas.placement.internal.service;

import org.jspecify.annotations.NullMarked;
