/// Tests of the published face.
@NullMarked
package io.gpuaas.quota;

import org.jspecify.annotations.NullMarked;
