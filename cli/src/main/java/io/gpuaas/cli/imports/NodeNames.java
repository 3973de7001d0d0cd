package io.gpuaas.cli.imports;

import io.gpuaas.cli.CliFault;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many nodes a name of `slurm.conf` stands for: `gpu[01-04,07],login1` is six.
final class NodeNames {
  private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]*)\\]");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

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
      Matcher ends = RANGE.matcher(range);
      if (!ends.matches()) {
        throw CliFault.usage("Nodes [%s] cannot be counted: a range is 1-4.".formatted(ranges));
      }
      String last = ends.group(2);
      sum += last == null ? 1 : Long.parseLong(last) - Long.parseLong(ends.group(1)) + 1;
    }
    return sum;
  }
}
