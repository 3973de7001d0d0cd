"""Submits a job, waits for its end and says what it has cost, by a generated client."""

import os
import sys

from gpuaas_client import AuthenticatedClient
from gpuaas_client.api.jobs import get_job, submit_job
from gpuaas_client.models import GetJobWaitFor, JobSpecInput, JobSubmission, PodSetInput, SimulationWish

project, name = sys.argv[1:]
client = AuthenticatedClient(
    base_url=os.environ["GPUAAS_URL"],
    token=os.environ["GPUAAS_TOKEN"],
    timeout=90,
    raise_on_unexpected_status=True,
)
spec = JobSpecInput(
    image="registry.example/ml/train:1.4",
    max_runtime="2h",
    pod_sets=[PodSetInput(name="worker", count=1, gpus_per_pod=2)],
    simulation=SimulationWish(run_for="1s"),
)
job = submit_job.sync(
    client=client,
    body=JobSubmission(project=project, name=name, spec=spec),
    idempotency_key=name,
)
while not job.ended_at:
    job = get_job.sync(job.id, client=client, wait_for=GetJobWaitFor.TERMINAL, timeout="60s")
cost = job.cost
print(job.id, job.phase, cost.gpu_hours, cost.amount.amount, cost.amount.currency)
