package io.gpuaas.api.internal.edge.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressTest {
  private static final Egress PUBLIC_ONLY = new Egress(List.of(), List.of(), false);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.127.255.255",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "ff02::1",
        "2001:db8::1",
        "127.1",
        "2130706433"
      })
  void whatIsNotPublicIsNotGoneTo(String address) {
    assertThatThrownBy(() -> PUBLIC_ONLY.resolve(address))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("not public");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "172.15.255.255",
        "172.32.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "192.167.1.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450:4001::200e"
      })
  void whatIsPublicIs(String address) throws UnknownHostException {
    assertThat(PUBLIC_ONLY.resolve(address)).containsExactly(InetAddress.getByName(address));
  }

  @Test
  void operatorsAllowNetworksOfTheirOwn() throws UnknownHostException {
    Egress egress = new Egress(List.of("10.20.0.0/16", "fd00:1::/32"), List.of(), false);
    assertThat(egress.resolve("10.20.3.4")).hasSize(1);
    assertThat(egress.resolve("fd00:1::5")).hasSize(1);
    assertThatThrownBy(() -> egress.resolve("10.21.0.1")).hasMessageContaining("not public");
    assertThatThrownBy(() -> new Egress(List.of("10.20.0.0"), List.of(), false))
        .hasMessageContaining("no network");
    assertThatThrownBy(() -> new Egress(List.of("10.20.0.0/33"), List.of(), false))
        .hasMessageContaining("too many bits");
    assertThatThrownBy(() -> new Egress(List.of("ci.example/8"), List.of(), false))
        .hasMessageContaining("no network");
  }

  @Test
  void nameIsCheckedByItsAddressWhenItIsLookedUp() {
    assertThat(PUBLIC_ONLY.fault("https://localhost/hook")).isEmpty();
    assertThatThrownBy(() -> PUBLIC_ONLY.resolve("localhost"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("localhost is at");
  }

  @ParameterizedTest
  @CsvSource({
    "https://ci.example/hook, true",
    "https://CI.example/hook, true",
    "https://a.hooks.example/x, true",
    "https://hooks.example/x, false",
    "https://evil-ci.example/hook, false",
    "https://ci.example.evil/hook, false",
  })
  void operatorsMayNameTheHosts(String address, boolean allowed) {
    Egress egress = new Egress(List.of(), List.of("ci.example", ".hooks.example"), false);
    assertThat(egress.fault(address).isEmpty()).isEqualTo(allowed);
  }
}
