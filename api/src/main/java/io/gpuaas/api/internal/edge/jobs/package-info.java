/// Impure: jobs over HTTP: submit, plan, read, wait, follow, cancel.
@NullMarked
package io.gpuaas.api.internal.edge.jobs;

import org.jspecify.annotations.NullMarked;
