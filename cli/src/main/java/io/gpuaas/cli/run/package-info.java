/// Impure: one job from submit to its result, for people and pipelines.
@NullMarked
package io.gpuaas.cli.run;

import org.jspecify.annotations.NullMarked;
