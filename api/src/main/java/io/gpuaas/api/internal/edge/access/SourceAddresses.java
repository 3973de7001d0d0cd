package io.gpuaas.api.internal.edge.access;

import io.gpuaas.core.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.security.web.util.matcher.IpAddressMatcher;

/// From where a token may be used: addresses, and networks written `10.0.0.0/8`.
final class SourceAddresses {
  /// Whole addresses only: parts of one mean something else to each reader.
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F.]{0,32}:[0-9a-fA-F:.]{1,38})(/[0-9]{1,3})?");

  private SourceAddresses() {}

  /// What is wrong with a list of them.
  static List<Fault> faults(List<String> addresses) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      String text = addresses.get(i);
      if (!isNetwork(text)) {
        String allowed = "Must be an address or a network, such as 10.0.0.0/8 or 2001:db8::/32.";
        faults.add(new Fault("/addresses/" + i, "FORMAT", allowed, text, null));
      }
    }
    return faults;
  }

  private static boolean isNetwork(String text) {
    if (!WRITTEN.matcher(text).matches()) {
      return false;
    }
    try {
      new IpAddressMatcher(text);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// Whether a request from `address` is taken; an empty list takes all.
  static boolean take(List<String> addresses, String address) {
    return addresses.isEmpty()
        || addresses.stream().anyMatch(it -> new IpAddressMatcher(it).matches(address));
  }
}
