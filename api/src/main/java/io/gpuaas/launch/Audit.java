package io.gpuaas.launch;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.LedgerFollower;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import org.springframework.context.ApplicationContext;

/// What `gpuaas audit` prints: every check of the books, with what breaks it.
record Audit(List<Check> checks) {
  /// @param rows empty when it is green
  record Check(String name, boolean ok, List<SortedMap<String, String>> rows) {}

  /// Books all that has happened, then checks everything, as of the product's time.
  static Audit of(ApplicationContext product) {
    product.getBean(LedgerFollower.class).catchUp();
    return new Audit(
        product.getBean(Auditor.class).run(product.getBean(InstantSource.class).instant()).stream()
            .map(check -> new Check(check.name(), check.ok(), check.rows()))
            .toList());
  }

  boolean ok() {
    return checks.stream().allMatch(Check::ok);
  }
}
