/// Impure: beans that every module needs: clock, ids, data bases, web and security set-up.
@NullMarked
package io.gpuaas.api.internal.wiring;

import org.jspecify.annotations.NullMarked;
