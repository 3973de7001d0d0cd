package io.gpuaas.quota.internal.store;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.Fetch;
import org.hibernate.annotations.FetchMode;
import org.jspecify.annotations.Nullable;

@Entity
@Table(schema = "quota", name = "quota_set")
class QuotaSetRow implements ConfigRow<QuotaSet> {
  @EmbeddedId private OwnerId id = new OwnerId(QuotaOwner.Kind.PROJECT, "");

  @ElementCollection(fetch = FetchType.EAGER)
  @Fetch(FetchMode.SUBSELECT)
  @CollectionTable(
      schema = "quota",
      name = "quota_cell",
      joinColumns = {@JoinColumn(name = "owner_kind"), @JoinColumn(name = "owner")})
  private List<Cell> cells = new ArrayList<>();

  @Version private long version = 1;

  protected QuotaSetRow() {}

  static QuotaSetRow of(QuotaSet set) {
    QuotaSetRow row = new QuotaSetRow();
    row.id = OwnerId.of(set.owner());
    row.apply(set);
    return row;
  }

  @Override
  public void apply(QuotaSet set) {
    cells.clear();
    set.quotas().forEach(quota -> cells.add(Cell.of(quota)));
  }

  @Override
  public QuotaSet toDomain() {
    List<Quota> quotas = cells.stream().map(Cell::toDomain).toList();
    return new QuotaSet(new QuotaOwner(id.ownerKind(), id.owner()), quotas).inCellOrder();
  }

  @Override
  public long version() {
    return version;
  }

  @Embeddable
  record OwnerId(@Enumerated(EnumType.STRING) QuotaOwner.Kind ownerKind, String owner) {
    static OwnerId of(QuotaOwner owner) {
      return new OwnerId(owner.kind(), owner.name());
    }
  }

  @Embeddable
  record Cell(
      String flavor,
      String resource,
      long nominal,
      @Nullable Long borrowingLimit,
      @Nullable Long lendingLimit,
      @Nullable Instant drainBy) {
    static Cell of(Quota quota) {
      return new Cell(
          quota.cell().flavor(),
          quota.cell().resource(),
          quota.nominal(),
          quota.borrowingLimit(),
          quota.lendingLimit(),
          quota.drainBy());
    }

    Quota toDomain() {
      return new Quota(
          new FlavorResource(flavor, resource), nominal, borrowingLimit, lendingLimit, drainBy);
    }
  }
}
