package io.gpuaas.quota;

/// Data that jobs of a project may use. It lies elsewhere; this says where.
///
/// @param kind how jobs get at it
/// @param place the claim's name, `server:/path`, a folder, or an address, as the kind has it
/// @param secret of the project, with the keys of an object store; empty for none
/// @param readOnly jobs may not write to it, whatever they ask for
public record DataSource(
    String project, String name, Kind kind, String place, String secret, boolean readOnly)
    implements ConfigItem {
  /// How jobs get at data.
  public enum Kind {
    /// A PersistentVolumeClaim in the project's namespace, mounted.
    CLAIM,
    /// An export of an NFS server, mounted. It lies outside of what a project owns.
    NFS,
    /// A folder that every node has, as Lustre and GPFS are on Slurm clusters. It lies outside of
    /// what a project owns.
    FOLDER,
    /// A bucket or a part of one, which the program reads itself.
    OBJECT_STORE;

    /// Whether pods see it as a folder that has to be given a path.
    public boolean isMounted() {
      return this == CLAIM || this == NFS;
    }

    /// Whether a project's own admins may name it: it cannot reach what others keep.
    public boolean isOfProject() {
      return this == CLAIM || this == OBJECT_STORE;
    }
  }

  @Override
  public ConfigKey key() {
    return new ConfigKey(ConfigKind.DATA_SOURCE, pathOf(project, name));
  }

  /// The name of a project's thing among those of all projects.
  public static String pathOf(String project, String name) {
    return project + "/" + name;
  }
}
