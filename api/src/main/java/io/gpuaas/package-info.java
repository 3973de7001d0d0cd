/// Impure: the application's start class. Nothing else lives here.
@NullMarked
package io.gpuaas;

import org.jspecify.annotations.NullMarked;
