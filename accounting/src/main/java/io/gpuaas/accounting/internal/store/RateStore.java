package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rate cards and their versions. A version's rates are written once.
@Repository
public class RateStore {
  private static final String RATES =
      """
      select r.id, r.card, r.version, r.model, r.pool, r.usage_class, r.meter, r.price_micros,
             r.valid_from, r.valid_to
        from accounting.rate r join accounting.rate_card c on c.name = r.card
       where r.version = c.version
      """;

  private final DataSource dataSource;
  private final JdbcClient jdbc;

  RateStore(DataSource dataSource, JdbcClient jdbc) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
  }

  /// Nobody else changes cards until the transaction ends.
  public void lock() {
    jdbc.sql("lock table accounting.rate_card in share row exclusive mode").update();
  }

  /// The rates of all cards in force.
  public List<Rate> rates() {
    return jdbc.sql(RATES + " order by r.id").query(RateStore::rate).list();
  }

  /// The currency of all cards; empty as long as there is none.
  public Optional<String> currency() {
    return jdbc.sql("select currency from accounting.rate_card order by name limit 1")
        .query(String.class)
        .optional();
  }

  public List<RateCard> cards() {
    List<Rate> rates = rates();
    return jdbc.sql("select name, currency, version from accounting.rate_card order by name")
        .query((rs, _) -> card(rs, rates))
        .list();
  }

  private static RateCard card(ResultSet rs, List<Rate> rates) throws SQLException {
    String name = rs.getString("name");
    List<Rate> own = rates.stream().filter(rate -> rate.card().equals(name)).toList();
    return new RateCard(name, rs.getString("currency"), own, rs.getInt("version"));
  }

  private static Rate rate(ResultSet rs, int row) throws SQLException {
    RateKey key =
        new RateKey(
            rs.getString("model"),
            rs.getString("pool"),
            rs.getString("usage_class"),
            rs.getString("meter"));
    return new Rate(
        rs.getLong("id"),
        rs.getString("card"),
        rs.getInt("version"),
        key,
        rs.getLong("price_micros"),
        instant(rs, "valid_from"),
        instant(rs, "valid_to"));
  }

  static Instant instant(ResultSet rs, String column) throws SQLException {
    return rs.getObject(column, OffsetDateTime.class).toInstant();
  }

  /// Writes the next version of a card and puts it in force.
  public void save(RateCard card, String author, Instant at) {
    jdbc.sql(
            """
            insert into accounting.rate_card (name, currency, version) values (?, ?, ?)
            on conflict (name) do update set currency = excluded.currency,
                                             version = excluded.version
            """)
        .params(card.name(), card.currency(), card.version())
        .update();
    jdbc.sql(
            """
            update accounting.rate_card_version set status = 'RETIRED'
             where card = ? and status = 'ACTIVE'
            """)
        .param(card.name())
        .update();
    jdbc.sql(
            """
            insert into accounting.rate_card_version (card, version, status, author, created_at)
            values (?, ?, 'ACTIVE', ?, ?)
            """)
        .params(card.name(), card.version(), author, at.atOffset(ZoneOffset.UTC))
        .update();
    addRates(card);
  }

  private void addRates(RateCard card) {
    CopyRows rows = new CopyRows();
    for (Rate rate : card.rates()) {
      rows.field(card.name())
          .field(card.version())
          .field(rate.key().model())
          .field(rate.key().pool())
          .field(rate.key().usageClass())
          .field(rate.key().meter())
          .field(rate.priceMicros())
          .field(rate.validFrom())
          .field(rate.validTo())
          .endRow();
    }
    rows.writeTo(
        dataSource,
        "rate (card, version, model, pool, usage_class, meter, price_micros, valid_from,"
            + " valid_to)");
  }
}
