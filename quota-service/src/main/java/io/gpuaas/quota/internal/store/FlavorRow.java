package io.gpuaas.quota.internal.store;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorSettings;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.annotations.Fetch;
import org.hibernate.annotations.FetchMode;
import org.jspecify.annotations.Nullable;

@Entity
@Table(schema = "quota", name = "flavor")
class FlavorRow implements ConfigRow<FlavorSettings> {
  @Id private String name = "";
  private String gpuModel = "";
  private @Nullable String topology;

  @Enumerated(EnumType.STRING)
  private @Nullable PlacementStrategy placement;

  @ElementCollection(fetch = FetchType.EAGER)
  @Fetch(FetchMode.SUBSELECT)
  @CollectionTable(
      schema = "quota",
      name = "flavor_label",
      joinColumns = @JoinColumn(name = "flavor"))
  @MapKeyColumn(name = "key")
  @Column(name = "value")
  private Map<String, String> nodeLabels = new TreeMap<>();

  @ElementCollection(fetch = FetchType.EAGER)
  @Fetch(FetchMode.SUBSELECT)
  @CollectionTable(
      schema = "quota",
      name = "flavor_taint",
      joinColumns = @JoinColumn(name = "flavor"))
  @OrderColumn(name = "position")
  private List<TaintCell> nodeTaints = new ArrayList<>();

  @ElementCollection(fetch = FetchType.EAGER)
  @Fetch(FetchMode.SUBSELECT)
  @CollectionTable(
      schema = "quota",
      name = "flavor_toleration",
      joinColumns = @JoinColumn(name = "flavor"))
  @OrderColumn(name = "position")
  private List<TolerationCell> tolerations = new ArrayList<>();

  @Version private long version = 1;

  protected FlavorRow() {}

  static FlavorRow of(FlavorSettings settings) {
    FlavorRow row = new FlavorRow();
    row.name = settings.name();
    row.apply(settings);
    return row;
  }

  @Override
  public void apply(FlavorSettings settings) {
    Flavor flavor = settings.flavor();
    gpuModel = settings.gpuModel();
    topology = flavor.topology();
    placement = flavor.placement();
    nodeLabels.clear();
    nodeLabels.putAll(flavor.nodeLabels());
    nodeTaints.clear();
    flavor.nodeTaints().forEach(taint -> nodeTaints.add(TaintCell.of(taint)));
    tolerations.clear();
    flavor.tolerations().forEach(each -> tolerations.add(TolerationCell.of(each)));
  }

  @Override
  public FlavorSettings toDomain() {
    return new FlavorSettings(
        new Flavor(
            name,
            new TreeMap<>(nodeLabels),
            nodeTaints.stream().map(TaintCell::toDomain).toList(),
            tolerations.stream().map(TolerationCell::toDomain).toList(),
            topology,
            placement),
        gpuModel);
  }

  @Override
  public long version() {
    return version;
  }

  @Embeddable
  record TaintCell(String key, String value, String effect) {
    static TaintCell of(Taint taint) {
      return new TaintCell(taint.key(), taint.value(), taint.effect());
    }

    Taint toDomain() {
      return new Taint(key, value, effect);
    }
  }

  @Embeddable
  record TolerationCell(String key, String operator, String value, String effect) {
    static TolerationCell of(Toleration toleration) {
      return new TolerationCell(
          toleration.key(), toleration.operator(), toleration.value(), toleration.effect());
    }

    Toleration toDomain() {
      return new Toleration(key, operator, value, effect);
    }
  }
}
