package io.gpuaas.api.internal.edge.manners;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `fields=id,phase`: a GET answers with the named fields of each thing only. Whatever answers with
/// things of a fixed shape, alone or in a list, can be asked so; a name that the shape does not
/// have is refused.
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class ChosenFields implements HandlerInterceptor, ResponseBodyAdvice<Object> {
  public static final String PARAMETER = "fields";
  private static final String CHOSEN = ChosenFields.class.getName();

  /// The fields of what a method answers with, in their order; empty where none can be chosen.
  public static List<String> offered(HandlerMethod method) {
    if (!method.hasMethodAnnotation(GetMapping.class)) {
      return List.of();
    }
    ResolvableType type = ResolvableType.forMethodReturnType(method.getMethod());
    while (Stream.of(ResponseEntity.class, Page.class, List.class).anyMatch(is(type))) {
      type = type.getGeneric();
    }
    Class<?> shape = type.resolve(Object.class);
    return shape.isRecord()
        ? Arrays.stream(shape.getRecordComponents()).map(RecordComponent::getName).toList()
        : List.of();
  }

  private static Predicate<Class<?>> is(ResolvableType type) {
    return it -> it.equals(type.resolve());
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String[] given = request.getParameterValues(PARAMETER);
    List<String> offered =
        given != null && handler instanceof HandlerMethod method ? offered(method) : List.of();
    if (given != null && !offered.isEmpty()) {
      Set<String> chosen = new LinkedHashSet<>(List.of(String.join(",", given).split(",", -1)));
      for (String name : chosen) {
        if (!offered.contains(name)) {
          throw ProblemException.ofParameter(
              PARAMETER, "must be of " + String.join(", ", new TreeSet<>(offered)) + ".", name);
        }
      }
      request.setAttribute(CHOSEN, chosen);
    }
    return true;
  }

  @Override
  public boolean supports(
      MethodParameter method, Class<? extends HttpMessageConverter<?>> converter) {
    return method.hasMethodAnnotation(GetMapping.class);
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter method,
      MediaType type,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    Object chosen = ((ServletServerHttpRequest) request).getServletRequest().getAttribute(CHOSEN);
    if (body == null || body instanceof Problem || !(chosen instanceof Set<?> names)) {
      return body;
    }
    JsonNode tree = ApiJson.WRITER.valueToTree(body);
    JsonNode things = body instanceof Page<?> ? tree.path("items") : tree;
    if (things instanceof ObjectNode one) {
      keep(one, names);
    } else {
      things.forEach(it -> keep((ObjectNode) it, names));
    }
    return tree;
  }

  private static void keep(ObjectNode thing, Set<?> names) {
    List.copyOf(thing.propertyNames()).stream()
        .filter(it -> !names.contains(it))
        .forEach(thing::remove);
  }
}
