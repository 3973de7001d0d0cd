/// Pure: what the application is made of.
@NullMarked
package io.gpuaas.api.internal.wiring;

import org.jspecify.annotations.NullMarked;
