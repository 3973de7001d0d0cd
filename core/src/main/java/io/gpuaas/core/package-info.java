/// Pure. The words every module shares: ids, quantities, job shapes, usage events and faults. JDK
/// only.
@NullMarked
package io.gpuaas.core;

import org.jspecify.annotations.NullMarked;
