package io.gpuaas.placement.internal.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.gpuaas.core.UsageEvent;
import java.util.List;
import java.util.SortedMap;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The JSON of our own columns: records by their components and nothing else.
@Component
public class PlacementJson {
  /// A sealed type is written with the simple name of its case.
  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
  private interface NamedByKind {}

  private final JsonMapper mapper =
      JsonMapper.builder()
          .changeDefaultVisibility(
              visibility ->
                  visibility
                      .withGetterVisibility(JsonAutoDetect.Visibility.NONE)
                      .withIsGetterVisibility(JsonAutoDetect.Visibility.NONE)
                      .withFieldVisibility(JsonAutoDetect.Visibility.ANY))
          // Rows that are older than a field lack it.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .addMixIn(UsageEvent.class, NamedByKind.class)
          .registerSubtypes(
              UsageEvent.RunBound.class,
              UsageEvent.RunPlaced.class,
              UsageEvent.RunReclassified.class,
              UsageEvent.RunStarted.class,
              UsageEvent.RunStopping.class,
              UsageEvent.RunEnded.class,
              UsageEvent.RunReleased.class,
              UsageEvent.NodeCapacity.class)
          .build();

  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  public <T> T read(String json, Class<T> type) {
    return mapper.readValue(json, type);
  }

  public <T> List<T> readList(String json, Class<T> type) {
    return mapper.readValue(
        json, mapper.getTypeFactory().constructCollectionType(List.class, type));
  }

  public SortedMap<String, String> readTexts(String json) {
    return mapper.readValue(json, new TypeReference<SortedMap<String, String>>() {});
  }

  public SortedMap<String, Long> readAmounts(String json) {
    return mapper.readValue(json, new TypeReference<SortedMap<String, Long>>() {});
  }
}
