package io.gpuaas.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/// Published means over the seeds 42 to 51: GPU allocation by policy, trace and load.
record OpenbReference(SortedMap<String, Double> allocation) {
  static OpenbReference read(Path folder) throws IOException {
    SortedMap<String, Double> allocation = new TreeMap<>();
    for (String line :
        Files.readAllLines(folder.resolve("fgd_reference_table.csv"), StandardCharsets.UTF_8)) {
      String[] row = line.split(",", -1);
      String policy = row[1].toLowerCase(Locale.ROOT) + "/" + row[0];
      if (!row[0].equals("trace")) {
        allocation.put(policy + "/100", Double.parseDouble(row[3]));
        allocation.put(policy + "/130", Double.parseDouble(row[5]));
      }
    }
    return new OpenbReference(allocation);
  }

  /// NaN when it was not published.
  double of(String policy, String trace, int load) {
    return allocation.getOrDefault(policy + "/" + trace + "/" + load, Double.NaN);
  }
}
