package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Adjustments.Decision;
import io.swagger.v3.oas.annotations.media.Schema;

/// What a second person says to a proposal.
@Schema(name = "Decision")
record DecisionInput(Decision decision) {}
