/// Impure: processes and files. Tests of the commands of the launcher.
@NullMarked
package io.gpuaas.launch;

import org.jspecify.annotations.NullMarked;
