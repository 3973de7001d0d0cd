package io.gpuaas.api;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// As much of a browser as sign-in needs: keeps cookies, follows redirects one by one, sends forms.
/// Like browsers it takes this machine for secure, so that `Secure` cookies go over plain HTTP
/// here, and its cookies know no ports.
final class TestBrowser {
  private static final int MOST_REDIRECTS = 12;

  private final HttpClient http = HttpClient.newHttpClient();
  private final SortedMap<String, HttpCookie> cookies = new TreeMap<>();

  HttpResponse<String> get(String address) {
    return send(HttpRequest.newBuilder(URI.create(address)).header("Accept", "text/html, */*"));
  }

  HttpResponse<String> post(String address, String json) {
    return send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  HttpResponse<String> delete(String address) {
    return send(HttpRequest.newBuilder(URI.create(address)).DELETE());
  }

  HttpResponse<String> form(String address, Map<String, String> fields) {
    String body =
        new TreeMap<>(fields)
            .entrySet().stream()
                .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
                .collect(Collectors.joining("&"));
    return send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// The page after all redirects.
  HttpResponse<String> follow(String address) {
    return followed(get(address));
  }

  /// The page after all redirects that an answer leads to.
  HttpResponse<String> followed(HttpResponse<String> answer) {
    HttpResponse<String> page = answer;
    for (int i = 0; i < MOST_REDIRECTS && page.statusCode() / 100 == 3; i++) {
      String target = page.headers().firstValue("Location").orElseThrow();
      page = get(page.uri().resolve(target).toString());
    }
    return page;
  }

  Optional<HttpCookie> cookie(String name) {
    return cookies.values().stream().filter(it -> it.getName().equals(name)).findFirst();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    URI address = request.build().uri();
    String sent =
        cookies.values().stream()
            .filter(it -> address.getPath().startsWith(it.getPath()))
            .map(it -> it.getName() + "=" + it.getValue())
            .collect(Collectors.joining("; "));
    if (!sent.isEmpty()) {
      request.header("Cookie", sent);
    }
    cookie("XSRF-TOKEN").ifPresent(it -> request.header("X-XSRF-TOKEN", it.getValue()));
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      answer.headers().allValues("Set-Cookie").forEach(this::keep);
      return answer;
    } catch (IOException e) {
      throw new IllegalStateException(address + " got no answer.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void keep(String header) {
    for (HttpCookie cookie : HttpCookie.parse(header)) {
      String path = cookie.getPath() == null ? "/" : cookie.getPath();
      cookie.setPath(path);
      String key = cookie.getName() + " " + path;
      if (cookie.getMaxAge() == 0 || cookie.getValue().isEmpty()) {
        cookies.remove(key);
      } else {
        cookies.put(key, cookie);
      }
    }
  }
}
