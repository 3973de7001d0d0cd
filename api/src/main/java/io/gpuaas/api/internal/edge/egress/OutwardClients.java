package io.gpuaas.api.internal.edge.egress;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.util.Timeout;

/// HTTP clients for addresses that somebody else named: they follow nobody elsewhere, try nothing
/// twice and remember nothing.
public final class OutwardClients {
  private OutwardClients() {}

  /// Connections to what `addresses` gives for a name, and to nothing else.
  ///
  /// @param longest to connect, and between two bytes
  public static PoolingHttpClientConnectionManagerBuilder connections(
      DnsResolver addresses, Timeout longest) {
    ConnectionConfig config =
        ConnectionConfig.custom().setConnectTimeout(longest).setSocketTimeout(longest).build();
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setDnsResolver(addresses)
        .setDefaultConnectionConfig(config);
  }

  /// A client of these connections.
  ///
  /// @param longest until an answer begins
  /// @param agent what it calls itself
  public static HttpClientBuilder client(
      HttpClientConnectionManager connections, Timeout longest, String agent) {
    return HttpClients.custom()
        .setConnectionManager(connections)
        .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(longest).build())
        .setUserAgent(agent)
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableAuthCaching();
  }
}
