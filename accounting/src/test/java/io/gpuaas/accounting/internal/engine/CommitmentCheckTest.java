package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Commitments.Draft;
import io.gpuaas.accounting.Commitments.EndProposal;
import io.gpuaas.accounting.Commitments.Entry;
import io.gpuaas.core.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CommitmentCheckTest {
  private static final Instant NOW = Instant.parse("2026-03-10T00:00:00Z");
  private static final Draft GOOD =
      new Draft("a", "h200", "H200", "16", "1.8", "2026-04-01T00:00:00Z", "2027-04-01T00:00:00Z");

  private static CommitmentCheck check() {
    return new CommitmentCheck(NOW, new TreeSet<>(List.of("a", "b")));
  }

  @Test
  void whatIsWantedIsReserved() {
    assertThat(check().check(GOOD, "cmt_1", "fin"))
        .isEqualTo(
            new CommitmentCheck.Result(
                new Commitment(
                    "cmt_1",
                    "a",
                    "h200",
                    "H200",
                    16_000,
                    1_800_000,
                    Instant.parse("2026-04-01T00:00:00Z"),
                    Instant.parse("2027-04-01T00:00:00Z"),
                    "fin"),
                List.of()));
  }

  /// @param faults `pointer code` of each
  record Case(Draft draft, List<String> faults) {}

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            new Draft("z", " ", "x".repeat(254), "0", "1.0000001", "today", "tomorrow"),
            List.of(
                "/project UNKNOWN_SCOPE",
                "/pool INVALID_NAME",
                "/model INVALID_NAME",
                "/gpus OUT_OF_RANGE",
                "/pricePerGpuHour INVALID_AMOUNT",
                "/from INVALID_TIME",
                "/to INVALID_TIME")),
        new Case(
            new Draft(
                "a", "p", "m", "1.0001", "-1", "2026-03-09T23:59:59Z", "2026-03-09T00:00:00Z"),
            List.of(
                "/gpus INVALID_AMOUNT",
                "/pricePerGpuHour INVALID_AMOUNT",
                "/from IN_THE_PAST",
                "/to EMPTY_PERIOD")),
        new Case(
            new Draft("a", "p", "m", "1", "0", "2026-04-01T00:00:00.0001Z", "2036-04-01T00:00:00Z"),
            List.of("/from OUT_OF_RANGE")),
        new Case(
            new Draft("a", "p", "m", "1", "0", "2026-04-01T00:00:00Z", "2036-04-01T00:00:00.001Z"),
            List.of("/to TOO_LARGE")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void findsAllFaultsAtOnce(Case given) {
    CommitmentCheck.Result result = check().check(given.draft(), "cmt_1", "fin");
    assertThat(result.commitment()).isNull();
    assertThat(result.faults().stream().map(CommitmentCheckTest::text)).isEqualTo(given.faults());
  }

  private static String text(Fault fault) {
    return fault.pointer() + " " + fault.code();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-10T00:00:00Z, false, 2026-04-01T00:00:00Z, ",
    "2026-05-01T00:00:00Z, false, 2026-05-01T00:00:00Z, ",
    "2026-05-01T00:00:00Z, true, , ' ALREADY_ENDED'",
    "2026-03-09T00:00:00Z, false, , /at IN_THE_PAST",
    "2027-04-01T00:00:00Z, false, , /at OUT_OF_RANGE",
    "soon, false, , /at INVALID_TIME",
  })
  void anEndIsEarlierThanAgreedAndNotInThePast(
      String at, boolean ended, Instant end, String fault) {
    Commitment commitment =
        Objects.requireNonNull(check().check(GOOD, "cmt_1", "fin").commitment());
    CommitmentCheck check = check();
    assertThat(check.end(new Entry(commitment, AGREED, null, ended), at))
        .isEqualTo(Optional.ofNullable(end));
    assertThat(check.faults().stream().map(CommitmentCheckTest::text))
        .isEqualTo(fault == null ? List.of() : List.of(fault));
  }

  private static final Approval AGREED = Approval.decided(true, "cfo");

  static Stream<Arguments> unendable() {
    Commitment over = new Commitment("c", "a", "p", "m", 1, 1, Instant.EPOCH, NOW, "fin");
    Commitment later = Objects.requireNonNull(check().check(GOOD, "cmt_1", "fin").commitment());
    EndProposal wanted = new EndProposal(NOW.plusSeconds(60), "fin");
    return Stream.of(
        Arguments.of(new Entry(over, AGREED, null, false), "ALREADY_ENDED"),
        Arguments.of(new Entry(later, Approval.OPEN, null, false), "NOT_AGREED"),
        Arguments.of(new Entry(later, Approval.decided(false, "cfo"), null, false), "NOT_AGREED"),
        Arguments.of(new Entry(later, AGREED, wanted, false), "ALREADY_PROPOSED"));
  }

  @ParameterizedTest
  @MethodSource("unendable")
  void onlyWhatIsAgreedAndGoesOnIsEnded(Entry entry, String code) {
    CommitmentCheck check = check();
    assertThat(check.end(entry, "2026-03-11T00:00:00Z")).isEmpty();
    assertThat(check.faults()).extracting(Fault::code).containsExactly(code);
  }

  @Test
  void nobodyAgreesToThePast() {
    Commitment later = Objects.requireNonNull(check().check(GOOD, "cmt_1", "fin").commitment());
    Commitment begun =
        new Commitment("c", "a", "p", "m", 1, 1, NOW.minusMillis(1), NOW.plusSeconds(1), "fin");
    assertThat(check().agree(later)).isEmpty();
    assertThat(check().agree(begun)).extracting(Fault::code).containsExactly("IN_THE_PAST");
    assertThat(check().agreeToEnd(new EndProposal(NOW, "fin"))).isEmpty();
    assertThat(check().agreeToEnd(new EndProposal(NOW.minusMillis(1), "fin")))
        .extracting(Fault::code)
        .containsExactly("IN_THE_PAST");
  }
}
