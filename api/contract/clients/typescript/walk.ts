// Submits a job, waits for its end and says what it has cost, by a generated client.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Job = components["schemas"]["Job"];

const [project = "", name = ""] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: process.env.GPUAAS_URL ?? "",
  headers: { Authorization: `Bearer ${process.env.GPUAAS_TOKEN}` },
});

function required(answer: { data?: Job; error?: unknown }): Job {
  if (answer.data === undefined) {
    throw new Error(JSON.stringify(answer.error));
  }
  return answer.data;
}

let job = required(
  await client.POST("/api/v1/jobs", {
    params: { header: { "Idempotency-Key": name } },
    body: {
      project,
      name,
      spec: {
        image: "registry.example/ml/train:1.4",
        maxRuntime: "2h",
        podSets: [{ name: "worker", count: 1, gpusPerPod: 2 }],
        simulation: { runFor: "1s" },
      },
    },
  }),
);
while (!job.endedAt) {
  const query = { waitFor: "TERMINAL", timeout: "60s" } as const;
  const path = { id: job.id };
  job = required(await client.GET("/api/v1/jobs/{id}", { params: { path, query } }));
}
const { amount, gpuHours } = job.cost;
console.log(job.id, job.phase, gpuHours, amount.amount, amount.currency);
