package io.gpuaas.api.internal.edge.manners;

import io.swagger.v3.oas.annotations.Hidden;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// The pages that a problem's `type` leads to.
@Hidden
@RestController
final class ProblemPages {
  private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

  @GetMapping("/problems/{slug}")
  ResponseEntity<String> page(@PathVariable String slug) {
    for (ProblemCode code : ProblemCode.values()) {
      if (code.slug().equals(slug)) {
        return ResponseEntity.ok().contentType(HTML).body(html(code));
      }
    }
    throw ProblemException.notFound("No kind of problem", slug);
  }

  private static String html(ProblemCode code) {
    return """
    <!doctype html>
    <html lang="en">
    <head><meta charset="utf-8"><title>%1$s</title></head>
    <body>
    <h1>%2$s</h1>
    <p>Code <code>%1$s</code>, HTTP status %3$d.</p>
    <p>%4$s</p>
    </body>
    </html>
    """
        .formatted(code.name(), code.title(), code.status(), code.remedy());
  }
}
