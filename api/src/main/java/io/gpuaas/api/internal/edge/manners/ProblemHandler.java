package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.ClusterSilence;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/// Turns every exception that leaves a controller into a problem.
@RestControllerAdvice
final class ProblemHandler extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

  @ExceptionHandler
  ResponseEntity<Object> refused(ProblemException cause, HttpServletRequest request) {
    HttpHeaders headers = new HttpHeaders();
    cause.headers().forEach(headers::set);
    return answer(cause, headers, request);
  }

  @ExceptionHandler
  ResponseEntity<Object> denied(AccessDeniedException cause, HttpServletRequest request) {
    return answer(
        new ProblemException(ProblemCode.FORBIDDEN, "Denied."), new HttpHeaders(), request);
  }

  /// Parameters that no text is, or whose names have characters that mean nothing: found by the web
  /// server as soon as somebody asks for one.
  @ExceptionHandler({InvalidParameterException.class, RequestRejectedException.class})
  ResponseEntity<Object> unreadable(Exception cause, HttpServletRequest request) {
    String detail = "The address has a parameter that cannot be read.";
    ProblemException problem = new ProblemException(ProblemCode.INVALID_PARAMETER, detail);
    return answer(problem, new HttpHeaders(), request);
  }

  /// The database does not answer, or asks to be asked again.
  @ExceptionHandler({
    DataAccessResourceFailureException.class,
    TransientDataAccessException.class,
    CannotCreateTransactionException.class
  })
  ResponseEntity<Object> unavailable(Exception cause, HttpServletRequest request) {
    LOG.warn("The database does not answer: {}", cause.toString());
    ProblemException problem =
        new ProblemException(ProblemCode.UNAVAILABLE, "The database does not answer.");
    return refused(problem.with("Retry-After", "2"), request);
  }

  @ExceptionHandler
  ResponseEntity<Object> silent(ClusterSilence cause, HttpServletRequest request) {
    LOG.warn("{} {}: {}", request.getMethod(), request.getRequestURI(), cause.toString());
    ProblemException problem =
        new ProblemException(ProblemCode.UNAVAILABLE, String.valueOf(cause.getMessage()));
    return refused(problem.with("Retry-After", "5"), request);
  }

  @ExceptionHandler
  ResponseEntity<Object> unexpected(Exception cause, HttpServletRequest request) {
    LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), cause);
    ProblemException problem =
        new ProblemException(ProblemCode.INTERNAL, "The fault is in the server's log.");
    return answer(problem, new HttpHeaders(), request);
  }

  /// All exceptions of the framework pass here.
  @Override
  protected ResponseEntity<Object> handleExceptionInternal(
      Exception cause,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    HttpServletRequest servlet = ((ServletWebRequest) request).getRequest();
    if (status.is5xxServerError()) {
      LOG.error("{} {} failed", servlet.getMethod(), servlet.getRequestURI(), cause);
    }
    return answer(problem(cause, status), headers, servlet);
  }

  private static ProblemException problem(Exception cause, HttpStatusCode status) {
    return switch (cause) {
      case MethodArgumentTypeMismatchException wrong -> parameter(wrong.getName(), wrong);
      case TypeMismatchException wrong -> parameter(String.valueOf(wrong.getPropertyName()), wrong);
      case MissingServletRequestParameterException missing ->
          new ProblemException(
              ProblemCode.INVALID_PARAMETER,
              missing.getParameterName() + ": required.",
              List.of(Fault.of(missing.getParameterName(), "REQUIRED", "Required.")),
              Collections.emptySortedMap());
      case HttpMessageNotReadableException _ -> StrictJsonBody.missing();
      case HttpMediaTypeNotSupportedException wrong -> mediaType(wrong.getSupportedMediaTypes());
      default -> ofStatus(status.value());
    };
  }

  private static ProblemException mediaType(List<MediaType> supported) {
    if (supported.isEmpty() || supported.contains(MediaType.APPLICATION_JSON)) {
      return ofStatus(415);
    }
    String names = supported.stream().map("`%s`"::formatted).collect(Collectors.joining(" or "));
    return new ProblemException(ProblemCode.UNSUPPORTED_MEDIA_TYPE, "Send %s.".formatted(names));
  }

  private static ProblemException parameter(String name, TypeMismatchException cause) {
    Class<?> wanted = cause.getRequiredType();
    String type = wanted == null ? "valid" : wanted.getSimpleName().toLowerCase(Locale.ROOT);
    if (wanted != null && wanted.isEnum()) {
      type = "one of " + List.of(wanted.getEnumConstants());
    }
    return ProblemException.ofParameter(
        name, "must be %s.".formatted(type), String.valueOf(cause.getValue()));
  }

  /// What a bare status of the framework means.
  static ProblemException ofStatus(int status) {
    ProblemCode code =
        switch (status) {
          case 400 -> ProblemCode.INVALID_PARAMETER;
          case 401 -> ProblemCode.UNAUTHENTICATED;
          case 403 -> ProblemCode.FORBIDDEN;
          case 404 -> ProblemCode.NOT_FOUND;
          case 405 -> ProblemCode.METHOD_NOT_ALLOWED;
          case 406 -> ProblemCode.NOT_ACCEPTABLE;
          case 413 -> ProblemCode.BODY_TOO_LARGE;
          case 415 -> ProblemCode.UNSUPPORTED_MEDIA_TYPE;
          case 503 -> ProblemCode.UNAVAILABLE;
          default -> status < 500 ? ProblemCode.INVALID_PARAMETER : ProblemCode.INTERNAL;
        };
    return new ProblemException(code, code.remedy());
  }

  private static ResponseEntity<Object> answer(
      ProblemException cause, HttpHeaders headers, HttpServletRequest request) {
    Problem problem = Problem.of(cause, request.getRequestURI(), RequestIds.of(request));
    return ResponseEntity.status(cause.code().status())
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
