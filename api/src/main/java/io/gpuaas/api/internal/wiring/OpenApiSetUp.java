package io.gpuaas.api.internal.wiring;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.BodyTags;
import io.gpuaas.api.internal.edge.manners.ChosenFields;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Problem;
import io.gpuaas.api.internal.edge.manners.Retiring;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.BinarySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/// The interface's description: what springdoc reads from the controllers, completed with what all
/// operations share.
@Configuration(proxyBeanMethods = false)
class OpenApiSetUp {
  /// Whose answers are never kept, so that the key has no effect.
  private static final Set<String> ANSWER_SECRETS =
      Set.of(
          "signIn",
          "exchangeToken",
          "beginDeviceLogin",
          "createToken",
          "rotateToken",
          "rotateWebhookSecret");

  private static final String PROBLEM = "#/components/schemas/Problem";
  private static final Set<String> CREATED_OR_CHANGED =
      Set.of(
          "putDepartment",
          "putTeam",
          "putProject",
          "putCohort",
          "putFlavor",
          "putTopology",
          "putCluster",
          "putNode",
          "putUser",
          "putRateCard",
          "putTrustRule",
          "putWebhook");
  private static final Set<String> CREATED =
      Set.of(
          "requestAdjustment",
          "proposeCommitment",
          "proposeChargePolicy",
          "proposeRateCard",
          "proposeRateCardAsCsv",
          "raiseDispute");
  private static final Set<String> ACCEPTED =
      Set.of("submitJob", "cancelJob", "cancelJobs", "putJobByName");

  static {
    SpringDocUtils.getConfig()
        .addRequestWrapperToIgnore(Call.class)
        .replaceWithSchema(StreamingResponseBody.class, new BinarySchema());
  }

  @Bean
  static NullableFields nullableFields() {
    return new NullableFields();
  }

