package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.follow.ApiAnswer.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiAnswerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0   | Connection refused                                              | UNWELL
          400 | strict decoding error: unknown field "spec.x"                   | REFUSED
          401 | Unauthorized                                                    | UNWELL
          403 | jobs.batch is forbidden: exceeded quota: q, requested: pods=2   | NO_ROOM
          403 | failed quota: q: must specify limits.cpu                        | NO_ROOM
          403 | User "x" cannot create resource "jobs" in API group "batch"     | UNWELL
          403 | admission webhook "image.policy" denied the request: registry   | REFUSED
          404 | the server could not find the requested resource                | REFUSED
          410 | the resource version is too old                                 | UNWELL
          422 | Job.batch "run" is invalid: spec.completions: must be positive  | REFUSED
          429 | too many requests                                               | UNWELL
          500 | failed calling webhook "vjob.kb.io": connection refused         | UNWELL
          503 | apiserver is shutting down                                      | UNWELL
          """)
  void tellsWhoIsConcerned(int code, String message, Verdict verdict) {
    assertThat(new ApiAnswer(code, message, 0).verdict()).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0   | ''           | It gave no answer. Check that its address answers and that its certificate is ours to trust.
          401 | Unauthorized | 401: Unauthorized. Give it a valid token or certificate.
          403 | cannot list resource "nodes" | 403: cannot list resource "nodes". Grant the rights of docs/clusters/rbac.yaml.
          403 | exceeded quota: q | 403: exceeded quota: q. Raise the ResourceQuota.
          403 | denied. | 403: denied.
          404 | not found | 404: not found. Install what the backend needs, or make the namespace.
          500 | boom | 500: boom.
          """)
  void namesTheRemedyWhereOneIsKnown(int code, String message, String sentence) {
    assertThat(new ApiAnswer(code, message, 0).sentence()).isEqualTo(sentence);
  }
}
