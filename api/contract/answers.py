#!/usr/bin/env python3
"""Asks a running product with the sample organisation for an answer of every operation that has one.

    answers.py URL TOKEN DESCRIPTION > answer-examples.json

One example for each schema, by its name; of answers without a name by the operation's. Lists are cut to
their first elements, secrets are taken out. What an operation answers only after others is brought about
here, so the product is not the same afterwards: call it on one that may be thrown away. Operations
without an example are named on standard error: theirs (disputes, adjustments, queues of real clusters, a
browser's session, files of real clusters) are written by hand, and a test checks the shape of all.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

URL, TOKEN, DESCRIPTION = sys.argv[1:4]
API = json.load(open(DESCRIPTION, encoding="utf-8"))
BODIES = {}
OPERATIONS = {}
for path, methods in API["paths"].items():
    for method, operation in methods.items():
        OPERATIONS[operation["operationId"]] = (method.upper(), path, operation)
        for content in operation.get("requestBody", {}).get("content", {}).values():
            BODIES[operation["operationId"]] = content.get("example")
examples = {}


def schema_name(operation_id, status, kind):
    content = OPERATIONS[operation_id][2]["responses"].get(str(status), {}).get("content", {})
    schema = content.get(kind, {}).get("schema", {})
    reference = schema.get("$ref", "")
    return reference.rsplit("/", 1)[-1] if reference else operation_id


def cut(value, key=""):
    if isinstance(value, dict):
        return {name: cut(each, name) for name, each in list(value.items())[:60]}
    if isinstance(value, list):
        return [cut(each) for each in value[:2]]
    if key in ("token", "access_token", "device_code", "secret") and isinstance(value, str):
        return value[:12] + "…" if value else value
    return value


def ask(operation_id, fields=None, query="", body=None, headers=None, form=None, token=TOKEN):
    method, path, _ = OPERATIONS[operation_id]
    for name, value in (fields or {}).items():
        path = path.replace("{%s}" % name, urllib.parse.quote(str(value), safe=""))
    sent = {"Authorization": "Bearer " + token, **(headers or {})}
    data = None
    if form is not None:
        data = urllib.parse.urlencode(form).encode()
        sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent.pop("Authorization")
    elif body is not None:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        sent["Content-Type"] = "text/csv" if isinstance(body, str) else "application/json"
    request = urllib.request.Request(URL + path + query, data=data, headers=sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            kind = answer.headers.get("Content-Type", "").split(";")[0]
            text = answer.read()
            etag = answer.headers.get("ETag", "")
            status = answer.status
    except urllib.error.HTTPError as error:
        print(f"{operation_id}: {error.code} {error.read()[:300]!r}", file=sys.stderr)
        return None, ""
    if kind == "application/json":
        found = json.loads(text)
        name = schema_name(operation_id, status, kind)
        if name not in examples or len(text) > 2 * len(json.dumps(examples[name])) and len(text) < 4000:
            examples[name] = cut(found)
        return found, etag
    if kind == "text/csv":
        examples[operation_id] = "".join(text.decode("utf-8").splitlines(keepends=True)[:3])
    return None, etag


def create(operation_id, fields, body=None):
    body = BODIES[operation_id] if body is None else body
    return ask(operation_id, fields, body=body, headers={"If-None-Match": "*"})


def first(operation_id, query=""):
    found, _ = ask(operation_id, query=query)
    items = found.get("items", []) if isinstance(found, dict) else found or []
    return items[0] if items else {}


# ---- what is there ----

PROJECT = "llm-pretraining"
me, _ = ask("getMe")
statement = first("listStatements", "?project=" + PROJECT) or first("listStatements")
month = statement.get("month", "2026-10")
of_statement = statement.get("project", PROJECT)
project, _ = ask("getProject", {"name": PROJECT})
cluster = first("listClusters")["name"]
node = first("listNodes")
user = first("listUsers")["login"]
rate_card = first("listRateCards")["name"]
day = month + "-10"
ended = first("listJobs", "?project=" + PROJECT + "&phase=SUCCEEDED&limit=2")
waits = first("listJobs", "?phase=QUEUED&limit=2")
running = first("listJobs", "?phase=RUNNING&limit=2")

# ---- what is brought about ----

submission = {**BODIES["submitJob"], "name": "example", "leaseSeconds": 3600,
              "maxCost": {"amount": "500.00", "currency": "EUR"}}
job, _ = ask("submitJob", body=submission)
ask("planJob", body=BODIES["planJob"])
ask("renderJob", query="?backend=jobset", body=BODIES["renderJob"])
ask("submitJobs", query="", body=BODIES["submitJobs"])
named, _ = create("putJobByName", {"project": PROJECT, "name": "by-name"})
operation, _ = ask("cancelJobs", body={**BODIES["cancelJobs"], "filter": "name = by-name", "expectedCount": 1})
create("putWebhook", {"name": "ci"})
ask("pingWebhook", {"name": "ci"}, body={})
create("putTrustRule", {"name": "ci"}, {**BODIES["putTrustRule"], "login": me["login"]})
ask("explainTrust", body=BODIES["explainTrust"])
create("putDataSource", {"project": PROJECT, "name": "imagenet"})
create("putSecret", {"project": PROJECT, "name": "hub"})
create("putPriorityClass", {"name": "conference"})
create("putBudget", {"id": "llm"})
ask("overrideBudget", {"id": "llm"}, body=BODIES["overrideBudget"])
ask("createToken", body=BODIES["createToken"])
ask("createRoleBinding", body={**BODIES["createRoleBinding"], "login": user})
adjustment, _ = ask("requestAdjustment", body=BODIES["requestAdjustment"])
pool = next((it["name"] for it in [first("listFlavors")] if it), "h200")
ask("proposeCommitment", body={**BODIES["proposeCommitment"], "model": first("listFlavors").get("gpuModel")})
ask("proposeChargePolicy", body=BODIES["proposeChargePolicy"])
ask("proposeRateCard", {"name": rate_card}, body=BODIES["proposeRateCard"])
ask("simulate", body=BODIES["simulate"])
ask("previewProjectQuotas", {"name": PROJECT}, body=BODIES["previewProjectQuotas"])
ask("previewSchedulingPolicy", body=BODIES["previewSchedulingPolicy"])
device, _ = ask("beginDeviceLogin", form=BODIES["beginDeviceLogin"])
if device:
    ask("getDeviceLogin", {"code": device["user_code"]})
ask("softClosePeriod", {"month": month}, body=BODIES["softClosePeriod"])
dispute, _ = ask("raiseDispute", body={**BODIES["raiseDispute"], "statement": statement.get("number", "")})
examples["TokenExchangeAnswer"] = {
    "access_token": "gaas_st_abcd…", "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
    "token_type": "Bearer", "expires_in": 900, "scope": "job.cancel job.read job.submit",
}

# ---- everything that is only read ----

PLACES = {
    "adjustments": {"id": (adjustment or {}).get("id", "none")},
    "budgets": {"id": "llm"},
    "clusters": {"cluster": node["cluster"], "name": node["name"]},
    "cohorts": {"name": first("listCohorts")["name"]},
    "departments": {"name": first("listDepartments")["name"]},
    "disputes": {"id": (dispute or {}).get("id", "none")},
    "flavors": {"name": pool},
    "jobs": {"id": (job or ended)["id"]},
    "operations": {"id": (operation or {}).get("id", "none")},
    "periods": {"month": month},
    "priority-classes": {"name": "conference"},
    "rate-cards": {"name": rate_card},
    "statements": {"project": of_statement, "month": month, "line": 0},
    "teams": {"name": project["team"]},
    "cost-center-statements": {"number": "C-000001"},
    "topologies": {"name": first("listTopologies")["name"]},
    "trust-rules": {"name": "ci"},
    "users": {"login": user},
    "webhooks": {"name": "ci"},
}
SPECIAL = {
    "getCluster": {"name": cluster},
    "getClusterDrainEffect": {"name": cluster},
    "getProject": {"name": PROJECT},
    "getProjectQuotas": {"name": PROJECT},
    "getDataSource": {"project": PROJECT, "name": "imagenet"},
    "listDataSources": {"project": PROJECT},
    "getSecret": {"project": PROJECT, "name": "hub"},
    "listSecrets": {"project": PROJECT},
    "getJobByName": {"project": PROJECT, "name": "example"},
    "readLogs": {"id": ended.get("id")},
    "listJobRuns": {"id": ended.get("id")},
    "listJobEvents": {"id": ended.get("id")},
    "getJobMetrics": {"id": running.get("id")},
}
for operation_id, (method, path, operation) in OPERATIONS.items():
    if method != "GET" or path.startswith("/api/v1/events") or operation_id == "getDeviceLogin":
        continue
    where = SPECIAL.get(operation_id) or PLACES.get(path.split("/")[3], {})
    values = {"from": day, "to": month + "-12", "month": month, "groupBy": "project", "costCenter": "CC-1100"}
    wanted = [it["name"] for it in operation.get("parameters", []) if it["in"] == "query" and it.get("required")]
    query = "?" + urllib.parse.urlencode({name: values[name] for name in wanted}) if wanted else ""
    ask(operation_id, where, query)
deliveries, _ = ask("listWebhookDeliveries", {"name": "ci"})
if deliveries and deliveries["items"]:
    ask("getWebhookDelivery", {"name": "ci", "id": deliveries["items"][0]["id"]})

missing = []
for operation_id, (_, path, operation) in OPERATIONS.items():
    for status, response in operation["responses"].items():
        if status[0] == "2":
            for kind in response.get("content", {}):
                if kind == "application/json" and schema_name(operation_id, status, kind) not in examples:
                    missing.append(operation_id)
print("no example:", sorted(set(missing)), file=sys.stderr)
json.dump(dict(sorted(examples.items())), sys.stdout, indent=1, ensure_ascii=False)
print()
