/// Pure. The arithmetic of the ledger: metering, rating, postings, statements, conservation.
@NullMarked
package io.gpuaas.accounting.internal.engine;

import org.jspecify.annotations.NullMarked;
