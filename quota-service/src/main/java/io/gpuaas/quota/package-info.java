/// Pure. What the quota context publishes: the configuration of cohorts, projects and flavors, and
/// the quota arithmetic.
@NullMarked
package io.gpuaas.quota;

import org.jspecify.annotations.NullMarked;
