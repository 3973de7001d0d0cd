package io.gpuaas.api.internal.edge.money;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.UsageClass;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one project owes for one month.
///
/// @param number of the issued statement, null while it is open
/// @param status `OPEN` while it can still change, `SOFT_CLOSED` while only finance may adjust it,
///   then `CLOSED`
/// @param department that the project belongs to; as issued, and while it is open as it is now
/// @param costCenter on whose statement it stands: that of the department, else `department/NAME`,
///   else `unassigned`; as issued, and while it is open as it is now
/// @param costCenterStatement number of that statement, null until it is issued
/// @param billing whether the department pays it; as issued, and while it is open as decided now
/// @param adjustments late facts, corrections and credits of earlier months
/// @param charges commitments, shares of idle GPUs and credits of lenders
/// @param usage sum of the lines
@Schema(name = "Statement")
record StatementDocument(
    @Schema(example = "S-000001") @Nullable String number,
    String project,
    String department,
    @Schema(example = "CC-1100") String costCenter,
    @Schema(example = "C-000001") @Nullable String costCenterStatement,
    @Schema(example = "2026-11") String month,
    Instant from,
    Instant to,
    String zone,
    Statement.Status status,
    Billing.Mode billing,
    List<LineDocument> lines,
    List<StatementAdjustmentDocument> adjustments,
    List<StatementChargeDocument> charges,
    Money usage,
    Money total,
    String gpuHours,
    String unratedGpuHours) {
  static StatementDocument of(Statement it) {
    Billing billing = it.billing();
    return new StatementDocument(
        it.number().isEmpty() ? null : it.number(),
        it.project(),
        billing.department(),
        billing.costCenter(),
        billing.number().isEmpty() ? null : billing.number(),
        it.month().toString(),
        it.from(),
        it.to(),
        it.zone().getId(),
        it.status(),
        billing.mode(),
        it.lines().stream().map(line -> LineDocument.of(line, it.currency())).toList(),
        it.adjustments().stream()
            .map(one -> StatementAdjustmentDocument.of(one, it.currency()))
            .toList(),
        it.charges().stream().map(one -> StatementChargeDocument.of(one, it.currency())).toList(),
        Money.of(it.usageAmount(), it.currency()),
        Money.of(it.total(), it.currency()),
        it.gpuHours().toPlainString(),
        it.unratedGpuHours().toPlainString());
  }

  /// Something of an earlier month that is settled in this one.
  @Schema(name = "StatementAdjustment")
  record StatementAdjustmentDocument(
      Statement.Adjustment.Kind kind, String explanation, String gpuHours, Money amount) {
    static StatementAdjustmentDocument of(Statement.Adjustment it, String currency) {
      return new StatementAdjustmentDocument(
          it.kind(),
          it.explanation(),
          it.gpuHours().toPlainString(),
          Money.of(it.amount(), currency));
    }
  }

  /// What is owed or credited beside usage.
  ///
  /// @param reference id of the commitment; empty for the other kinds
  @Schema(name = "StatementCharge")
  record StatementChargeDocument(
      StatementCharge.Kind kind,
      String reference,
      String pool,
      String model,
      String explanation,
      String gpuHours,
      Money amount) {
    static StatementChargeDocument of(StatementCharge it, String currency) {
      return new StatementChargeDocument(
          it.kind(),
          it.reference(),
          it.pool(),
          it.model(),
          it.explanation(),
          it.gpuHours().toPlainString(),
          Money.of(it.amount(), currency));
    }
  }

  /// What was used of one kind at one price.
  @Schema(name = "StatementLine")
  record LineDocument(
      String model,
      String pool,
      @JsonProperty("class") UsageClass usageClass,
      UsageMeter meter,
      StatementLine.Kind kind,
      String gpuHours,
      @Schema(description = "Per GPU-hour, six decimals") Money unitPrice,
      @Schema(description = "What the price list says") Money listUnitPrice,
      Money amount) {
    static LineDocument of(StatementLine it, String currency) {
      return new LineDocument(
          it.model(),
          it.pool(),
          it.usageClass(),
          it.meter(),
          it.kind(),
          it.gpuHours().toPlainString(),
          new Money(it.unitPrice().toPlainString(), currency),
          new Money(it.listPrice().toPlainString(), currency),
          Money.of(it.amount(), currency));
    }
  }
}
