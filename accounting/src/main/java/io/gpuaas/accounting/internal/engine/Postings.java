package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.StatementCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Double entry: usage debits the expense account of its project and credits the platform.
public final class Postings {
  public static final String RECOVERY = "platform/recovery";
  public static final String ROUNDING = "platform/rounding";
  public static final String COMMITMENTS = "platform/commitments";
  public static final String IDLE = "platform/idle";
  public static final String LENDING = "platform/lending";
  public static final String RECEIVABLE = "platform/receivable";

  private Postings() {}

  /// One side of a booking; debit is positive, credit negative.
  public record Posting(String account, Charge amount) {}

  /// The account of the platform against which a charge beside usage is posted.
  public static String contra(StatementCharge.Kind kind) {
    return switch (kind) {
      case COMMITMENT -> COMMITMENTS;
      case COVERED -> RECOVERY;
      case IDLE -> IDLE;
      case LENT -> LENDING;
    };
  }

  public static String expenseOf(String project) {
    return "project/" + project + "/gpu-expense";
  }

  public static String payableOf(String department) {
    return "department/" + department + "/payable";
  }

  /// What a department owes for a statement: the platform has to get what the department has to
  /// pay. A credit turns both around; empty when nothing is owed.
  public static List<Posting> owed(String department, Charge total) {
    return total.units().signum() == 0
        ? List.of()
        : List.of(
            new Posting(payableOf(department), total.negated()), new Posting(RECEIVABLE, total));
  }

  /// The postings of one journal for `usages`: one per project in name order, then the platform's;
  /// their sum is 0. Empty when nothing costs anything.
  public static List<Posting> of(List<RatedUsage> usages) {
    Map<String, Charge> byProject = new TreeMap<>();
    for (RatedUsage usage : usages) {
      byProject.merge(usage.usage().run().project(), usage.charge(), Charge::plus);
    }
    return balanced(byProject, RECOVERY);
  }

  /// `amounts` to the expense accounts of the projects, the sum against `contra`.
  public static List<Posting> balanced(Map<String, Charge> amounts, String contra) {
    List<Posting> postings = new ArrayList<>();
    Charge sum = Charge.ZERO;
    for (Map.Entry<String, Charge> entry : amounts.entrySet()) {
      if (entry.getValue().units().signum() != 0) {
        postings.add(new Posting(expenseOf(entry.getKey()), entry.getValue()));
        sum = sum.plus(entry.getValue());
      }
    }
    if (!postings.isEmpty()) {
      postings.add(new Posting(contra, sum.negated()));
    }
    return postings;
  }
}
