package io.gpuaas.placement.internal.service;

import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.ClusterBackends;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.internal.lifecycle.JobValidator;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The newest configuration, and what it says of wishes; read again only when its generation has
/// moved.
@Component
class ConfigView {
  private final QuotaConfigSource source;
  private final OrganisationSource organisation;
  private final ClusterBackends backends;
  private final AtomicReference<@Nullable QuotaConfig> last = new AtomicReference<>();

  ConfigView(QuotaConfigSource source, OrganisationSource organisation, ClusterBackends backends) {
    this.source = source;
    this.organisation = organisation;
    this.backends = backends;
  }

  /// All that is wrong with a wish: by the configuration, and by what clusters can do.
  List<Fault> faults(SubmitJob wish) {
    List<Fault> faults = JobValidator.faults(wish, current(), organisation.current().priorities());
    return faults.isEmpty() ? backends.unmet(wish.spec()) : faults;
  }

  /// The wish, kept away from clusters that could not carry it out.
  SubmitJob steered(SubmitJob wish) {
    List<String> unfit = backends.unfit(wish.spec());
    if (unfit.isEmpty()) {
      return wish;
    }
    NodeAffinityTerm elsewhere =
        new NodeAffinityTerm(Node.CLUSTER_LABEL, NodeAffinityTerm.Operator.NOT_IN, unfit);
    List<PodSet> podSets =
        wish.spec().podSets().stream().map(it -> it.withFirstTerm(elsewhere)).toList();
    return wish.with(wish.spec().withPodSets(podSets));
  }

  /// The value of a priority class now; 0 when there is none, which [#faults] refuses before.
  int priority(String priorityClass) {
    return organisation.current().priority(priorityClass).orElse(0);
  }

  QuotaConfig current() {
    QuotaConfig known = last.get();
    if (known != null && known.generation() == source.generation()) {
      return known;
    }
    QuotaConfig loaded = source.load();
    last.set(loaded);
    return loaded;
  }
}
