"""Submit, wait, cost: with the Python client that was generated into the folder `client` beside the caller.

usage: walk.py URL   (the token comes from GPUAAS_TOKEN, the job's body from standard input)
"""
import json
import os
import sys

from client import AuthenticatedClient
from client.api.jobs import get_job, submit_job
from client.models.get_job_wait_for import GetJobWaitFor
from client.models.job_submission import JobSubmission

api = AuthenticatedClient(base_url=sys.argv[1], token=os.environ["GPUAAS_TOKEN"], timeout=90)
submitted = submit_job.sync_detailed(client=api, body=JobSubmission.from_dict(json.load(sys.stdin)))
assert submitted.status_code == 202, submitted.content
job = submitted.parsed
ended = get_job.sync(job.id, client=api, wait_for=GetJobWaitFor.TERMINAL, timeout="60s")
print(json.dumps({"id": ended.id, "phase": ended.phase.value, "cost": ended.cost.to_dict()}))
