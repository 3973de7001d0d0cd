package io.gpuaas.accounting;

/// Where a project stands in the organisation. Accounting does not know it: who asks says it.
public record ProjectHome(String department, String team, String costCenter) {}