  @Bean
  static OpenAPI description() {
    return new OpenAPI()
        .info(
            new Info()
                .title("GPU as a Service")
                .version("v1")
                .description(
                    """
                    Times are RFC 3339 in UTC with milliseconds, money and GPU-hours are decimal \
                    texts, quantities are written as Kubernetes does. Whole numbers have neither a \
                    fraction nor an exponent: `2.0` and `1e1` are refused. Unknown fields and \
                    parameters are refused. All faults of a body come at once. Lists are paged by \
                    `cursor`; configuration is changed with `If-Match` and created with \
                    `If-None-Match: *`. `Idempotency-Key` makes a POST safe to repeat.\
                    """))
        .servers(List.of(new Server().url("/")))
        .components(
            new Components()
                .addSecuritySchemes(
                    "token", new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"))
                .addSecuritySchemes(
                    "session",
                    new SecurityScheme()
                        .type(SecurityScheme.Type.APIKEY)
                        .in(SecurityScheme.In.COOKIE)
                        .name("GPUAAS_SESSION")))
        .addSecurityItem(new SecurityRequirement().addList("token"))
        .addSecurityItem(new SecurityRequirement().addList("session"));
  }

  /// Says which operations can be tried without an effect.
  @Bean
  static OperationCustomizer dryRuns() {
    return (operation, method) ->
        method.hasMethodAnnotation(DryRunnable.class)
            ? operation.addParametersItem(dryRun())
            : operation;
  }

  /// Says which answers can be cut to some of their fields.
  @Bean
  static OperationCustomizer chosenFields() {
    return (operation, method) ->
        ChosenFields.offered(method).isEmpty()
            ? operation
            : operation.addParametersItem(
                new Parameter()
                    .in("query")
                    .name(ChosenFields.PARAMETER)
                    .description("Only these fields of each, separated by commas")
                    .required(false)
                    .schema(new StringSchema()));
  }

  /// Says which operations will go.
  @Bean
  static OperationCustomizer retirements() {
    return (operation, method) -> {
      Retiring retiring = method.getMethodAnnotation(Retiring.class);
      return retiring == null
          ? operation
          : operation
              .deprecated(true)
              .description(
                  "%s Goes on %s at the earliest; use `%s` instead."
                      .formatted(operation.getDescription(), retiring.until(), retiring.instead()));
    };
  }

  private static Parameter dryRun() {
    return new Parameter()
        .in("query")
        .name(DryRunnable.PARAMETER)
        .description("`true`: all is checked and answered, nothing is kept")
        .required(false)
        .schema(new BooleanSchema()._default(false));
  }

  @Bean
  static OpenApiCustomizer shared() {
    return api -> {
      addProblem(api);
      AnswerExamples.addTo(api.getComponents());
      api.getPaths().forEach((path, item) -> complete(path, item));
    };
  }

  private static void addProblem(OpenAPI api) {
    ModelConverters.getInstance(true)
        .readAll(Problem.class)
        .forEach((name, schema) -> api.getComponents().addSchemas(name, schema));
  }

  private static void complete(String path, PathItem item) {
    item.readOperationsMap()
        .forEach(
            (method, operation) -> {
              success(path, operation, method);
              problems(path, operation, method);
              RequestExamples.addTo(operation);
              ParameterTexts.addTo(path, method, operation);
              AnswerExamples.addTo(operation);
              if (method == PathItem.HttpMethod.POST
                  && !ANSWER_SECRETS.contains(operation.getOperationId())) {
                operation.addParametersItem(idempotencyKey());
              }
            });
  }

  private static Parameter idempotencyKey() {
    return new Parameter()
        .in("header")
        .name("Idempotency-Key")
        .description("Makes the request safe to repeat for seven days")
        .required(false)
        .schema(new StringSchema().minLength(1).maxLength(255));
  }

  /// The statuses of success that the code answers with.
  private static void success(String path, Operation operation, PathItem.HttpMethod method) {
    ApiResponses responses = operation.getResponses();
    ApiResponse ok = responses.get("200");
    if (ok == null) {
      return;
    }
    ok.setDescription("OK");
    String id = operation.getOperationId();
    if (method == PathItem.HttpMethod.DELETE) {
      responses.remove("200");
      responses.addApiResponse("204", new ApiResponse().description("Gone"));
    } else if (CREATED_OR_CHANGED.contains(id)) {
      responses.addApiResponse("201", copy(ok, "Created"));
    } else if (ACCEPTED.contains(id)) {
      responses.addApiResponse("202", copy(ok, "Accepted"));
    } else if (id.startsWith("create") || CREATED.contains(id)) {
      responses.remove("200");
      responses.addApiResponse("201", copy(ok, "Created"));
    }
    boolean tagged = method == PathItem.HttpMethod.GET && BodyTags.covers(path);
    if (tagged) {
      responses.addApiResponse(
          "304", new ApiResponse().description("Unchanged: `If-None-Match` has its `ETag`"));
    }
    boolean versioned = takes(operation, "If-Match") || takes(operation, "If-None-Match");
    if ((versioned || tagged) && responses.get("200") != null) {
      String text = versioned ? "The version, to be sent as If-Match" : "Changes with the answer";
      responses.get("200").addHeaderObject("ETag", etag(text));
    }
  }

  private static ApiResponse copy(ApiResponse of, String description) {
    return new ApiResponse().description(description).content(of.getContent());
  }

  private static Header etag(String description) {
    Header header = new Header().description(description);
    header.setSchema(new StringSchema().example("\"7\""));
    return header;
  }

  private static boolean takes(Operation operation, String header) {
    return operation.getParameters() != null
        && operation.getParameters().stream().anyMatch(it -> header.equals(it.getName()));
  }

  private static void problems(String path, Operation operation, PathItem.HttpMethod method) {
    boolean body = operation.getRequestBody() != null;
    add(operation, 400, true);
    add(operation, 401, true);
    add(operation, 403, true);
    add(operation, 404, path.contains("{") || body);
    add(operation, 409, method != PathItem.HttpMethod.GET);
    add(operation, 412, takes(operation, "If-Match"));
    add(operation, 413, body);
    add(operation, 415, body);
    add(operation, 422, body);
    add(operation, 428, takes(operation, "If-Match"));
    add(operation, 429, true);
    operation
        .getResponses()
        .addApiResponse("default", response("Any other problem, for example 500 or 503"));
  }

  private static void add(Operation operation, int status, boolean wanted) {
    boolean isSaid = operation.getResponses().containsKey(Integer.toString(status));
    if (wanted && !isSaid) {
      String reason = HttpStatus.valueOf(status).getReasonPhrase();
      operation.getResponses().addApiResponse(Integer.toString(status), response(reason));
    }
  }

  private static ApiResponse response(String description) {
    MediaType body = new MediaType().schema(new Schema<>().$ref(PROBLEM));
    return new ApiResponse()
        .description(description)
        .content(new Content().addMediaType("application/problem+json", body));
  }
}
