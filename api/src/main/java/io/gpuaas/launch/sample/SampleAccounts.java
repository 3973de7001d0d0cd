package io.gpuaas.launch.sample;

import io.gpuaas.api.AccountSeed;
import io.gpuaas.quota.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The people of the sample organisation: one or more of every role.
public final class SampleAccounts {
  private SampleAccounts() {}

  public static List<AccountSeed.Person> people() {
    List<AccountSeed.Person> people = new ArrayList<>();
    people.add(person("ruth.albers", "platform-operator", Scope.ORG));
    people.add(person("karl.neumann", "finance-admin", Scope.ORG));
    people.add(person("yara.santos", "finance-viewer", Scope.ORG));
    people.add(person("ines.dahl", "auditor", Scope.ORG));
    people.add(person("peter.amsel", "viewer", Scope.ORG));
    people.add(person("anna.richter", "dept-manager", Scope.department("ai-research")));
    people.add(person("david.okafor", "dept-manager", Scope.department("products")));
    people.add(person("liisa.maki", "dept-manager", Scope.department("life-sciences")));
    people.add(person("mara.lindqvist", "project-admin", Scope.project("llm-pretraining")));
    people.add(person("greta.nowak", "project-admin", Scope.project("assistant-tuning")));
    people.add(person("elena.koskinen", "project-admin", Scope.team("protein-design")));
    for (ProjectHabit habit : ProjectHabit.all()) {
      for (String login : habit.users()) {
        String role = login.startsWith("ci.") ? "ci-runner" : "data-scientist";
        people.add(person(login, role, Scope.project(habit.project())));
      }
    }
    return people;
  }

  private static AccountSeed.Person person(String login, String role, Scope scope) {
    return new AccountSeed.Person(login, displayName(login), role, scope);
  }

  private static String displayName(String login) {
    StringBuilder name = new StringBuilder();
    for (String part : login.split("\\.", -1)) {
      name.append(name.isEmpty() ? "" : " ")
          .append(part.substring(0, 1).toUpperCase(Locale.ROOT))
          .append(part.substring(1));
    }
    return name.toString();
  }
}
