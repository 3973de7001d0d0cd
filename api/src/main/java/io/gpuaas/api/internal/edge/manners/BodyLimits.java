package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.api.internal.service.Ticks;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/// Reads the body of a writing request whole, up to a limit: 1 MiB, and 16 MiB for lists of jobs
/// and for scenarios. What is longer, or comes letter by letter, is refused without reading on, and
/// of one caller only so many are read at once.
public final class BodyLimits extends OncePerRequestFilter {
  static final int PLAIN = 1 << 20;
  static final int LARGE = 16 << 20;
  private static final Set<String> LARGE_PATHS =
      Set.of("/api/v1/jobs:batch", "/api/v1/simulations");
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final Duration LONGEST = Duration.ofMinutes(1);
  static final int AT_ONCE = 250;
  private static final int PIECE = 8192;

  private final Ticks ticks;
  private final ConcurrentHashMap<String, Integer> reading = new ConcurrentHashMap<>();

  public BodyLimits(Ticks ticks) {
    this.ticks = ticks;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return WITHOUT_BODY.contains(request.getMethod());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    int limit = LARGE_PATHS.contains(request.getRequestURI()) ? LARGE : PLAIN;
    ProblemException refusal;
    if (request.getContentLengthLong() > limit) {
      refusal = tooLarge(limit);
    } else {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      refusal = readInTurn(request, limit, body);
      if (refusal == null) {
        chain.doFilter(new ReadRequest(request, body.toByteArray()), response);
        return;
      }
    }
    response.setHeader("Connection", "close");
    ProblemWriter.write(request, response, refusal);
  }

  private static ProblemException tooLarge(int limit) {
    String detail = "At most %d bytes are read here.".formatted(limit);
    return new ProblemException(ProblemCode.BODY_TOO_LARGE, detail);
  }

  private @Nullable ProblemException readInTurn(
      HttpServletRequest request, int limit, ByteArrayOutputStream into) throws IOException {
    // Strangers are told apart by their address, so that one of them cannot keep others from
    // signing in.
    String user = request.getRemoteUser();
    String caller = user == null ? "address " + request.getRemoteAddr() : "user " + user;
    try {
      if (reading.merge(caller, 1, Integer::sum) > AT_ONCE) {
        String detail = "At most %d bodies of one caller are read at once.".formatted(AT_ONCE);
        return new ProblemException(ProblemCode.TOO_MANY_REQUESTS, detail).with("Retry-After", "1");
      }
      return read(request.getInputStream(), limit, into);
    } finally {
      reading.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /// Null when all was read. The web server gives up on who says nothing for some seconds; here on
  /// who always says a little.
  private @Nullable ProblemException read(InputStream from, int limit, ByteArrayOutputStream into)
      throws IOException {
    long begun = ticks.nanos();
    byte[] piece = new byte[PIECE];
    for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
      into.write(piece, 0, read);
      if (into.size() > limit) {
        return tooLarge(limit);
      }
      if (ticks.nanos() - begun > LONGEST.toNanos()) {
        String detail = "%d bytes came in %d s.".formatted(into.size(), LONGEST.toSeconds());
        return new ProblemException(ProblemCode.TOO_SLOW, detail);
      }
    }
    return null;
  }

  /// The body that was read; null when the request did not pass this filter.
  static byte[] bodyOf(HttpServletRequest request) {
    return request instanceof ReadRequest read ? read.body : new byte[0];
  }

  private static final class ReadRequest extends HttpServletRequestWrapper {
    private final byte[] body;

    ReadRequest(HttpServletRequest request, byte[] body) {
      super(request);
      this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
      return new BytesInput(body);
    }

    @Override
    public BufferedReader getReader() {
      return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
  }

  private static final class BytesInput extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    BytesInput(byte[] body) {
      this.bytes = new ByteArrayInputStream(body);
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] into, int from, int length) {
      return bytes.read(into, from, length);
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException("The body is in memory.");
    }
  }
}
