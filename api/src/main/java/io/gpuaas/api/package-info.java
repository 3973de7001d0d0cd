/// Impure: the face to the outside: REST, sign-in, roles, audit, and the wiring of all modules.
@NullMarked
package io.gpuaas.api;

import org.jspecify.annotations.NullMarked;
