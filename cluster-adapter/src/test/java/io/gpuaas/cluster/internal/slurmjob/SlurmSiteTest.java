package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.slurmjob.SlurmSite.Images;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite.Pinning;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmSiteTest {
  private static SortedMap<String, String> settings() {
    return new TreeMap<>(
        Map.of("url", "http://slurm:6820", "user", "gpuaas", "tokenFile", "/run/token"));
  }

  @Test
  void whatIsLeftOutHasItsDefault() {
    assertThat(SlurmSite.of(settings()))
        .isEqualTo(
            new SlurmSite(
                "gpuaas", "", "", new TreeMap<>(), Images.PYXIS, Pinning.NODES, "/tmp", ""));
  }

  @Test
  void settingsAreRead() {
    SortedMap<String, String> settings = settings();
    settings.putAll(
        Map.of(
            "instance", "two",
            "partition", "p",
            "account", "a",
            "qos", "high = urgent,normal=standard,none",
            "images", "ignored",
            "pinning", "features",
            "workingDirectory", "/w",
            "logFolder", "/shared/logs/"));
    assertThat(SlurmSite.of(settings))
        .isEqualTo(
            new SlurmSite(
                "two",
                "p",
                "a",
                new TreeMap<>(Map.of("high", "urgent", "normal", "standard")),
                Images.IGNORED,
                Pinning.FEATURES,
                "/w",
                "/shared/logs"));
  }

  @ParameterizedTest
  @CsvSource({
    "url, ftp://slurm, INVALID_VALUE",
    "url, http://user@slurm, INVALID_VALUE",
    "images, docker, INVALID_VALUE",
    "pinning, none, INVALID_VALUE",
    "workingDirectory, tmp, INVALID_VALUE",
    "qos, high, INVALID_VALUE",
    "logFolder, logs, INVALID_VALUE",
    "logFolder, /logs/%j, INVALID_VALUE",
    "prometheusUrl, ftp://host, INVALID_VALUE",
    "colour, red, UNKNOWN_SETTING",
  })
  void aWrongSettingIsNamed(String key, String value, String code) {
    SortedMap<String, String> settings = settings();
    settings.put(key, value);
    assertThat(SlurmSite.faults("/clusters/0/settings", settings))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.pointer()).isEqualTo("/clusters/0/settings/" + key);
              assertThat(it.code()).isEqualTo(code);
            });
  }

  @Test
  void goodSettingsHaveNoFaultsAndMissingOnesAreNamed() {
    SortedMap<String, String> settings = settings();
    settings.putAll(
        Map.of(
            "images", "pyxis",
            "pinning", "nodes",
            "workingDirectory", "/w",
            "qos", "high=urgent",
            "partition", "x"));
    assertThat(SlurmSite.faults("/s", settings)).isEmpty();
    assertThat(SlurmSite.faults("/s", new TreeMap<>()))
        .extracting(it -> it.pointer() + " " + it.code())
        .containsExactly("/s/url REQUIRED", "/s/user REQUIRED", "/s/tokenFile REQUIRED");
  }
}
