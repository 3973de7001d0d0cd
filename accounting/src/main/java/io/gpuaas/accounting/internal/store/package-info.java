/// Impure: SQL. The tables of the schema `accounting`; nothing else reads or writes them.
@NullMarked
package io.gpuaas.accounting.internal.store;

import org.jspecify.annotations.NullMarked;
