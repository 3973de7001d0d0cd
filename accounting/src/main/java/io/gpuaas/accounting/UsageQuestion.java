package io.gpuaas.accounting;

import java.time.Instant;
import java.time.Month;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What was used in `[from, to)`, cut exactly there.
///
/// @param now usage of open runs is counted up to this instant
/// @param groupBy at most one of them a time; empty asks for the total only
/// @param projects only these; what others used is not read
/// @param filter further limits: the dimension must have one of the values; not for times
/// @param zone of days, months and so on
/// @param homes by project, for the groups above projects
/// @param countJobs whether to count the jobs of each group; needs to look at single intervals
/// @param yearStart month with which years and their quarters begin
public record UsageQuestion(
    Instant from,
    Instant to,
    Instant now,
    List<Dimension> groupBy,
    Projects projects,
    SortedMap<Dimension, SortedSet<String>> filter,
    ZoneId zone,
    SortedMap<String, ProjectHome> homes,
    boolean countJobs,
    Month yearStart) {

  /// Whose usage is asked for.
  public sealed interface Projects {
    record All() implements Projects {}

    record Only(SortedSet<String> names) implements Projects {
      public Only {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
      }
    }
  }

  public UsageQuestion {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException("from (%s) must be before to (%s).".formatted(from, to));
    }
    if (groupBy.stream().filter(Dimension::isTime).count() > 1) {
      throw new IllegalArgumentException("Only one time may be grouped by: " + groupBy);
    }
    groupBy = List.copyOf(groupBy);
    filter = Collections.unmodifiableSortedMap(new TreeMap<>(filter));
    homes = Collections.unmodifiableSortedMap(new TreeMap<>(homes));
  }

  public static UsageQuestion of(Instant from, Instant to, Instant now, List<Dimension> groupBy) {
    return new UsageQuestion(
        from,
        to,
        now,
        groupBy,
        new Projects.All(),
        Collections.emptySortedMap(),
        java.time.ZoneOffset.UTC,
        Collections.emptySortedMap(),
        true,
        Month.JANUARY);
  }

  /// The same without counting jobs, which is much faster for long times.
  public UsageQuestion withoutJobs() {
    return new UsageQuestion(
        from, to, now, groupBy, projects, filter, zone, homes, false, yearStart);
  }

  public UsageQuestion inZone(ZoneId newZone) {
    return new UsageQuestion(
        from, to, now, groupBy, projects, filter, newZone, homes, countJobs, yearStart);
  }

  public UsageQuestion ofProjects(Projects newProjects) {
    return new UsageQuestion(
        from, to, now, groupBy, newProjects, filter, zone, homes, countJobs, yearStart);
  }

  public UsageQuestion withHomes(SortedMap<String, ProjectHome> newHomes) {
    return new UsageQuestion(
        from, to, now, groupBy, projects, filter, zone, newHomes, countJobs, yearStart);
  }

  public UsageQuestion withFilter(SortedMap<Dimension, SortedSet<String>> newFilter) {
    return new UsageQuestion(
        from, to, now, groupBy, projects, newFilter, zone, homes, countJobs, yearStart);
  }

  public UsageQuestion withYearStart(Month newStart) {
    return new UsageQuestion(
        from, to, now, groupBy, projects, filter, zone, homes, countJobs, newStart);
  }
}
