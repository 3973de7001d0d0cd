/// Impure. Tests that replay small generated traces.
@NullMarked
package io.gpuaas.launch.replay;

import org.jspecify.annotations.NullMarked;
