/// Pure. The published face of accounting: what was used, what it costs, and whether the books
/// balance. Time is integer GPU-time, money is exact until a statement rounds it once.
@NullMarked
package io.gpuaas.accounting;

import org.jspecify.annotations.NullMarked;
