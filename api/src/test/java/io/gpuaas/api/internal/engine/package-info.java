/// Pure: decisions compared with tables of cases.
@NullMarked
package io.gpuaas.api.internal.engine;

import org.jspecify.annotations.NullMarked;
