/// Pure: parts of services that need no database.
@NullMarked
package io.gpuaas.api.internal.service;

import org.jspecify.annotations.NullMarked;
