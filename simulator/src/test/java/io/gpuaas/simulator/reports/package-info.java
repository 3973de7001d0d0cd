/// Pure. Trouble reports of people who run shared GPU clusters, replayed; `docs/trouble-reports.md`
/// lists them.
@NullMarked
package io.gpuaas.simulator.reports;

import org.jspecify.annotations.NullMarked;
