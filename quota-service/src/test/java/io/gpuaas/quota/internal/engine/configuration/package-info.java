/// Pure. Rules of the configuration.
@NullMarked
package io.gpuaas.quota.internal.engine.configuration;

import org.jspecify.annotations.NullMarked;
