/// Impure: processes, files, sockets and the start of the application. What `./gpuaas` runs: `up`,
/// `status`, `stop`, `reset`, and the parts they are made of.
@NullMarked
package io.gpuaas.launch;

import org.jspecify.annotations.NullMarked;
