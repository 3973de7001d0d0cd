/// Impure: writes files. The formats in which finance takes the books away.
@NullMarked
package io.gpuaas.accounting.internal.edge;

import org.jspecify.annotations.NullMarked;
