/// Impure: commands of operators and administrators, who ask a server and change it.
@NullMarked
package io.gpuaas.cli.admin;

import org.jspecify.annotations.NullMarked;
