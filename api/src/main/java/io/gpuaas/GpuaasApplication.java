package io.gpuaas;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;

/// The whole product in one process. Needs a PostgreSQL in `spring.datasource.*` and nothing else.
/// Modules name their classes without regard to each other, so beans go by their full names.
@SpringBootApplication(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
public class GpuaasApplication {
  public static void main(String[] args) {
    SpringApplication.run(GpuaasApplication.class, args);
  }
}
