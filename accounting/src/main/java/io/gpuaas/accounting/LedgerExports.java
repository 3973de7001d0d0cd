package io.gpuaas.accounting;

import java.time.Instant;
import java.util.List;

/// Writes statements, usage and reports as files. Nothing is limited in rows. What is written to
/// stays open.
public interface LedgerExports {
  /// The lines and adjustments of `statements`; the amounts add up to the totals.
  void statements(List<Statement> statements, Format format, Sink out);

  /// Every priced piece of usage of `projects` in `[from, to)`, cut there, in order of time, with
  /// the rate and version that priced it. Finished usage only.
  void usage(Instant from, Instant to, UsageQuestion.Projects projects, Format format, Sink out);

  /// The rows of `report`.
  ///
  /// @param groups names of what the keys of the rows stand for
  /// @param jobs whether jobs were counted
  void report(UsageReport report, List<String> groups, boolean jobs, Format format, Sink out);

  /// `statements` in the columns of FOCUS, as CSV. An invoice is the statement of a cost centre,
  /// which is the sub-account; its `BilledCost` adds up to its total. `EffectiveCost` of the usage
  /// of a commitment, used and unused, is what it was purchased for.
  ///
  /// @see <a href="https://focus.finops.org/focus-specification/">FOCUS</a>
  void focus(List<Statement> statements, FocusIssuer issuer, FocusVersion version, Sink out);

  /// Takes the bytes of a file, one piece after the other.
  @FunctionalInterface
  interface Sink {
    void write(byte[] bytes, int from, int count);
  }

  /// As what a table is written.
  enum Format {
    /// RFC 4180, UTF-8. All text is quoted, and text that a spreadsheet would take for a formula
    /// begins with an apostrophe; numbers stay numbers.
    CSV,
    /// Text as it is, exact decimals, times in UTC.
    PARQUET
  }

  /// Whose columns. 1.4 has no `ProviderName` and `PublisherName`, but those of 1.3 for shared
  /// costs, contracts and the two kinds of providers.
  enum FocusVersion {
    V1_2,
    V1_4
  }

  /// Who bills whom, for FOCUS.
  ///
  /// @param accountId of the organisation, and `accountName` its name
  /// @param provider who runs the platform
  record FocusIssuer(String accountId, String accountName, String provider) {}
}
