package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Refuses query parameters that an endpoint does not know: a misspelt filter must not be read as
/// no filter. Values with the character 0, which the database takes in no text, are refused, too.
public final class KnownParameters implements HandlerInterceptor {
  private static final String OURS = "io.gpuaas.";

  private final Map<HandlerMethod, Collection<String>> known = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getQueryString() == null
        || !(handler instanceof HandlerMethod method)
        || !method.getBeanType().getName().startsWith(OURS)) {
      return true;
    }
    Collection<String> names = known.computeIfAbsent(method, KnownParameters::names);
    if ("true".equals(request.getParameter(DryRunnable.PARAMETER))) {
      response.setHeader("Dry-Run", "true");
    }
    for (String given : Collections.list(request.getParameterNames())) {
      if (!names.contains(given)) {
        String allowed = names.isEmpty() ? "none" : String.join(", ", names);
        String shown = Fault.shown(given, 64);
        throw ProblemException.ofParameter(
            shown, "no such parameter; known here: " + allowed + ".", "");
      }
      for (String value : request.getParameterValues(given)) {
        if (value.indexOf('\0') >= 0) {
          throw ProblemException.ofParameter(given, "must be without the character 0.", "");
        }
      }
    }
    return true;
  }

  private static SortedSet<String> names(HandlerMethod method) {
    SortedSet<String> names = new TreeSet<>();
    if (method.hasMethodAnnotation(DryRunnable.class)) {
      names.add(DryRunnable.PARAMETER);
    }
    if (!ChosenFields.offered(method).isEmpty()) {
      names.add(ChosenFields.PARAMETER);
    }
    for (MethodParameter parameter : method.getMethodParameters()) {
      RequestParam annotation = parameter.getParameterAnnotation(RequestParam.class);
      if (annotation != null) {
        parameter.initParameterNameDiscovery(
            new org.springframework.core.DefaultParameterNameDiscoverer());
        String name = parameter.getParameterName();
        names.add(annotation.name().isEmpty() && name != null ? name : annotation.name());
      }
      if (parameter.hasParameterAnnotation(ParameterObject.class)) {
        for (RecordComponent component : parameter.getParameterType().getRecordComponents()) {
          names.add(component.getName());
        }
      }
    }
    return names;
  }
}
