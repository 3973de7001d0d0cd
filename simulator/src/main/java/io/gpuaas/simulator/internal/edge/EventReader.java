package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.quota.Project;
import io.gpuaas.simulator.Scenario;
import io.gpuaas.simulator.Scenario.Event;
import io.gpuaas.simulator.Scenario.Limit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Reads `events`.
record EventReader(Names names, Clock clock) {
  private static final String KINDS = "one of setQuota, node, cancel and stop";

  List<Event> events(FieldReader document) {
    List<Event> events = new ArrayList<>();
    for (FieldReader reader : document.objects("events")) {
      Instant given = reader.time("at", clock);
      Instant at = given == null ? clock.origin() : given;
      if (!reader.has("at")) {
        reader.faults().missing(reader.path("at"), Clock.TIME);
      }
      int before = events.size();
      readKinds(reader, at, events);
      if (events.size() != before + 1) {
        String value = events.size() == before ? null : "several of them";
        reader.faults().add(reader.path(), "NOT_ALLOWED", value, KINDS);
      }
      reader.finish();
    }
    return events;
  }

  private void readKinds(FieldReader reader, Instant at, List<Event> events) {
    FieldReader quota = reader.child("setQuota");
    if (quota != null) {
      events.add(setQuota(quota, at));
    }
    if (reader.has("node")) {
      events.add(
          new Event.NodeChanged(
              at,
              names.node(reader, "node", reader.requiredText("node")),
              reader.optionalFlag("ready"),
              reader.optionalFlag("schedulable")));
    }
    if (reader.has("cancel")) {
      String job = reader.requiredText("cancel");
      Names.check(reader, "cancel", job, names.jobs);
      events.add(new Event.Cancel(at, new JobId(job)));
    }
    FieldReader stop = reader.child("stop");
    if (stop != null) {
      String project = stop.requiredText("project");
      Names.check(stop, "project", project, names.projects);
      events.add(
          new Event.Stop(
              at, project, stop.choice("policy", Spellings.STOP, Project.StopPolicy.HOLD)));
      stop.finish();
    }
  }

  private Event setQuota(FieldReader reader, Instant at) {
    String project = reader.optionalText("project");
    String cohort = reader.optionalText("cohort");
    if ((project == null) == (cohort == null)) {
      String value = project == null ? null : "both";
      reader.faults().add(reader.path(), "NOT_ALLOWED", value, "one of project and cohort");
    }
    Names.check(reader, "project", project, names.projects);
    Names.check(reader, "cohort", cohort, names.cohorts);
    FlavorResource cell = QuotaReader.cell(reader, names);
    OptionalLong nominal = reader.quantity("nominal", cell.resource());
    Event event =
        new Event.SetQuota(
            at,
            project == null ? Scenario.Owner.COHORT : Scenario.Owner.PROJECT,
            project == null ? String.valueOf(cohort) : project,
            cell,
            nominal.isPresent() ? (Long) nominal.getAsLong() : null,
            limit(reader, "borrowingLimit", cell),
            limit(reader, "lendingLimit", cell),
            reader.time("drainBy", clock));
    reader.finish();
    return event;
  }

  private static Limit limit(FieldReader reader, String field, FlavorResource cell) {
    if (!reader.isWritten(field)) {
      return new Limit.Kept();
    }
    OptionalLong amount = reader.quantity(field, cell.resource());
    return amount.isPresent() ? new Limit.AtMost(amount.getAsLong()) : new Limit.None();
  }
}
