package io.gpuaas.cli.imports;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many nodes a name of `slurm.conf` stands for: `gpu[01-04,07],login1` is six.
final class NodeNames {
  private static final Pattern BRACKETS = Pattern.compile("\\[([0-9,-]*)\\]");

  private NodeNames() {}

  static long count(String names) {
    long all = 0;
    for (String name : names.split(",(?![^\\[]*\\])", -1)) {
      long product = name.isEmpty() ? 0 : 1;
      Matcher brackets = BRACKETS.matcher(name);
      while (brackets.find()) {
        product *= inside(brackets.group(1));
      }
      all += product;
    }
    return all;
  }

  private static long inside(String ranges) {
    long sum = 0;
    for (String range : ranges.split(",", -1)) {
      String[] ends = range.split("-", 2);
      boolean single = ends.length == 1 || ends[1].isEmpty();
      sum += single ? 1 : Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1;
    }
    return sum;
  }
}
