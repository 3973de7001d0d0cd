package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.core.FaultCollector;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.SecretReference;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What must hold of data sources and secrets of projects.
final class DataRules {
  private static final int NAME_MAX = 50;
  private static final int PLACE_MAX = 1024;
  private static final int KEYS_MAX = 64;
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");
  private static final Pattern NFS = Pattern.compile("[A-Za-z0-9][-.A-Za-z0-9]*:/[^\\s:]*");
  private static final Pattern FOLDER = Pattern.compile("(/[A-Za-z0-9_@%+=.,-]+)+");
  private static final Pattern ADDRESS = Pattern.compile("[a-z][a-z0-9+.-]*://[^\\s@]+");

  private final Configuration after;
  private final FaultCollector faults;

  DataRules(Configuration after, FaultCollector faults) {
    this.after = after;
    this.faults = faults;
  }

  void secret(String at, SecretReference secret) {
    project(at, secret.project());
    faults.dnsName(at + "/name", secret.name());
    if (secret.keys().isEmpty()) {
      faults.add(at + "/keys", "REQUIRED", "A secret has at least one key that jobs may name.");
    }
    faults.size(at + "/keys", secret.keys().size(), KEYS_MAX);
    SortedSet<String> seen = new TreeSet<>();
    for (int i = 0; i < secret.keys().size(); i++) {
      String key = secret.keys().get(i);
      String pointer = at + "/keys/" + i;
      must(pointer, key, KEY, "A key is letters, digits, - . and _.");
      if (!seen.add(key)) {
        faults.add(pointer, "DUPLICATE", "The key is given twice.", key, null);
      }
    }
  }

  void source(String at, DataSource source) {
    project(at, source.project());
    faults.dnsLabel(at + "/name", source.name());
    if (source.name().length() > NAME_MAX) {
      String most = Integer.toString(NAME_MAX);
      String sentence = "The name has at most %s characters.".formatted(most);
      faults.add(at + "/name", "TOO_LONG", sentence, source.name(), most);
    }
    if (source.place().length() > PLACE_MAX) {
      faults.text(at + "/place", source.place(), PLACE_MAX);
    } else {
      place(at + "/place", source);
    }
    if (!source.secret().isEmpty()) {
      secretOf(at + "/secretName", source);
    }
  }

  private void project(String at, String project) {
    faults.known(at + "/project", "project", project, after.has(ConfigKind.PROJECT, project));
  }

  private void place(String at, DataSource source) {
    String place = source.place();
    switch (source.kind()) {
      case CLAIM -> faults.dnsName(at, place);
      case NFS -> must(at, place, NFS, "An export is written server:/path.");
      case FOLDER -> {
        must(at, place, FOLDER, "A folder is written /like/this.");
        if (place.contains("/../") || place.endsWith("/..")) {
          faults.add(at, "INVALID_VALUE", "A folder has no parts like .. in it.", place, null);
        }
      }
      case OBJECT_STORE ->
          must(
              at,
              place,
              ADDRESS,
              "An address is written s3://bucket/folder, without names or keys in it.");
    }
  }

  private void secretOf(String at, DataSource source) {
    String path = DataSource.pathOf(source.project(), source.secret());
    if (source.kind() != DataSource.Kind.OBJECT_STORE) {
      String sentence = "Only object stores are read with a secret.";
      faults.add(at, "NOT_ALLOWED", sentence, source.secret(), null);
    } else {
      boolean known = after.has(ConfigKind.SECRET_REFERENCE, path);
      faults.known(at, "secret", source.secret(), known);
    }
  }

  private void must(String at, String value, Pattern pattern, String sentence) {
    if (!pattern.matcher(value).matches()) {
      faults.add(at, "INVALID_VALUE", sentence, value, null);
    }
  }
}
