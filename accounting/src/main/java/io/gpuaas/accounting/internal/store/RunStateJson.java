package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.internal.engine.OpenRun;
import tools.jackson.databind.json.JsonMapper;

/// The stored form of an [OpenRun]. Its own mapper, so that settings of the API cannot change it.
final class RunStateJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private RunStateJson() {}

  static String write(OpenRun run) {
    return MAPPER.writeValueAsString(run);
  }

  static OpenRun read(String json) {
    return MAPPER.readValue(json, OpenRun.class);
  }
}
