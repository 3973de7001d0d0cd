package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.BackendGuide.Setting;
import java.util.List;

/// What each setting of a Kubernetes cluster means, for operators.
public final class SiteGuide {
  public static final List<Setting> SETTINGS =
      List.of(
          setting(
              "connection",
              "kubeconfig",
              "",
              "A file that the product can read; one that starts programs is"
                  + " refused. Left out: the service account of the product's own pod.",
              "/etc/gpuaas/east.kubeconfig"),
          setting(
              "connection",
              "context",
              "",
              "Context of the kubeconfig; its current one when left out.",
              "east"),
          setting(
              "connection",
              "tokenFile",
              "",
              "A file with a bearer token, read again for each request, so that"
                  + " it may be rotated.",
              "/etc/gpuaas/east.token"),
          setting(
              "connection",
              "instance",
              "gpuaas",
              "Whose objects these are, when several products share a cluster.",
              "gpuaas-test"),
          setting(
              "connection",
              "lostAfter",
              "",
              "So long out of reach its runs count as lost and are placed anew;"
                  + " left out: never.",
              "15m"),
          setting(
              "jobs",
              "gpuModels",
              "",
              "Names under which products have a price.",
              "NVIDIA-H200=H200-141GB"),
          setting(
              "jobs",
              "namespacePrefix",
              "gpuaas-",
              "What namespaces of projects begin with.",
              "gpuaas-"),
          setting(
              "jobs",
              "backends",
              "",
              "Other backends that jobs may ask for; what each needs is installed, too.",
              "jobset,trainjob"),
          setting("jobs", "createNamespaces", "true", "Whether we make them.", "false"),
          setting(
              "jobs",
              "schedulerName",
              "",
              "Profile of the scheduler, for instance one that packs.",
              "packing"),
          setting(
              "jobs",
              "queue",
              "{project}",
              "Of backends that have queues; {project} stands for the project.",
              "research"),
          setting(
              "jobs",
              "admission",
              "gpuaas",
              "With backend kueue, who decides which job is next: gpuaas; kueue, on nodes that we"
                  + " choose; kueue-topology, on those that Kueue chooses.",
              "kueue"),
          setting(
              "jobs",
              "topology",
              "gpuaas",
              "With backends kai and volcano: name of the topology that their scheduler knows.",
              "fabric"),
          setting(
              "jobs",
              "topologyLevels",
              "",
              "Its node labels, outermost first, without that of the host.",
              "example.com/block,example.com/rack"),
          setting(
              "jobs",
              "priorityClasses",
              "",
              "PriorityClass by priority.",
              "high=train-high,normal=train"),
          setting("jobs", "sharedMemory", "64Gi", "Size of /dev/shm.", "128Gi"),
          setting("isolation", "networkPolicies", "true", "A wall around each run.", "false"),
          setting(
              "isolation",
              "egress",
              "",
              "Ranges that runs may reach besides their own pods and DNS.",
              "10.20.0.0/16:443"),
          setting(
              "isolation",
              "metricsNamespace",
              "monitoring",
              "From where metrics of jobs are scraped.",
              "monitoring"),
          setting(
              "isolation",
              "webNamespace",
              "",
              "From where people come to a TensorBoard.",
              "ingress"),
          setting(
              "isolation",
              "podSecurity",
              "",
              "Level that the namespaces we make enforce: privileged, baseline," + " restricted.",
              "restricted"),
          setting(
              "fabric",
              "fabric",
              "none",
              "What gangs over several nodes use: none, ethernet, roce, infiniband.",
              "infiniband"),
          setting(
              "fabric",
              "fabricLabel",
              "",
              "A node label that names the fabric of its node.",
              "example.com/fabric"),
          setting(
              "fabric",
              "rdmaResource",
              "",
              "Resources of the device plug-in, one for each rail.",
              "rdma/hca_shared_devices_a"),
          setting(
              "fabric",
              "network",
              "",
              "NetworkAttachmentDefinitions, one for each rail.",
              "ib-fabric"),
          setting("fabric", "ncclHca", "", "Adapters that NCCL uses.", "mlx5"),
          setting(
              "fabric",
              "ncclTopology",
              "",
              "ConfigMaps with a topo.xml by machine type.",
              "DGX-H200=nccl-h200"),
          setting("fabric", "ncclEnvironment", "", "More variables of NCCL.", "NCCL_IB_TC=106"),
          setting(
              "fabric",
              "computeDomains",
              "false",
              "Whether nodes of one NVLink clique are joined by a ComputeDomain.",
              "true"),
          setting("fabric", "ipcLock", "true", "Whether RDMA pods may lock memory.", "false"),
          setting(
              "storage",
              "checkpointClass",
              "",
              "StorageClass of a volume for each job, at /checkpoints.",
              "cephfs"),
          setting(
              "storage",
              "checkpointClaim",
              "",
              "Instead: a claim that the project's namespace has.",
              "shared"),
          setting("storage", "checkpointNfs", "", "Instead: an NFS export.", "nas:/exports/gpu"),
          setting(
              "storage",
              "checkpointUri",
              "",
              "Instead: an object store.",
              "s3://bucket/{project}/{job}"),
          setting("storage", "checkpointSize", "200Gi", "Size of the volume.", "1Ti"),
          setting(
              "storage",
              "checkpointAccess",
              "ReadWriteMany",
              "Access mode of the volume.",
              "ReadWriteOnce"),
          setting(
              "storage",
              "checkpointSecret",
              "",
              "Secret of the project's namespace with the store's variables.",
              "s3-keys"),
          setting(
              "storage",
              "scratchClass",
              "",
              "StorageClass of a node's own disks, at /scratch.",
              "local-nvme"),
          setting("storage", "scratchSize", "1Ti", "Size of that.", "2Ti"),
          setting(
              "devices",
              "devices",
              "plugin",
              "plugin, or claims (dynamic resource allocation).",
              "claims"),
          setting(
              "devices",
              "deviceClass",
              "gpu.nvidia.com",
              "With claims: the class of whole GPUs.",
              "gpu.nvidia.com"),
          setting(
              "devices",
              "sharesPerGpu",
              "1",
              "Shares into which time slicing or MPS cuts each GPU.",
              "4"),
          setting(
              "devices",
              "sharedResource",
              "nvidia.com/gpu.shared",
              "What the plug-in calls one share.",
              "nvidia.com/gpu"),
          setting(
              "devices",
              "numaPolicy",
              "none",
              "The kubelets' Topology Manager policy: none, best-effort,"
                  + " restricted, single-numa-node.",
              "restricted"),
          setting(
              "devices",
              "sickLabels",
              "",
              "Labels of nodes that take nothing new: what health checks set, as on an Xid.",
              "example.com/gpu-xid,example.com/gpu=failed"),
          setting(
              "devices",
              "sickConditions",
              "",
              "Conditions that, when true, say the same.",
              "GpuUnhealthy"),
          setting(
              "use of GPUs",
              "prometheusUrl",
              "",
              "A Prometheus that scrapes NVIDIA's DCGM exporter.",
              "http://prometheus:9090"),
          setting(
              "use of GPUs",
              "prometheusTokenFile",
              "",
              "A bearer token for it.",
              "/etc/gpuaas/prometheus.token"),
          setting(
              "use of GPUs",
              "prometheusScrapeSeconds",
              "30",
              "How often it asks the exporter.",
              "15"),
          setting(
              "use of GPUs",
              "prometheusLabels",
              "plain",
              "exported where it renames the exporter's labels.",
              "exported"),
          setting(
              "others",
              "foreignProjects",
              "",
              "Who pays for what others run there, by namespace or LocalQueue.",
              "team-a/research=vision"),
          setting(
              "others",
              "foreignAccount",
              "unattributed",
              "Who pays for the rest.",
              "infrastructure"),
          setting(
              "around jobs",
              "tensorBoardImage",
              "",
              "Image for jobs that ask for a TensorBoard.",
              "tensorflow/tensorflow:2.20.0"),
          setting(
              "around jobs",
              "rayVersion",
              "2.52.0",
              "Version that Ray's backends write.",
              "2.52.0"),
          setting(
              "around jobs",
              "rayNamespace",
              "kuberay-operator",
              "Where KubeRay's operator is.",
              "ray-system"),
          setting(
              "around jobs",
              "rayTlsSecret",
              "",
              "Secret with which Ray's processes talk to each other.",
              "ray-tls"),
          setting("around jobs", "rayTokens", "false", "Whether Ray asks for a token.", "true"));

  private SiteGuide() {}

  private static Setting setting(
      String group, String key, String preset, String meaning, String example) {
    return new Setting(key, group, false, preset, meaning, example);
  }
}
