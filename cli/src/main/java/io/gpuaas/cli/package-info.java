/// Impure: the commands of `./gpuaas` that ask a server. They know its REST interface only.
@NullMarked
package io.gpuaas.cli;

import org.jspecify.annotations.NullMarked;
