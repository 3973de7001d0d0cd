package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.AuditChainStore;
import io.gpuaas.api.internal.store.AuditChainStore.Link;
import io.gpuaas.api.internal.store.AuditChainStore.Seal;
import io.gpuaas.api.internal.store.AuditStore.Row;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Makes later changes of the audit log visible: each row is sealed with a hash over itself and the
/// seal before it, shortly after its transaction has ended.
@Service
public class AuditChain {
  private static final int BATCH = 1000;
  private static final String BEGINNING = "";

  private final AuditChainStore store;

  AuditChain(AuditChainStore store) {
    this.store = store;
  }

  /// What a check of the whole chain has found.
  ///
  /// @param sealed number of links
  /// @param brokenAt number of the first row that is not as it was sealed, null when there is none
  public record Finding(long sealed, @Nullable Long brokenAt) {}

  /// Seals what can be sealed, at most a thousand rows; how many that were.
  @Transactional
  public int seal() {
    store.lock();
    Seal last = store.last().orElse(new Seal(0, 0, BEGINNING));
    List<Row> rows = store.unsealed(last.seq(), BATCH);
    for (Row row : rows) {
      last = new Seal(last.position() + 1, row.seq(), hash(last.hash(), row));
      store.append(last);
    }
    return rows.size();
  }

  /// Computes all seals again.
  @Transactional(readOnly = true)
  public Finding check() {
    Seal last = new Seal(0, 0, BEGINNING);
    List<Link> links = store.links(0, BATCH);
    while (!links.isEmpty()) {
      for (Link link : links) {
        boolean holds =
            link.seal().position() == last.position() + 1
                && link.seal().hash().equals(hash(last.hash(), link.row()));
        if (!holds) {
          return new Finding(last.position(), link.row().seq());
        }
        last = link.seal();
      }
      links = store.links(last.position(), BATCH);
    }
    return new Finding(last.position(), null);
  }

  /// Each field with its length, so that no two rows have the same text.
  private static String hash(String before, Row row) {
    StringBuilder text = new StringBuilder(before);
    for (@Nullable Object field :
        Arrays.<@Nullable Object>asList(
            row.seq(),
            row.at(),
            row.actor(),
            row.authMethod(),
            row.tokenId(),
            row.sourceIp(),
            row.requestId(),
            row.action(),
            row.resource(),
            row.scope(),
            row.result(),
            row.status(),
            row.reason(),
            row.before(),
            row.after())) {
      String value = field == null ? "-" : "+" + field;
      text.append('\n').append(value.length()).append(' ').append(value);
    }
    return HexFormat.of().formatHex(TokenText.hash(text.toString()));
  }
}
