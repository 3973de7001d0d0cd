package io.gpuaas.api.internal.edge.access;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/// The fields of a form. Read by hand and not by the framework, which logs arguments at its finest
/// level.
final class FormFields {
  private static final int LONGEST = 32_768;

  private FormFields() {}

  static SortedMap<String, String> of(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readAllBytes();
    String form = body.length > LONGEST ? "" : new String(body, StandardCharsets.UTF_8);
    SortedMap<String, String> fields = new TreeMap<>();
    for (String pair : form.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      // A field that is no text is as good as none.
      return "";
    }
  }
}
