package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Organisation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.InstantSource;
import java.time.Month;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Reads what a report of usage or cost is asked for, and makes it, of the projects on which the
/// caller has `cost.read`.
@Component
final class UsageReports {
  private static final Duration LONGEST = Duration.ofDays(400);

  private static final String JOB = "job";

  /// What the name of a label is written behind.
  private static final String LABEL = "label.";

  private final UsageQueries usage;
  private final JobQueries queries;
  private final InstantSource clock;

  UsageReports(UsageQueries usage, JobQueries queries, InstantSource clock) {
    this.usage = usage;
    this.queries = queries;
    this.clock = clock;
  }

  /// What a report is asked for, besides its time.
  ///
  /// @param timeZone of days, months and so on; the organisation's when left out
  /// @param jobs whether to count jobs
  record Ask(
      @Parameter(
              description =
                  "Dimensions separated by commas: department, team, costCenter, project, user,"
                      + " pool, model, class, meter, job, run, one of hour, day, week, month,"
                      + " quarter, year, and one label.KEY of the jobs",
              example = "project,class")
          @Nullable String groupBy,
      @Parameter(description = "Only these projects, separated by commas") @Nullable String project,
      @Parameter(description = "The organisation's when left out", example = "Europe/Berlin")
          @Nullable String timeZone,
      @Parameter(
              description =
                  "`false`: jobs are not counted, and long times are answered at once from sums per"
                      + " hour and day",
              schema =
                  @Schema(
                      allowableValues = {"true", "false"},
                      defaultValue = "true"))
          @Nullable String jobs,
      @Parameter(
              description =
                  "Month (1 to 12) with which fiscal years and their quarters begin; other than 1,"
                      + " years are named by the one in which they end, such as FY2027",
              example = "4")
          @Nullable String yearStart) {
    boolean countsJobs() {
      return switch (jobs) {
        case null -> true;
        case "true" -> true;
        case "false" -> false;
        default -> throw ProblemException.ofParameter("jobs", "must be true or false.", jobs);
      };
    }

    Month firstMonth() {
      if (yearStart == null || yearStart.isEmpty()) {
        return Month.JANUARY;
      }
      if (!yearStart.matches("[1-9]|1[0-2]")) {
        throw ProblemException.ofParameter("yearStart", "must be from 1 to 12.", yearStart);
      }
      return Month.of(Integer.parseInt(yearStart));
    }
  }

  /// A report.
  ///
  /// @param question that it answers
  /// @param fields names of what the keys of its rows stand for
  record Made(UsageQuestion question, UsageReport report, List<String> fields) {
    boolean jobs() {
      return question.countJobs();
    }
  }

  /// Reports usage; with `costs` the effective costs are in it, where they can be told.
  Made make(Call call, String from, String to, Ask ask, boolean costs) {
    call.requireAnywhere(Permission.COST_READ);
    Organisation organisation = call.caller().organisation();
    String asked = ask.timeZone();
    ZoneId zone =
        ZoneText.read("timeZone", asked == null ? organisation.settings().timeZone() : asked);
    boolean jobs = ask.countsJobs();
    TimeWindow window = TimeWindow.of(from, to, zone, LONGEST);
    Groups groups = groups(ask.groupBy());
    UsageQuestion all =
        UsageQuestion.of(window.from(), window.to(), clock.instant(), groups.asked())
            .inZone(zone)
            .withYearStart(ask.firstMonth())
            .ofProjects(new UsageQuestion.Projects.Only(projects(call, ask.project())))
            .withHomes(ProjectHomes.of(organisation));
    UsageQuestion question = jobs ? all : all.withoutJobs();
    UsageReport report = costs ? usage.costs(question) : usage.report(question);
    LabelGroups label = groups.label();
    UsageReport grouped =
        label == null
            ? report
            : label.of(report, queries.labels(LabelGroups.jobs(report), label.key()));
    return new Made(question, grouped, groups.fields());
  }

  /// What is grouped by.
  ///
  /// @param dimensions without the label
  /// @param fields names of all groups, in the order asked for
  private record Groups(
      List<Dimension> dimensions, List<String> fields, @Nullable LabelGroups label) {
    /// Whoever groups by a label needs to know the jobs.
    List<Dimension> asked() {
      List<Dimension> asked = new ArrayList<>(dimensions);
      if (label != null) {
        asked.add(Dimension.JOB);
      }
      return asked;
    }
  }

  private static Groups groups(@Nullable String words) {
    List<String> fields =
        words == null || words.isEmpty() ? List.of() : List.of(words.split(",", -1));
    LabelGroups label = null;
    List<String> others = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      String word = fields.get(i);
      if (!word.startsWith(LABEL) || word.length() == LABEL.length()) {
        others.add(word);
      } else if (label == null) {
        label = new LabelGroups(word.substring(LABEL.length()), i);
      } else {
        throw ProblemException.ofParameter("groupBy", "one label at most.", word);
      }
    }
    List<Dimension> dimensions = dimensions(others);
    boolean single = dimensions.contains(Dimension.JOB) || dimensions.contains(Dimension.RUN);
    if (label != null && single) {
      throw ProblemException.ofParameter(
          "groupBy", "a label, or job and run.", LABEL + label.key());
    }
    return new Groups(dimensions, fields, label);
  }

  /// Those of which costs are asked for; all that the caller may read when none is named.
  static SortedSet<String> projects(Call call, @Nullable String names) {
    if (names == null || names.isEmpty()) {
      return new TreeSet<>(call.caller().projects(Permission.COST_READ));
    }
    SortedSet<String> asked = new TreeSet<>(List.of(names.split(",", -1)));
    asked.forEach(it -> call.requireProject(Permission.COST_READ, it));
    return asked;
  }

  private static List<Dimension> dimensions(List<String> words) {
    List<Dimension> dimensions = new ArrayList<>();
    for (String word : words) {
      Dimension found = dimension(word);
      boolean secondTime = found.isTime() && dimensions.stream().anyMatch(Dimension::isTime);
      if (secondTime || dimensions.contains(found)) {
        throw ProblemException.ofParameter(
            "groupBy", "each dimension once, and one of time at most.", word);
      }
      dimensions.add(found);
    }
    return dimensions;
  }

  private static Dimension dimension(String word) {
    for (Dimension dimension : Dimension.values()) {
      if (field(dimension).equals(word)) {
        return dimension;
      }
    }
    List<String> known = new ArrayList<>();
    for (Dimension dimension : Dimension.values()) {
      known.add(field(dimension));
    }
    throw ProblemException.ofParameter("groupBy", "must be of " + known + " or label.KEY.", word);
  }

  private static String field(Dimension dimension) {
    return dimension == Dimension.COST_CENTER
        ? "costCenter"
        : dimension.name().toLowerCase(Locale.ROOT);
  }

  /// Says the names of jobs beside their ids.
  void nameJobs(List<Map<String, Object>> rows) {
    List<JobId> ids =
        rows.stream()
            .map(row -> row.get(JOB))
            .filter(String.class::isInstance)
            .map(id -> new JobId((String) id))
            .distinct()
            .toList();
    SortedMap<JobId, String> names =
        ids.isEmpty() ? Collections.emptySortedMap() : queries.names(ids);
    for (Map<String, Object> row : rows) {
      if (row.get(JOB) instanceof String id && names.containsKey(new JobId(id))) {
        row.put("jobName", names.get(new JobId(id)));
      }
    }
  }
}
