package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.BackendGuide.Setting;
import java.util.List;

/// What each setting of a Slurm cluster means, for operators; those of its metrics are as on
/// Kubernetes.
public final class SlurmGuide {
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting("url", "connection", true, "", "Address of slurmrestd.", "http://slurm:6820"),
          new Setting("user", "connection", true, "", "Whose token it is.", "gpuaas"),
          new Setting(
              "tokenFile",
              "connection",
              true,
              "",
              "A file with the token (JWT), read again for each request, so that"
                  + " it may be rotated.",
              "/etc/gpuaas/slurm.jwt"),
          new Setting(
              "instance",
              "connection",
              false,
              "gpuaas",
              "Whose jobs these are, when several products share a cluster.",
              "gpuaas-test"),
          new Setting(
              "partition",
              "jobs",
              false,
              "",
              "Partition of its jobs; {project} stands for the project. Left out:"
                  + " Slurm's default.",
              "gpu"),
          new Setting("account", "jobs", false, "", "Account of its jobs, likewise.", "{project}"),
          new Setting(
              "qos",
              "jobs",
              false,
              "",
              "Quality of service by priority.",
              "high=urgent,normal=standard"),
          new Setting(
              "images",
              "jobs",
              false,
              "pyxis",
              "pyxis runs images by srun --container-image; ignored runs commands"
                  + " on the nodes as they are.",
              "ignored"),
          new Setting(
              "pinning",
              "jobs",
              false,
              "nodes",
              "How a job is told its nodes: nodes, or features where each node"
                  + " has one that is its name.",
              "features"),
          new Setting(
              "workingDirectory", "jobs", false, "/tmp", "Of the batch script.", "/scratch"),
          new Setting(
              "logFolder",
              "jobs",
              false,
              "",
              "A folder that its nodes and this server have in common, for what" + " jobs write.",
              "/shared/gpuaas-logs"));

  private SlurmGuide() {}
}
