package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.TimeBand;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
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
             r.valid_from, r.valid_to, r.time_band, r.list_price_micros
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
    return jdbc.sql(
            "select currency from accounting.rate_card where version > 0 order by name limit 1")
        .query(String.class)
        .optional();
  }

  public List<RateCard> cards() {
    List<Rate> rates = rates();
    return jdbc.sql(
            "select name, currency, version from accounting.rate_card where version > 0 order by"
                + " name")
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
            rs.getString("meter"),
            TimeBand.parse(rs.getString("time_band")).orElseThrow());
    Long list = rs.getObject("list_price_micros", Long.class);
    long price = rs.getLong("price_micros");
    return new Rate(
        rs.getLong("id"),
        rs.getString("card"),
        rs.getInt("version"),
        key,
        price,
        list == null ? price : list,
        instant(rs, "valid_from"),
        instant(rs, "valid_to"));
  }

  static Instant instant(ResultSet rs, String column) throws SQLException {
    return rs.getObject(column, OffsetDateTime.class).toInstant();
  }

  /// The number for the next version of a card, drafts counted.
  public int nextVersion(String name) {
    return jdbc.sql(
            "select coalesce(max(version), 0) + 1 from accounting.rate_card_version where card = ?")
        .param(name)
        .query(Integer.class)
        .single();
  }

  /// A version that waits for approval.
  ///
  /// @param baseVersion in force when it was made
  public record Draft(RateCard card, int baseVersion, String author, Instant createdAt) {}

  public List<Draft> drafts() {
    List<Rate> rates =
        jdbc.sql(
                """
                select r.* from accounting.rate r
                  join accounting.rate_card_version v
                    on v.card = r.card and v.version = r.version and v.status = 'DRAFT'
                 order by r.id
                """)
            .query(RateStore::rate)
            .list();
    return jdbc.sql(
            """
            select v.card as name, v.version, v.currency, v.base_version, v.author, v.created_at
              from accounting.rate_card_version v
             where v.status = 'DRAFT' order by v.card, v.version
            """)
        .query((rs, _) -> draft(rs, rates))
        .list();
  }

  private static Draft draft(ResultSet rs, List<Rate> rates) throws SQLException {
    int version = rs.getInt("version");
    List<Rate> own = rates.stream().filter(rate -> rate.version() == version).toList();
    return new Draft(
        card(rs, own),
        rs.getInt("base_version"),
        rs.getString("author"),
        instant(rs, "created_at"));
  }

  /// Writes a version of a card as a draft.
  public void addDraft(RateCard card, int baseVersion, String author, Instant at) {
    jdbc.sql(
            """
            insert into accounting.rate_card (name, currency, version) values (?, ?, 0)
            on conflict (name) do nothing
            """)
        .params(card.name(), card.currency())
        .update();
    jdbc.sql(
            """
            insert into accounting.rate_card_version (card, version, currency, status, author,
              created_at, base_version)
            values (?, ?, ?, 'DRAFT', ?, ?, ?)
            """)
        .params(
            card.name(),
            card.version(),
            card.currency(),
            author,
            TimeParameters.at(at),
            baseVersion)
        .update();
    addRates(card);
  }

  /// Puts a draft in force and retires the version before.
  ///
  /// @param approver empty when the organisation asks for no approval
  public void activate(RateCard card, String approver, Instant at) {
    jdbc.sql("update accounting.rate_card set currency = ?, version = ? where name = ?")
        .params(card.currency(), card.version(), card.name())
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
            update accounting.rate_card_version
               set status = 'ACTIVE', approved_by = ?, approved_at = ?
             where card = ? and version = ?
            """)
        .params(approver, TimeParameters.at(at), card.name(), card.version())
        .update();
  }

  /// Ends a draft. Who did it is in the audit log.
  public void reject(String name, int version) {
    jdbc.sql(
            """
            update accounting.rate_card_version set status = 'REJECTED'
             where card = ? and version = ? and status = 'DRAFT'
            """)
        .params(name, version)
        .update();
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
          .field(rate.key().band().text())
          .field(rate.listMicros())
          .endRow();
    }
    rows.writeTo(
        dataSource,
        "rate (card, version, model, pool, usage_class, meter, price_micros, valid_from,"
            + " valid_to, time_band, list_price_micros)");
  }
}
