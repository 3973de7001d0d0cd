package io.gpuaas.launch.sample;

import java.util.List;

/// How the people of one project use GPUs.
///
/// @param project its name in the sample organisation
/// @param users logins
/// @param tasks first part of job names, each as likely
/// @param jobsPerDay on a working day
/// @param weekendPercent how much of that on Saturdays and Sundays
/// @param nightly jobs come by timer at night and not in office hours
/// @param gpusPerPod GPUs of each pod
/// @param pods how many pods, each count as likely
/// @param hoursMedian half of the jobs are shorter
/// @param priorities each as likely
record ProjectHabit(
    String project,
    List<String> users,
    List<String> tasks,
    double jobsPerDay,
    int weekendPercent,
    boolean nightly,
    int gpusPerPod,
    List<Integer> pods,
    double hoursMedian,
    List<String> priorities) {

  /// All twelve projects, in the order of the sample organisation.
  static List<ProjectHabit> all() {
    return List.of(
        habit("llm-pretraining", List.of("pretrain-34b", "pretrain-moe", "scaling-study"), 2.4)
            .by("mara.lindqvist", "tomas.ferreira")
            .shaped(8, List.of(4, 6, 8, 12), 14)
            .at(60, false, "normal", "normal", "high"),
        habit("llm-alignment", List.of("dpo", "reward-model", "rollouts"), 8)
            .by("aiko.tanabe", "jonas.weiss")
            .shaped(8, List.of(1, 2, 2, 4), 4)
            .at(30, false, "normal", "normal", "high"),
        habit("video-understanding", List.of("clip-finetune", "action-net"), 8)
            .by("priya.raman", "leon.hartmann")
            .shaped(4, List.of(1, 2, 4), 5)
            .at(20, false, "normal", "low"),
        habit("medical-imaging", List.of("ct-segment", "mri-denoise"), 6)
            .by("sofia.keller", "noah.brandt")
            .shaped(2, List.of(1, 2, 4), 4)
            .at(10, false, "normal"),
        habit("speech-recognition", List.of("asr-large", "asr-distill"), 8)
            .by("emeka.obi", "clara.vogt")
            .shaped(4, List.of(1, 2, 4), 3)
            .at(15, false, "normal"),
        habit("recommender", List.of("ranker-daily", "embeddings"), 10)
            .by("li.wen", "hannah.schubert")
            .shaped(8, List.of(1, 2, 4), 2.5)
            .at(100, true, "normal", "high"),
        habit("search-ranking", List.of("ranknet", "query-intent"), 8)
            .by("li.wen", "omar.haddad")
            .shaped(4, List.of(1, 1, 2), 2)
            .at(30, false, "normal"),
        habit("assistant-tuning", List.of("sft", "lora-sweep", "tool-use"), 10)
            .by("greta.nowak", "ivan.petrov")
            .shaped(8, List.of(1, 1, 2), 2.5)
            .at(25, false, "normal", "normal", "high"),
        habit("assistant-evaluation", List.of("eval-suite", "regression"), 20)
            .by("ci.assistant", "greta.nowak")
            .shaped(1, List.of(1, 2, 4), 0.5)
            .at(40, false, "high", "urgent", "normal"),
        habit("protein-folding", List.of("fold", "msa-train"), 10)
            .by("elena.koskinen", "matti.virtanen")
            .shaped(4, List.of(1, 2, 4), 8)
            .at(80, false, "normal"),
        habit("molecular-dynamics", List.of("md-run", "free-energy"), 6)
            .by("elena.koskinen", "aino.salo")
            .shaped(4, List.of(1, 2), 16)
            .at(90, true, "low"),
        habit("variant-calling", List.of("deepvariant", "basecall"), 8)
            .by("aino.salo", "lars.eriksen")
            .shaped(2, List.of(1, 1, 2), 2.5)
            .at(50, true, "low", "normal"));
  }

  private static ProjectHabit habit(String project, List<String> tasks, double jobsPerDay) {
    return new ProjectHabit(
        project, List.of(), tasks, jobsPerDay, 0, false, 1, List.of(), 1, List.of());
  }

  private ProjectHabit by(String... logins) {
    return new ProjectHabit(
        project,
        List.of(logins),
        tasks,
        jobsPerDay,
        weekendPercent,
        nightly,
        gpusPerPod,
        pods,
        hoursMedian,
        priorities);
  }

  private ProjectHabit shaped(int gpus, List<Integer> podCounts, double hours) {
    return new ProjectHabit(
        project,
        users,
        tasks,
        jobsPerDay,
        weekendPercent,
        nightly,
        gpus,
        podCounts,
        hours,
        priorities);
  }

  private ProjectHabit at(int percentOnWeekends, boolean atNight, String... classes) {
    return new ProjectHabit(
        project,
        users,
        tasks,
        jobsPerDay,
        percentOnWeekends,
        atNight,
        gpusPerPod,
        pods,
        hoursMedian,
        List.of(classes));
  }
}
