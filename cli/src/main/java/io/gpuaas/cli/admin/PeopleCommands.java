package io.gpuaas.cli.admin;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Commands about people and what they may do.
public final class PeopleCommands {
  private static final int MOST = 100_000;
  private static final List<Column> ROLES =
      List.of(
          Column.text("ID", "/id"),
          Column.text("LOGIN", "/login"),
          Column.text("ROLE", "/role"),
          Column.of("ON", PeopleCommands::scope));

  private static final List<Column> ACCOUNTS =
      List.of(
          Column.text("LOGIN", "/login"),
          Column.text("NAME", "/displayName"),
          Column.of("STATE", it -> it.path("active").asBoolean() ? "active" : "off"));

  private PeopleCommands() {}

  private static String scope(JsonNode binding) {
    JsonNode scope = binding.path("scope");
    String kind = scope.path("kind").asString("");
    return kind.equals("ORG") ? kind : kind + "/" + scope.path("name").asString("");
  }

  /// `gpuaas admin users`.
  @Command(
      name = "users",
      description = "Lists people, and the accounts that pipelines act as.",
      footer = {"", "Example: gpuaas admin users -o csv"})
  public static final class Users implements Callable<Integer> {
    @Mixin private ServerOptions options;

    public Users(Surroundings here) {
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      options.output().list(options.api().list("/users", MOST), ACCOUNTS);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas admin add`.
  @Command(
      name = "add",
      description = {
        "Makes an account without a password: for a pipeline, or for somebody who signs in at a"
            + " provider.",
        "It may do nothing until it is given a role."
      },
      footer = {
        "",
        "Example: gpuaas admin add ci.vision --display-name 'Pipelines of vision' &&",
        "         gpuaas admin grant ci.vision ci-runner PROJECT/vision"
      })
  public static final class Add implements Callable<Integer> {
    @Mixin private ServerOptions options;

    @Parameters(
        paramLabel = "LOGIN",
        description = "The new login, of letters, digits and . _ @ + -.")
    private String login = "";

    @Option(
        names = "--display-name",
        paramLabel = "TEXT",
        description = "As people see it (default: the login).")
    private @Nullable String displayName;

    public Add(Surroundings here) {
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      ObjectNode body = Json.MAPPER.createObjectNode();
      body.put("displayName", displayName == null ? login : displayName);
      Api.Request request =
          new Api.Request(
              "PUT", "/users/" + Api.encoded(login), body, List.of("If-None-Match", "*"));
      options.output().one(options.api().send(request).require(), ACCOUNTS);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas admin roles`.
  @Command(
      name = "roles",
      description = "Lists who has which role on what.",
      footer = {"", "Example: gpuaas admin roles --login ada"})
  public static final class Roles implements Callable<Integer> {
    @Mixin private ServerOptions options;

    @Option(names = "--login", paramLabel = "LOGIN", description = "Only of this login.")
    private @Nullable String login;

    public Roles(Surroundings here) {
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      String path = login == null ? "/role-bindings" : "/role-bindings?login=" + Api.encoded(login);
      options.output().list(options.api().list(path, MOST), ROLES);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas admin grant`.
  @Command(
      name = "grant",
      description = "Gives a role.",
      footer = {
        "",
        "Examples:",
        "  gpuaas admin grant ada data-scientist PROJECT/vision",
        "  gpuaas admin grant ada auditor ORG"
      })
  public static final class Grant implements Callable<Integer> {
    @Mixin private ServerOptions options;

    @Parameters(index = "0", paramLabel = "LOGIN", description = "To whom.")
    private String login = "";

    @Parameters(
        index = "1",
        paramLabel = "ROLE",
        description =
            "org-admin, platform-operator, finance-admin, finance-viewer, dept-manager,"
                + " project-admin, data-scientist, viewer, auditor or ci-runner.")
    private String role = "";

    @Parameters(
        index = "2",
        paramLabel = "SCOPE",
        description = "On what, and all below it: ORG, DEPARTMENT/NAME, TEAM/NAME or PROJECT/NAME.")
    private String scope = "";

    public Grant(Surroundings here) {
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      String[] parts = scope.split("/", 2);
      String kind = parts[0].toUpperCase(Locale.ROOT);
      if (!kind.equals("ORG") && parts.length != 2) {
        throw CliFault.usage("The scope (%s) must be ORG or KIND/NAME.".formatted(scope));
      }
      ObjectNode body = Json.MAPPER.createObjectNode();
      body.put("login", login).put("role", role);
      body.putObject("scope")
          .put("kind", kind)
          .put("name", parts.length == 2 ? parts[1] : "organisation");
      options.output().one(options.api().post("/role-bindings", body).require(), ROLES);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas admin revoke`.
  @Command(
      name = "revoke",
      description = "Takes a role away.",
      footer = {"", "Example: gpuaas admin revoke rb_01M8PVS0ZR91TECAJGFCH1GKG5"})
  public static final class Revoke implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions options;

    @Parameters(
        paramLabel = "ID",
        description = "Id of the grant, as `gpuaas admin roles` shows it.")
    private String id = "";

    public Revoke(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      String path = "/role-bindings/" + Api.encoded(id);
      options.api().send(new Api.Request("DELETE", path, null, List.of())).require();
      here.say("Taken away.");
      return ExitStatus.OK.code();
    }
  }
}
