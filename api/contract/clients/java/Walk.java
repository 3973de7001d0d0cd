import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.JobsApi;
import org.openapitools.client.model.Job;
import org.openapitools.client.model.JobCost;
import org.openapitools.client.model.JobSpecInput;
import org.openapitools.client.model.JobSubmission;
import org.openapitools.client.model.PodSetInput;
import org.openapitools.client.model.SimulationWish;

/// Submits a job, waits for its end and says what it has cost, by a generated client.
public final class Walk {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("GPUAAS_URL"));
    client.setRequestInterceptor(
        it -> it.header("Authorization", "Bearer " + System.getenv("GPUAAS_TOKEN")));
    JobsApi jobs = new JobsApi(client);
    JobSpecInput spec =
        new JobSpecInput()
            .image("registry.example/ml/train:1.4")
            .maxRuntime("2h")
            .podSets(List.of(new PodSetInput().name("worker").count(1).gpusPerPod(2)))
            .simulation(new SimulationWish().runFor("1s"));
    JobSubmission submission = new JobSubmission().project(args[0]).name(args[1]).spec(spec);
    Job job =
        jobs.submitJob(
            JobsApi.APISubmitJobRequest.newBuilder()
                .jobSubmission(submission)
                .idempotencyKey(args[1])
                .build());
    do {
      job =
          jobs.getJob(
              JobsApi.APIGetJobRequest.newBuilder()
                  .id(job.getId())
                  .waitFor("TERMINAL")
                  .timeout("60s")
                  .build());
    } while (job.getEndedAt() == null);
    JobCost cost = job.getCost();
    System.out.printf(
        "%s %s %s %s %s%n",
        job.getId(),
        job.getPhase(),
        cost.getGpuHours(),
        cost.getAmount().getAmount(),
        cost.getAmount().getCurrency());
  }
}
