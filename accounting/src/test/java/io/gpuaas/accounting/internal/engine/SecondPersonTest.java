package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Adjustments.Decision;
import io.gpuaas.accounting.Approval;
import io.gpuaas.core.Fault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecondPersonTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "PROPOSED, APPROVE, cfo, -",
        "PROPOSED, REJECT,  cfo, -",
        "PROPOSED, APPROVE, fin, SAME_PERSON",
        "PROPOSED, REJECT,  fin, -",
        "APPROVED, APPROVE, cfo, ALREADY_DECIDED",
        "REJECTED, REJECT,  fin, ALREADY_DECIDED",
      })
  void onlyASecondPersonAgreesAndNobodyDecidesTwice(
      Approval.State state, Decision decision, String by, String code) {
    Approval approval = new Approval(state, "somebody");
    assertThat(SecondPerson.fault(approval, "fin", decision, by).map(Fault::code).orElse(null))
        .isEqualTo(code);
  }
}
