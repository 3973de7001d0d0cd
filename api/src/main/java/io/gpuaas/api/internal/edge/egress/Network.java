package io.gpuaas.api.internal.edge.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Addresses that begin alike, written `10.0.0.0/8`.
record Network(InetAddress first, int bits) {
  /// What the internet does not carry, or what only leads back to something within: this machine,
  /// private and shared ranges, metadata services, examples, benchmarks, groups, and the ways to
  /// write an IPv4 address as an IPv6 one.
  static final List<Network> NOT_PUBLIC =
      List.of(
          of("0.0.0.0/8"),
          of("10.0.0.0/8"),
          of("100.64.0.0/10"),
          of("127.0.0.0/8"),
          of("169.254.0.0/16"),
          of("172.16.0.0/12"),
          of("192.0.0.0/24"),
          of("192.0.2.0/24"),
          of("192.88.99.0/24"),
          of("192.168.0.0/16"),
          of("198.18.0.0/15"),
          of("198.51.100.0/24"),
          of("203.0.113.0/24"),
          of("224.0.0.0/4"),
          of("240.0.0.0/4"),
          of("::/96"),
          of("64:ff9b::/96"),
          of("64:ff9b:1::/48"),
          of("100::/64"),
          of("2001::/23"),
          of("2001:db8::/32"),
          of("2002::/16"),
          of("fc00::/7"),
          of("fe80::/10"),
          of("fec0::/10"),
          of("ff00::/8"));

  /// @throws IllegalArgumentException when it is no network; never asks a name service
  static Network of(String text) {
    String[] parts = text.strip().split("/", -1);
    if (parts.length != 2 || !parts[1].matches("[0-9]{1,3}") || !isLiteral(parts[0])) {
      throw new IllegalArgumentException("%s is no network such as 10.0.0.0/8.".formatted(text));
    }
    try {
      Network network = new Network(InetAddress.getByName(parts[0]), Integer.parseInt(parts[1]));
      if (network.bits > network.first.getAddress().length * 8) {
        throw new IllegalArgumentException("%s has too many bits.".formatted(text));
      }
      return network;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("%s is no network.".formatted(text), e);
    }
  }

  /// Whether a host is written as an address, so that no name has to be looked up.
  static boolean isLiteral(String host) {
    return host.contains(":") || host.matches("[0-9.]+");
  }

  boolean contains(InetAddress address) {
    byte[] here = first.getAddress();
    byte[] there = address.getAddress();
    if (here.length != there.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((here[bit / 8] & mask) != (there[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
