package io.gpuaas.api;

import io.gpuaas.GpuaasApplication;
import io.gpuaas.core.fixtures.TestDatabase;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// The whole application on a random port and an own database, shared by the classes that extend
/// this one: Spring keeps the context.
@SpringBootTest(
    classes = GpuaasApplication.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
abstract class HttpIT {
  private static final TestDatabase DATABASE = TestDatabase.create();

  @Value("${local.server.port}")
  private int port;

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry registry) {
    registry.add("spring.datasource.url", DATABASE::url);
    registry.add("spring.datasource.username", DATABASE::user);
    registry.add("spring.datasource.password", DATABASE::password);
  }

  final String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }
}
