/// Impure: commands that show what there is: jobs, queues, quotas, free GPUs, costs.
@NullMarked
package io.gpuaas.cli.look;

import org.jspecify.annotations.NullMarked;
