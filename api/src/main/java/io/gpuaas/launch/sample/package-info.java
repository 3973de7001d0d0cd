/// Impure: drives the product. The believable organisation with 30 days of history that a new
/// installation starts with.
@NullMarked
package io.gpuaas.launch.sample;

import org.jspecify.annotations.NullMarked;
