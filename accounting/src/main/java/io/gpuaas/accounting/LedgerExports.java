package io.gpuaas.accounting;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes statements and usage as CSV (RFC 4180, to be encoded as UTF-8).
///
/// All text is quoted, and text that a spreadsheet would take for a formula begins with an
/// apostrophe; numbers stay numbers. Nothing is limited in rows.
public interface LedgerExports {
  /// The lines and adjustments of `statements`; the amounts add up to the totals.
  void statements(List<Statement> statements, Appendable out);

  /// Every priced piece of usage of `projects` in `[from, to)`, cut there, in order of time, with
  /// the rate and version that priced it. Finished usage only.
  void usage(Instant from, Instant to, UsageQuestion.Projects projects, Appendable out);

  /// `statements` in the columns of FOCUS, one row per line or adjustment; `BilledCost` of an
  /// invoice adds up to its total.
  ///
  /// @see <a href="https://focus.finops.org/focus-specification/">FOCUS</a>
  void focus(List<Statement> statements, FocusIssuer issuer, FocusVersion version, Appendable out);

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
  /// @param homes by project: the sub-account is its cost centre, or the project if it has none
  record FocusIssuer(
      String accountId, String accountName, String provider, SortedMap<String, ProjectHome> homes) {
    public FocusIssuer {
      homes = Collections.unmodifiableSortedMap(new TreeMap<>(homes));
    }
  }
}
