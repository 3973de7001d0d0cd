package io.gpuaas.placement.internal.store;

import io.gpuaas.placement.Observation;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// The record of what clusters said and what became of it.
@Repository
public class ObservationStore {
  private static final String INSERT =
      """
      insert into placement.observation (cluster, kind, subject, at, received_at, detail, effect)
      values (?, ?, ?, ?, ?, ?::jsonb, ?)
      """;

  private final JdbcTemplate jdbc;
  private final PlacementJson json;

  ObservationStore(JdbcTemplate jdbc, PlacementJson json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// An observation and its effect: `applied`, or why it was ignored.
  public record Heard(String cluster, Observation observation, Instant receivedAt, String effect) {}

  public void append(List<Heard> heard) {
    jdbc.batchUpdate(INSERT, heard, Math.max(1, heard.size()), this::bind);
  }

  private void bind(PreparedStatement statement, Heard heard) throws SQLException {
    Observation observation = heard.observation();
    statement.setString(1, heard.cluster());
    statement.setString(2, observation.getClass().getSimpleName());
    statement.setString(3, subject(observation));
    statement.setObject(4, Columns.utc(observation.at()));
    statement.setObject(5, Columns.utc(heard.receivedAt()));
    statement.setString(6, json.write(observation));
    statement.setString(7, heard.effect());
  }

  private static String subject(Observation observation) {
    return switch (observation) {
      case Observation.RunStarted started -> started.run().value();
      case Observation.RunEnded ended -> ended.run().value();
      case Observation.RunGone gone -> gone.run().value();
      case Observation.RunCheckpointed checkpointed -> checkpointed.run().value();
      case Observation.NodeHealth health -> health.node().toString();
    };
  }
}
