package io.gpuaas.api.internal.edge.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gpuaas.api.internal.edge.egress.Egress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;

class IssuerRequestsTest {
  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer issuer;

  @BeforeEach
  void start() throws IOException {
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    issuer.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    issuer.start();
  }

  @AfterEach
  void stop() {
    issuer.stop(0);
  }

  private int ask(IssuerRequests requests) throws IOException {
    URI keys = URI.create("http://localhost:%d/keys".formatted(issuer.getAddress().getPort()));
    try (ClientHttpResponse answer =
        requests.requests().createRequest(keys, HttpMethod.GET).execute()) {
      return answer.getStatusCode().value();
    }
  }

  @Test
  void whatIsNotPublicIsNotAsked() {
    IssuerRequests requests = new IssuerRequests(new Egress(List.of(), List.of(), false), false);
    assertThat(requests.fault("https://ci.example")).isEmpty();
    assertThat(requests.fault("http://ci.example")).isEqualTo("Must begin with https:.");
    assertThat(requests.fault("https://169.254.169.254/latest"))
        .isEqualTo("169.254.169.254 is at 169.254.169.254, which is not public and not allowed.");
    assertThatThrownBy(() -> ask(requests)).isInstanceOf(UnknownHostException.class);
    assertThat(asked).hasValue(0);
  }

  @Test
  void operatorsAllowNetworksOfTheirOwnAndNobodyIsFollowedElsewhere() throws IOException {
    Egress egress = new Egress(List.of("127.0.0.0/8"), List.of(), false);
    assertThat(ask(new IssuerRequests(egress, false))).isEqualTo(302);
    assertThat(asked).hasValue(1);
  }

  @Test
  void aLabAsksAnybody() throws IOException {
    IssuerRequests requests = new IssuerRequests(new Egress(List.of(), List.of(), false), true);
    assertThat(requests.fault("http://127.0.0.1:8080")).isEmpty();
    assertThat(ask(requests)).isEqualTo(302);
  }
}
