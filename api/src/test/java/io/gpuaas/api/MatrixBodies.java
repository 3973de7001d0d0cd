package io.gpuaas.api;

import java.util.Map;

/// Bodies and queries for the rights matrix: understood, so that the answer is about rights, and
/// wrong in what is asked after them, so that they change nothing.
final class MatrixBodies {
  static final Map<String, String> QUERIES =
      Map.ofEntries(
          Map.entry("getConservation", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("exportFocus", "?month=2026-11"),
          Map.entry("listCostCenterStatements", "?month=2026-11"),
          Map.entry("exportStatements", "?month=2026-11"),
          Map.entry("exportUsage", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("getUsage", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("getCosts", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("exportCosts", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("getIdleCosts", "?month=2026-10"),
          Map.entry("getStatementTotals", "?month=2026-10"),
          Map.entry("printCostCenterDraft", "?month=2026-10&costCenter=none"),
          Map.entry("getUtilisation", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("getQuotaUse", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("getReliability", "?from=2026-11-01&to=2026-11-02"),
          Map.entry("getWaits", "?from=2026-11-01&to=2026-11-02&groupBy=project"),
          Map.entry("proposeRateCardAsCsv", "?currency=EUR"),
          Map.entry("renderJob", "?backend=job"),
          Map.entry("submitJob", "?dryRun=true"));

  private static final String PRICES = "{\"currency\":\"EUR\",\"rates\":[]}";

  private MatrixBodies() {}

  /// Of an operation about `project` and its things; empty where it needs none of its own.
  static String of(String operation, String project) {
    return switch (operation) {
      case "submitJob", "planJob", "renderJob" ->
          JobBodies.job("asked").replace(JobBodies.PROJECT, project);
      case "putJobByName" -> "{\"spec\":" + TestJson.read(JobBodies.job("x")).path("spec") + "}";
      case "putLease" -> "{\"seconds\":60}";
      case "cancelJob" -> "{}";
      case "cancelJobs" -> "{\"filter\":\"name = nobody\",\"expectedCount\":1}";
      case "putMaxCost" -> "{\"amount\":{\"amount\":\"1.00\",\"currency\":\"ZZZ\"}}";
      case "createToken" ->
          "{\"name\":\"m\",\"project\":\"%s\",\"scopes\":[\"job.read\"]}".formatted(project);
      case "rotateToken" -> "{\"overlap\":\"1h\"}";
      case "createRoleBinding" ->
          "{\"login\":\"nobody-there\",\"role\":\"viewer\","
              + "\"scope\":{\"kind\":\"PROJECT\",\"name\":\"%s\"}}".formatted(project);
      case "explainTrust" -> "{\"token\":\"a.b.c\"}";
      case "putTrustRule" ->
          "{\"issuer\":\"https://i.example\",\"audience\":\"a\",\"claims\":{\"sub\":\"s\"},"
              + "\"project\":\"%s\",\"login\":\"nobody\",\"scopes\":[\"job.read\"]}"
                  .formatted(project);
      case "putWebhook" ->
          "{\"scope\":{\"kind\":\"PROJECT\",\"name\":\"%s\"},\"url\":\"https://ci.example\"}"
              .formatted(project);
      case "putDataSource" -> "{\"type\":\"CLAIM\",\"place\":\"own\"}";
      case "putSecret" -> "{\"keys\":[\"token\"]}";
      case "simulate" -> "{\"apiVersion\":\"gpuaas/v1\",\"kind\":\"Scenario\",\"name\":\"one\"}";
      case "previewCohortQuotas", "previewProjectQuotas" -> "{\"quotas\":[]}";
      default -> ofMoney(operation, project);
    };
  }

  private static String ofMoney(String operation, String project) {
    return switch (operation) {
      case "requestAdjustment" ->
          "{\"project\":\"%s\",\"amount\":\"x\",\"reasonCode\":\"NONE\",\"explanation\":\"none\"}"
              .formatted(project);
      case "decideAdjustment", "decideChargePolicy", "decideCommitment", "decideCommitmentEnd" ->
          "{\"decision\":\"REJECT\"}";
      case "putBudget" ->
          "{\"scopeKind\":\"PROJECT\",\"scope\":\"%s\",\"period\":\"MONTH\",\"hard\":false,"
                  .formatted(project)
              + "\"amount\":{\"amount\":\"1.00\",\"currency\":\"EUR\"}}";
      case "overrideBudget" -> "{\"reason\":\"none\",\"until\":\"2099-01-01T00:00:00Z\"}";
      case "decideBilling" -> "{\"mode\":\"SHOW_BACK\",\"since\":\"unknown\",\"reason\":\"none\"}";
      case "proposeChargePolicy" ->
          "{\"pool\":\"none\",\"idle\":\"PLATFORM_ABSORBS\",\"lenderPercent\":0,"
              + "\"since\":\"unknown\"}";
      case "proposeCommitment" ->
          "{\"project\":\"%s\",\"pool\":\"none\",\"model\":\"none\",\"gpus\":\"x\","
                  .formatted(project)
              + "\"pricePerGpuHour\":\"1\",\"from\":\"x\",\"to\":\"x\"}";
      case "proposeCommitmentEnd" -> "{\"at\":\"x\"}";
      case "raiseDispute" ->
          "{\"statement\":\"none\",\"reasonCode\":\"NONE\",\"explanation\":\"none\"}";
      case "answerDispute" -> "{\"accepted\":false,\"text\":\"none\"}";
      case "putRateCard", "proposeRateCard" -> PRICES;
      case "proposeRateCardAsCsv" -> "pool,model,class,meter,pricePerGpuHour,validFrom,validTo";
      default -> "";
    };
  }

  static String type(String operation) {
    return operation.equals("proposeRateCardAsCsv") ? "text/csv" : "application/json";
  }
}
