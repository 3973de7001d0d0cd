package io.gpuaas.cluster.peers;

/// What came to the modelled API server, as faults and tests tell requests apart.
///
/// @param resource group and plural, as `batch/jobs`; `/pods` of the core group
public record ApiRequest(String method, String resource, boolean isWatch, String body) {

  static ApiRequest of(Wire.Request request, Address address) {
    return new ApiRequest(request.method(), address.resource(), address.isWatch(), request.body());
  }

  /// Like `POST batch/jobs`, or `WATCH /pods`.
  public String what() {
    return (isWatch ? "WATCH" : method) + " " + resource;
  }
}
