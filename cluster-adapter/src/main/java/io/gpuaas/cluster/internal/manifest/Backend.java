package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A way to bring runs to a Kubernetes cluster: as which objects, and who keeps the gang.
public final class Backend {
  private static final List<Backend> ALL =
      List.of(
          new Backend("job", new JobObjects(), new Gang.OurPlaces()),
          new Backend("coscheduling", new JobObjects(), new CoschedulingGroup()),
          new Backend("kueue", new JobObjects(), new KueueQueue()),
          new Backend("kai", new JobObjects(), new KaiGroup()),
          new Backend("volcano", new VolcanoObjects(), new Gang.OurPlaces()),
          new Backend("native", new JobObjects(), new NativeGroup()),
          new Backend("jobset", new JobSetObjects(), new Gang.OurPlaces()),
          new Backend("trainjob", new TrainJobObjects(), new Gang.OurPlaces()),
          new Backend("lws", new LeaderWorkerObjects(), new Gang.OurPlaces()),
          new Backend("rayjob", new RayObjects(true), new Gang.OurPlaces()),
          new Backend("raycluster", new RayObjects(false), new Gang.OurPlaces()),
          new Backend("pytorchjob", new PyTorchObjects(), new Gang.OurPlaces()));

  private static final Backend GOVERNED =
      new Backend("kueue", new JobObjects(), new KueueGoverned());

  private final String name;
  private final Form form;
  private final Gang gang;

  private Backend(String name, Form form, Gang gang) {
    this.name = name;
    this.form = form;
    this.gang = gang;
  }

  public static List<String> names() {
    return ALL.stream().map(Backend::name).toList();
  }

  /// The backend of this name.
  ///
  /// @throws IllegalArgumentException when there is none; [#names] has them all
  public static Backend named(String name) {
    return ALL.stream()
        .filter(backend -> backend.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no backend %s.".formatted(name)));
  }

  /// The backend of this name, as a site wants it.
  public static Backend of(String name, Site site) {
    boolean governed = site.admission().isTheirs() && name.equals(GOVERNED.name);
    return governed ? GOVERNED : named(name);
  }

  /// Backends whose main objects are of this kind.
  private List<String> namesOf(String kind) {
    return ALL.stream().filter(it -> it.mainKind().name().equals(kind)).map(Backend::name).toList();
  }

  public String name() {
    return name;
  }

  public Kind mainKind() {
    return form.kind();
  }

  /// Kinds of the objects that keep the gang, to be removed when the run is over.
  public List<Kind> gangKinds() {
    return gang.kinds();
  }

  /// Whether somebody else decides when suspended objects are released.
  public boolean isReleasedByOthers() {
    return gang.releases();
  }

  /// Where somebody else tells why it took a run back; null when nobody does.
  public @Nullable Telling telling() {
    return gang.telling();
  }

  /// Whether somebody else decides which job is next.
  public boolean isGoverned() {
    return gang instanceof KueueGoverned;
  }

  /// The field that holds a main object's pods back; empty when there is none.
  public List<String> suspendPath() {
    return form.suspendPath();
  }

  public MainState state(Tree main) {
    return form.state(main);
  }

  /// What its controller is told to end a main object's pods, before that is deleted; null for
  /// nothing.
  public @Nullable Manifest abort(Tree main) {
    return form.abort(main);
  }

  /// Whether its controller is about to end a main object's pods.
  public boolean isEnding(Tree main) {
    return form.isEnding(main);
  }

  /// What a job asks for that this backend cannot give on this site.
  public List<Fault> unmet(JobSpec spec, Site site) {
    List<Fault> faults = new ArrayList<>(form.unmet(spec));
    faults.addAll(Unmet.template(spec, name, mainKind(), this::namesOf));
    faults.addAll(gang.unmet(spec));
    if (isGoverned() && site.devices().usesClaims()) {
      faults.addAll(Unmet.claims(name));
    }
    if (!(gang instanceof KaiGroup)) {
      faults.addAll(Unmet.shares(spec, name, site.devices()));
    }
    if (site.devices().usesClaims() && !form.hasClaims()) {
      faults.addAll(Unmet.claims(name));
    }
    faults.addAll(Unmet.storage(spec, site));
    faults.addAll(Unmet.companions(spec, site));
    faults.addAll(Unmet.folders(spec));
    faults.addAll(Unmet.numa(spec, site));
    return faults;
  }

  /// All objects of a run, in the order of making.
  ///
  /// @param lasting outlive the run
  /// @param gang made before the main objects and removed after them
  /// @param mains whose ends decide the run's
  /// @param around owned by the first main object
  public record Rendering(
      RunShape shape,
      List<Manifest> lasting,
      List<Manifest> gang,
      List<Manifest> mains,
      List<Manifest> around) {
    public Rendering {
      lasting = List.copyOf(lasting);
      gang = List.copyOf(gang);
      mains = List.copyOf(mains);
      around = List.copyOf(around);
    }

    public List<Manifest> all() {
      List<Manifest> all = new ArrayList<>(lasting);
      all.addAll(gang);
      all.addAll(mains);
      all.addAll(around);
      return all;
    }
  }

  /// As on a cluster whose nodes are not known.
  public Rendering render(EnsureRun command, Site site) {
    return render(command, site, KnownNodes.NONE);
  }

  /// All objects of a run.
  ///
  /// @param known nodes of the cluster: they tell the fabric of a placement, and what it has to
  ///   bear
  public Rendering render(EnsureRun command, Site site, KnownNodes known) {
    RunShape shape = RunShape.of(command, site, known);
    Surroundings surroundings = new Surroundings(shape, form);
    List<Manifest> lasting = new ArrayList<>(surroundings.lasting());
    lasting.addAll(form.before(shape));
    return new Rendering(
        shape, lasting, gang.before(shape), form.render(shape, gang), surroundings.ofRun());
  }
}
