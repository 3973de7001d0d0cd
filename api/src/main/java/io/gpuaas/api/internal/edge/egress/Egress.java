package io.gpuaas.api.internal.edge.egress;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hc.client5.http.DnsResolver;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// Where this server goes by itself for somebody else. A connection is made to an address that was
/// checked here and to no other: a name that is given another address a moment later gains nothing.
@Component
public final class Egress implements DnsResolver {
  private final List<Network> allowed;
  private final List<String> hosts;
  private final boolean plainHttp;

  /// @param allowed networks that may be gone to though they are not public
  /// @param hosts names, or ends of names that begin with a dot; empty means all
  public Egress(
      @Value("${gpuaas.egress.private-networks:}") List<String> allowed,
      @Value("${gpuaas.egress.hosts:}") List<String> hosts,
      @Value("${gpuaas.egress.plain-http:false}") boolean plainHttp) {
    this.allowed = allowed.stream().map(Network::of).toList();
    this.hosts = hosts.stream().map(it -> it.strip().toLowerCase(Locale.ROOT)).toList();
    this.plainHttp = plainHttp;
  }

  /// Why this is no address to go to; empty when it is, as far as it can be told without asking.
  public String fault(String address) {
    URI uri;
    try {
      uri = new URI(address);
    } catch (URISyntaxException _) {
      return "Must be an address such as https://ci.example/hooks.";
    }
    String scheme = String.valueOf(uri.getScheme());
    if (!scheme.equals("https") && !(plainHttp && scheme.equals("http"))) {
      return plainHttp ? "Must begin with https: or http:." : "Must begin with https:.";
    }
    String host = uri.getHost();
    if (host == null || uri.getUserInfo() != null || uri.getFragment() != null) {
      return "Must name a host, and have neither user nor fragment.";
    }
    if (!isNamed(host)) {
      return "Must be at one of the hosts that the operators allow.";
    }
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    if (!Network.isLiteral(bare)) {
      return "";
    }
    try {
      resolve(bare);
      return "";
    } catch (UnknownHostException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private boolean isNamed(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return hosts.isEmpty()
        || hosts.stream().anyMatch(it -> it.startsWith(".") ? name.endsWith(it) : name.equals(it));
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    if (!isNamed(host)) {
      throw new UnknownHostException("%s is none of the hosts that are allowed.".formatted(host));
    }
    InetAddress[] all = lookUp(host);
    InetAddress[] good = Arrays.stream(all).filter(this::isAllowed).toArray(InetAddress[]::new);
    if (good.length == 0) {
      throw new UnknownHostException(
          "%s is at %s, which is not public and not allowed."
              .formatted(host, all[0].getHostAddress()));
    }
    return good;
  }

  private static InetAddress[] lookUp(String host) throws UnknownHostException {
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException _) {
      throw new UnknownHostException("No host %s is known.".formatted(host));
    }
  }

  private boolean isAllowed(InetAddress address) {
    return Network.NOT_PUBLIC.stream().noneMatch(it -> it.contains(address))
        || allowed.stream().anyMatch(it -> it.contains(address));
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
