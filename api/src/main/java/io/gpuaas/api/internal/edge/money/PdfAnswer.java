package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.StatementPrints.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/// A PDF that is sent as it is made.
final class PdfAnswer {
  private PdfAnswer() {}

  /// @param name of the file, without its ending
  static ResponseEntity<StreamingResponseBody> of(String name, Consumer<Output> print) {
    StreamingResponseBody body =
        out -> print.accept((bytes, offset, count) -> send(out, bytes, offset, count));
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_PDF)
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            ContentDisposition.attachment().filename(name + ".pdf").build().toString())
        .body(body);
  }

  private static void send(OutputStream out, byte[] bytes, int offset, int count) {
    try {
      out.write(bytes, offset, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
