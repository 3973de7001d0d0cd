package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.egress.Egress;
import io.gpuaas.api.internal.edge.egress.OutwardClients;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.stereotype.Component;

/// Requests for the keys of issuers that trust rules name. Whoever may write a rule of one project
/// names an address that this server goes to: it goes where [Egress] lets it, and follows nobody
/// elsewhere.
@Component
final class IssuerRequests {
  private static final Timeout LONGEST = Timeout.ofSeconds(5);

  private final Egress egress;
  private final boolean lab;
  private final CloseableHttpClient client;

  /// @param lab issuers may be anywhere, and are asked over http, too: for tests and trials alone
  IssuerRequests(Egress egress, @Value("${gpuaas.trust.plain-http:false}") boolean lab) {
    this.egress = egress;
    this.lab = lab;
    this.client = client(lab ? SystemDefaultDnsResolver.INSTANCE : egress);
  }

  private static CloseableHttpClient client(DnsResolver addresses) {
    // Each request has a connection of its own, to an address that was looked up for it.
    return OutwardClients.client(
            OutwardClients.connections(addresses, LONGEST).build(), LONGEST, "gpuaas-trust")
        .setConnectionReuseStrategy((_, _, _) -> false)
        .build();
  }

  /// Why the issuer is not asked; empty when it is, as far as its address tells.
  String fault(String issuer) {
    return lab ? "" : egress.fault(issuer);
  }

  ClientHttpRequestFactory requests() {
    return new HttpComponentsClientHttpRequestFactory(client);
  }
}
