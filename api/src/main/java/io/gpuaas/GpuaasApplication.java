package io.gpuaas;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The whole product in one process. Needs a PostgreSQL in `spring.datasource.*` and nothing else.
@SpringBootApplication
public class GpuaasApplication {
  public static void main(String[] args) {
    SpringApplication.run(GpuaasApplication.class, args);
  }
}
