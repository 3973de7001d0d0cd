package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.DeviceLogins;
import io.gpuaas.api.internal.service.DeviceLogins.Begun;
import io.gpuaas.api.internal.store.DeviceLoginStore.DeviceLogin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/// Sign-in of a command line by its person's browser (RFC 8628): its beginning, and what the person
/// sees and decides. Its end is at `/auth/token`.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Session")
final class DeviceLoginController {
  private static final int LONGEST_NAME = 60;

  private final DeviceLogins logins;
  private final RecentSignIns recent;
  private final AuditTrail audit;

  DeviceLoginController(DeviceLogins logins, RecentSignIns recent, AuditTrail audit) {
    this.logins = logins;
    this.recent = recent;
    this.audit = audit;
  }

  /// What the standard asks for, and one field more.
  @Schema(name = "DeviceLoginForm")
  record BeginForm(
      @Schema(example = "gpuaas-cli") @Nullable String client_id,
      @Schema(example = "workstation-7", description = "Shown to the person")
          @Nullable String machine) {}

  /// What the standard answers with.
  ///
  /// @param expires_in seconds
  /// @param interval seconds between two questions
  @Schema(name = "DeviceLoginAnswer")
  record BegunDocument(
      String device_code,
      @Schema(example = "WDJB-MJHT") String user_code,
      @Schema(example = "https://gpu.example/device") String verification_uri,
      @Schema(example = "https://gpu.example/device?code=WDJB-MJHT")
          String verification_uri_complete,
      @Schema(example = "600") long expires_in,
      @Schema(example = "5") long interval) {
    /// The code is not shown.
    @Override
    public String toString() {
      return "BegunDocument[" + user_code + "]";
    }
  }

  @PostMapping(path = "/auth/device", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  @SecurityRequirements
  @Operation(
      operationId = "beginDeviceLogin",
      summary = "Begin the sign-in of a command line",
      description =
          """
          The body is the form of RFC 8628. Show `user_code` and `verification_uri` to the \
          person, then ask `POST /auth/token` with `device_code` every `interval` seconds.\
          """)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
              schema = @Schema(implementation = BeginForm.class)))
  ResponseEntity<BegunDocument> begin(HttpServletRequest request) throws IOException {
    String said = FormFields.of(request).getOrDefault("machine", "");
    String machine = said.replaceAll("[^A-Za-z0-9._ -]", "").strip();
    String shown = machine.isEmpty() ? "an unnamed machine" : machine;
    Begun begun =
        logins
            .begin(
                shown.substring(0, Math.min(LONGEST_NAME, shown.length())), request.getRemoteAddr())
            .orElseThrow(
                () ->
                    new ProblemException(
                            ProblemCode.TOO_MANY_REQUESTS, "Too many command lines wait already.")
                        .with("Retry-After", "60"));
    String code = begun.login().userCode();
    String page =
        ServletUriComponentsBuilder.fromContextPath(request).path("/device").toUriString();
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noStore())
        .body(
            new BegunDocument(
                begun.deviceCode(),
                code,
                page,
                page + "?code=" + code,
                DeviceLogins.LIFE.toSeconds(),
                DeviceLogins.INTERVAL.toSeconds()));
  }

  /// A command line that waits.
  ///
  /// @param machine what it says it runs on
  @Schema(name = "DeviceLogin")
  record DeviceLoginDocument(
      @Schema(example = "WDJB-MJHT") String userCode,
      @Schema(example = "workstation-7") String machine,
      @Schema(example = "192.0.2.7") String sourceIp,
      Instant requestedAt,
      Instant expiresAt) {}

  /// What its person says.
  enum Decision {
    ALLOW,
    DENY
  }

  @Schema(name = "DeviceLoginDecision")
  record DecisionInput(@Schema(example = "ALLOW") Decision decision) {}

  @GetMapping("/device-logins/{code}")
  @Operation(
      operationId = "getDeviceLogin",
      summary = "Look at a command line that waits",
      description = "By the code that it shows; letter case and the hyphen do not matter.")
  DeviceLoginDocument get(Call call, @PathVariable String code) {
    DeviceLogin it = found(code);
    return new DeviceLoginDocument(
        it.userCode(), it.machine(), it.sourceIp(), it.requestedAt(), it.expiresAt());
  }

  @PostMapping("/device-logins/{code}/decision")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "decideDeviceLogin",
      summary = "Let a command line in, or not",
      description =
          """
          It gets a token that may do all that its person may, for 30 days. Of browsers only; \
          whoever may change prices or rights needs a recent sign-in for it (`STEP_UP`).\
          """)
  void decide(
      Call call,
      HttpServletRequest request,
      @PathVariable String code,
      @RequestBody DecisionInput body) {
    if (call.caller().token() != null) {
      throw new ProblemException(
          ProblemCode.FORBIDDEN, "A person decides this in a browser, not a token.");
    }
    DeviceLogin it = found(code);
    boolean allowed = body.decision() == Decision.ALLOW;
    if (allowed) {
      recent.requireFor(call, List.of("*"), request);
    }
    AuditTrail.Act act =
        new AuditTrail.Act(call.actor(), "device.decide", "device/" + it.machine(), "");
    boolean decided =
        audit.recording(
            act,
            () -> logins.decide(code, call.caller().login(), allowed),
            done ->
                new AuditTrail.Finding(
                    done ? "OK" : "REFUSED", 204, "" + body.decision(), null, null));
    if (!decided) {
      throw missing(code);
    }
  }

  private DeviceLogin found(String code) {
    return logins.find(code).orElseThrow(() -> missing(code));
  }

  private static ProblemException missing(String code) {
    return ProblemException.notFound("No command line that waits under", code);
  }
}
