/// Impure: the server over HTTP, its problems, streams, and who we are there.
@NullMarked
package io.gpuaas.cli.server;

import org.jspecify.annotations.NullMarked;
