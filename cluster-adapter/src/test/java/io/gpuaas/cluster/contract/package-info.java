/// Impure. What every cluster behind the port has to do, whatever drives it.
@NullMarked
package io.gpuaas.cluster.contract;

import org.jspecify.annotations.NullMarked;
