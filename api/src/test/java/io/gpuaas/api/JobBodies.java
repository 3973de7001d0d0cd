package io.gpuaas.api;

/// Bodies of submissions for the sample organisation.
final class JobBodies {
  static final String PROJECT = "llm-pretraining";

  private JobBodies() {}

  /// One pod with eight GPUs that runs ten minutes.
  static String job(String name) {
    return """
    {"project":"%s","name":"%s","spec":{"type":"BATCH","image":"registry.example/train:1",
     "podSets":[{"name":"worker","count":1,"gpusPerPod":8}],"maxRuntime":"12h",
     "simulation":{"runFor":"10m","startDelay":"0s","stopDelay":"0s","exitCode":0}}}\
    """
        .formatted(PROJECT, name);
  }
}
